import type { AccessRequest, DomainEvent, ServiceGroupState, UserState } from '#libs/domain';

/** The reason and the note. Placeholders once the requester has been erased. */
export interface Words {
  reason?: string | undefined;
  note?: string | undefined;
}

export interface AccessRequestView extends AccessRequest, Words {
  userName: string;
  userEmail: string;
  userStatus: 'active' | 'invited' | 'suspended' | 'removed';
}

export interface SidesOfRequest {
  user: UserState;
  serviceGroup: ServiceGroupState;
}

/** After a command, whose events carry the reason or the note. */
export function viewAfter(
  request: AccessRequest,
  events: readonly Pick<DomainEvent, 'data'>[],
  sides: SidesOfRequest,
  before: Words = {},
): AccessRequestView {
  return viewOf(request, sides, { ...before, ...wordsIn(events) });
}

/** @param names as the request's own event has them, for a user or a service group that is not there any more */
export function viewOf(
  request: AccessRequest,
  { user, serviceGroup }: SidesOfRequest,
  words: Words,
  names: { userName: string; userEmail: string } = { userName: '', userEmail: '' },
): AccessRequestView {
  const who =
    user.status === 'none'
      ? { ...names, userStatus: 'removed' as const }
      : { userName: user.name, userEmail: user.email, userStatus: user.status };
  const serviceGroupName = serviceGroup.status === 'none' ? request.serviceGroupName : serviceGroup.name;
  return { ...request, ...who, serviceGroupName, ...words };
}

export function wordsIn(events: readonly Pick<DomainEvent, 'data'>[]): Words {
  const words: Words = {};
  for (const { data } of events as readonly { data: Words }[]) {
    if (data.reason !== undefined) words.reason = data.reason;
    if (data.note !== undefined) words.note = data.note;
  }
  return words;
}
