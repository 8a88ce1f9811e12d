import {
  ERASED_EMAIL,
  ROLES,
  USER_STATUSES,
  type AccessRoleReference,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { any, defineEntity, number, oneOf, packed, string, type Condition } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/**
 * What is copied of a user, with what never changes: it is written whole. Its version says which state was copied, so that an older one
 * never overwrites it.
 */
export const copyOfUser = {
  ...packed(
    'u',
    {
      userName: string(),
      userEmail: string(),
      userRole: oneOf(...ROLES),
      userStatus: oneOf(...USER_STATUSES),
      addedBy: string(),
      createdAt: everyItem.createdAt,
    },
    { userName: 'n', userEmail: 'e', userRole: 'r', userStatus: 's', addedBy: 'by', createdAt: 'c' },
  ),
  userVersion: number(),
};

/** Each side's version, as in the copy of the user. */
const membershipSides = {
  userId: string<UserId>(),
  ...copyOfUser,
  serviceGroupId: string<ServiceGroupId>(),
  serviceGroupName: string(),
  serviceGroupVersion: number(),
};

/** `endsAt` is when it ends by itself: an attribute called `expiresAt` would let the table delete the item. */
const membershipTerms = {
  endsAt: string().optional(),
  reason: string().optional(),
  accessRole: any<AccessRoleReference>().optional(),
};

export const membershipEntity = defineEntity(rollbookTable, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'servicegroup:{serviceGroupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: {
    accountId: everyItem.accountId,
    updatedAt: everyItem.updatedAt,
    ...membershipSides,
    since: string(),
    ...membershipTerms,
    noticeAt: string().optional(),
  },
});

export const pastMembershipEntity = defineEntity(rollbookTable, {
  name: 'past-membership',
  key: { PK: 'user:{userId}', SK: 'past-servicegroup:{serviceGroupId}:{since}' },
  indexes: { GSI1: { GSI1PK: 'past-servicegroup:{serviceGroupId}', GSI1SK: 'user:{userId}:{since}' } },
  attributes: {
    accountId: everyItem.accountId,
    updatedAt: everyItem.updatedAt,
    ...membershipSides,
    since: string(),
    ...membershipTerms,
    until: string(),
    removedBy: string(),
  },
});

/** That the user it was copied from has not been erased. Earlier versions stored each copy on its own. */
export function isNotErased(): Condition {
  return {
    write: (scope) => {
      const text = scope.value({ S: `"e":${JSON.stringify(ERASED_EMAIL)}` });
      const own = `${scope.name('userEmail')} = ${scope.value({ S: ERASED_EMAIL })}`;
      return `NOT (${own}) AND NOT (contains(${scope.name('u')}, ${text}))`;
    },
  };
}
