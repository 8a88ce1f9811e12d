import {
  evolveServiceGroup,
  type NewServiceGroupEvent,
  type ServiceGroupId,
  type ServiceGroupState,
} from '#libs/domain';
import { deriveChange, replaceHead, replacing, type Change, type Provenance } from '../../core/changes.js';
import { externalIdItems } from '../../core/claims.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { managerItems } from './manager-items.js';
import { nameItems } from './name-claims.js';
import { teamAccessItems } from './team-items.js';

/** @param expiresAt of a tombstone with nothing left below it */
export function changeServiceGroup(
  serviceGroupId: ServiceGroupId,
  before: ServiceGroupState,
  newEvents: NewServiceGroupEvent[],
  provenance: Provenance,
  expiresAt?: number,
): Change & { state: ServiceGroupState } {
  return deriveChange(serviceGroupId, before, newEvents, provenance, {
    evolve: evolveServiceGroup,
    head: (was, { updatedBy: _by, teamAccess: _access, ...kept }, lastEvents) => {
      const item = { ...kept, lastEvents, ...(expiresAt !== undefined && { expiresAt }) };
      return replaceHead(
        was,
        () => serviceGroupEntity.create(item),
        (version) =>
          serviceGroupEntity.update(
            { accountId: kept.accountId, serviceGroupId },
            {
              ...replacing(was, item, ['accountId', 'serviceGroupId', 'teamAccess']),
              condition: (c) => c.eq('version', version),
            },
          ),
      );
    },
    companions: (was, state, events) => [
      ...nameItems(was, state),
      ...externalIdItems('service-group', serviceGroupId, was, state),
      ...managerItems(was, state, events),
      ...teamAccessItems(was, state, events),
    ],
    usage: (was, state) => ({ serviceGroups: Number(exists(state)) - Number(exists(was)) }),
  });
}

function exists({ status }: ServiceGroupState): boolean {
  return status !== 'none' && status !== 'removed';
}
