import { serviceGroupSettings, type ServiceGroupId } from '#libs/domain';
import { defineEntity, number, oneOf, string } from '@rollbook/single-table';
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
