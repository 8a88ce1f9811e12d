import { ROLES, USER_STATUSES, type ServiceGroupId, type UserId } from '#libs/domain';
import { defineEntity, number, oneOf, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** Each side's version says which of its states was copied, so that an older one never overwrites it. */
const membershipSides = {
  userId: string<UserId>(),
  userName: string(),
  userEmail: string(),
  userRole: oneOf(...ROLES),
  userStatus: oneOf(...USER_STATUSES),
  userVersion: number(),
  serviceGroupId: string<ServiceGroupId>(),
  serviceGroupName: string(),
  serviceGroupVersion: number(),
};

/** `endsAt` is when it ends by itself: an attribute called `expiresAt` would let the table delete the item. */
const membershipTerms = { endsAt: string().optional(), reason: string().optional() };

export const membershipEntity = defineEntity(rollbookTable, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'servicegroup:{serviceGroupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: {
    ...everyItem,
    ...membershipSides,
    since: string(),
    addedBy: string(),
    ...membershipTerms,
    noticeAt: string().optional(),
  },
});

export const pastMembershipEntity = defineEntity(rollbookTable, {
  name: 'past-membership',
  key: { PK: 'user:{userId}', SK: 'past-servicegroup:{serviceGroupId}:{since}' },
  indexes: { GSI1: { GSI1PK: 'past-servicegroup:{serviceGroupId}', GSI1SK: 'user:{userId}:{since}' } },
  attributes: {
    ...everyItem,
    ...membershipSides,
    since: string(),
    addedBy: string(),
    ...membershipTerms,
    until: string(),
    removedBy: string(),
  },
});
