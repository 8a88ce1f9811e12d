import { DomainError, existingServiceGroup, type ServiceGroupState, type TeamAccess } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { serviceGroupEntity } from '../../table/items/service-groups.js';
import type { teamAccessEntity } from '../../table/items/teams.js';

export type ServiceGroupItem = Item<typeof serviceGroupEntity>;
export type TeamAccessItem = Item<typeof teamAccessEntity>;

/** @param access the items of its teams that the decision needs; the head contains none */
export function serviceGroupState(
  item: ServiceGroupItem | undefined,
  access: readonly TeamAccessItem[] = [],
): ServiceGroupState {
  if (!item) return { status: 'none' };
  const {
    lastEvents,
    expiresAt: _expiry,
    memberCount: _members,
    countedAt: _at,
    countedUpTo: _upTo,
    recountedAt: _anew,
    ...state
  } = item;
  const ofTeams = access.length > 0 && {
    teamAccess: Object.fromEntries(access.map((each) => [each.teamId, teamAccessOf(each)])),
  };
  return { ...state, ...ofTeams, ...lastActor(lastEvents) };
}

export function teamAccessOf(item: TeamAccessItem): TeamAccess {
  const { teamId, since, addedBy, endsAt, reason, accessRole, noticeAt } = item;
  return {
    ...{ teamId, since, addedBy },
    ...(endsAt !== undefined && { expiresAt: endsAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
    ...(noticeAt !== undefined && { noticeAt }),
  };
}

/** @throws DomainError `service_group_not_found`, which says where in the request */
export function existingGroupAt(state: ServiceGroupState | undefined, index: number): ServiceGroupState {
  try {
    return existingServiceGroup(state ?? { status: 'none' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, error.message, `serviceGroupIds/${index}`);
  }
}
