import { serviceGroupSettings, type ServiceGroupId, type TeamOfGroup, type UserId } from '#libs/domain';
import { any, defineEntity, number, oneOf, string } from '@rollbook/single-table';
import { countNotes, everyHead, everyItem, settingAttributes } from './every-item.js';
import { rollbookTable } from '../table.js';

export const serviceGroupEntity = defineEntity(rollbookTable, {
  name: 'service-group',
  key: { PK: 'account:{accountId}', SK: 'servicegroup:{serviceGroupId}' },
  attributes: {
    ...everyHead,
    ...settingAttributes(serviceGroupSettings),
    serviceGroupId: string<ServiceGroupId>(),
    name: string(),
    status: oneOf('active', 'removed'),
    /** Ids alone: the head is rewritten with each count of its members, and each request about the group reads it. */
    managers: any<readonly UserId[]>().optional(),
    /** Those with access, at most 40. A tombstone keeps them, so that a job finds what to end. */
    teams: any<readonly TeamOfGroup[]>().optional(),
    /** Maintained by the stream processor, outside the state: without an event or a version. */
    memberCount: number().optional(),
    ...countNotes,
    /** Set on a tombstone whose children are gone. Seconds since the epoch. */
    expiresAt: number().optional(),
  },
});

/** Claims a name for one service group of an account. Its key is the folded name. */
export const groupNameClaimEntity = defineEntity(rollbookTable, {
  name: 'service-group-name-claim',
  key: { PK: 'account:{accountId}', SK: 'servicegroup-name:{name}' },
  attributes: { ...everyItem, name: string(), serviceGroupId: string<ServiceGroupId>() },
});

/** A service group that a user manages, among what is the user's own: written and deleted with the service group's head. */
export const managedServiceGroupEntity = defineEntity(rollbookTable, {
  name: 'managed-service-group',
  key: { PK: 'user:{userId}', SK: 'managed-servicegroup:{serviceGroupId}' },
  attributes: {
    ...everyItem,
    userId: string<UserId>(),
    serviceGroupId: string<ServiceGroupId>(),
    serviceGroupName: string(),
    addedBy: string(),
  },
});
