import type { AccessCopy } from './access-copy.js';

/** A CloudEvent of a feed or of a snapshot. */
export interface FeedEvent {
  type: string;
  subject: string;
  accountid: string;
  sequence?: string;
  /** Of a line of a snapshot: the version of its subject when it was read. */
  stateversion?: string;
  data?: Record<string, unknown>;
}

type Change = (copy: AccessCopy, event: Omit<FeedEvent, 'data'> & { data: Data }) => void;

interface Data {
  userId: string;
  serviceGroupId: string;
  teamId: string;
  expiresAt?: string | null;
  externalId?: string | null;
  /** Of a membership or a team's access; absent if it has none, and of an API from before there were any. */
  accessRole?: { id: string };
  accessRoleId: string;
  permissions: string[];
}

const account =
  (isOpen: boolean): Change =>
  (copy, { subject }) =>
    copy.setAccount(subject, isOpen);
const user =
  (status: Parameters<AccessCopy['setUser']>[2]): Change =>
  (copy, { accountid, data }) =>
    copy.setUser(data.userId, accountid, status);
const group =
  (isRemoved: boolean): Change =>
  (copy, { accountid, data }) =>
    copy.setGroup(data.serviceGroupId, accountid, isRemoved);
/** Of all that such an event says, only this is about access. */
const userNamed: Change = (copy, { accountid, data }) =>
  copy.externalIds.set(data.userId, 'user', accountid, data.externalId);
const groupNamed: Change = (copy, { accountid, data }) =>
  copy.externalIds.set(data.serviceGroupId, 'service_group', accountid, data.externalId);
const both =
  (...changes: Change[]): Change =>
  (copy, event) =>
    changes.forEach((change) => change(copy, event));
const membership: Change = (copy, { accountid, data: { userId, serviceGroupId, expiresAt, accessRole } }) =>
  copy.setMembership(userId, serviceGroupId, accountid, {
    endsAt: expiresAt ? Date.parse(expiresAt) : undefined,
    accessRoleId: accessRole?.id,
  });
const accessRole: Change = (copy, { subject, accountid, data: { accessRoleId, permissions } }) =>
  copy.accessRoles.set(subject, accountid, accessRoleId, permissions);

const place: Change = (copy, { accountid, data: { userId, teamId, expiresAt } }) =>
  copy.setPlace(userId, teamId, accountid, expiresAt ? Date.parse(expiresAt) : undefined);
const teamAccess: Change = (copy, { accountid, data: { serviceGroupId, teamId, expiresAt, accessRole } }) =>
  copy.setTeamAccess(serviceGroupId, teamId, accountid, {
    endsAt: expiresAt ? Date.parse(expiresAt) : undefined,
    accessRoleId: accessRole?.id,
  });

/** What each type of event means for who may do what. Others mean nothing for it, those of later versions included. */
const CHANGES: Readonly<Record<string, Change>> = {
  'account.created': account(true),
  'account.suspended': account(false),
  'account.reactivated': account(true),
  'account.closed': (copy, { subject }) => copy.removeAccount(subject),
  'user.created': both(user('active'), userNamed),
  // Also when an invitation is repeated.
  'user.invited': both(user('invited'), userNamed),
  'user.settings_changed': userNamed,
  'user.activated': user('active'),
  'user.suspended': user('suspended'),
  'user.reactivated': user('active'),
  'user.removed': user('removed'),
  'service_group.created': both(group(false), groupNamed),
  'service_group.settings_changed': groupNamed,
  'service_group.removed': group(true),
  'service_group.member_added': membership,
  'service_group.membership_changed': membership,
  'service_group.member_removed': (copy, { data }) => copy.endMembership(data.userId, data.serviceGroupId),
  'access_role.created': accessRole,
  'access_role.changed': accessRole,
  'access_role.removed': (copy, { subject, accountid, data }) =>
    copy.accessRoles.remove(subject, accountid, data.accessRoleId),
  'team.created': (copy, { accountid, data }) => copy.teams.set(data.teamId, accountid),
  // From now on it gives nobody anything, whatever is still said of its users and its service groups.
  'team.removed': (copy, { data }) => copy.teams.remove(data.teamId),
  'team.member_added': place,
  'team.membership_changed': place,
  'team.member_removed': (copy, { data }) => copy.endPlace(data.userId, data.teamId),
  'service_group.team_added': teamAccess,
  'service_group.team_changed': teamAccess,
  'service_group.team_removed': (copy, { data }) => copy.endTeamAccess(data.serviceGroupId, data.teamId),
};

export function applyEvent(copy: AccessCopy, event: FeedEvent): void {
  const change = Object.hasOwn(CHANGES, event.type) ? CHANGES[event.type] : undefined;
  change?.(copy, { ...event, data: (event.data ?? {}) as unknown as Data });
  copy.noteVersion(event.subject, Number(event.sequence ?? event.stateversion ?? 0));
}
