import { DomainError, existingServiceGroup, type ServiceGroupState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { serviceGroupEntity } from '../../table/items/service-groups.js';

export type ServiceGroupItem = Item<typeof serviceGroupEntity>;

export function serviceGroupState(item: ServiceGroupItem | undefined): ServiceGroupState {
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
  return { ...state, ...lastActor(lastEvents) };
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
