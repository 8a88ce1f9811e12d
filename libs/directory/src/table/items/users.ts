import {
  ROLES,
  USER_STATUSES,
  userSettings,
  type LinkedIdentity,
  type TeamOfUser,
  type UserId,
} from '#libs/domain';
import { any, defineEntity, number, oneOf, string } from '@rollbook/single-table';
import { everyHead, everyItem, settingAttributes } from './every-item.js';
import { rollbookTable } from '../table.js';

export const userEntity = defineEntity(rollbookTable, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  attributes: {
    ...everyHead,
    ...settingAttributes(userSettings),
    userId: string<UserId>(),
    name: string(),
    email: string(),
    role: oneOf(...ROLES),
    status: oneOf(...USER_STATUSES),
    membershipCount: number(),
    identities: any<readonly LinkedIdentity[]>().optional(),
    reactivatedAt: string().optional(),
    /** Those they are in, at most 40: a check reads no item of each. */
    teams: any<readonly TeamOfUser[]>().optional(),
    everInTeams: any<true>().optional(),
    /** A copy of the one on their first event, for commands. Absent once the user has been erased. */
    userKey: string().optional(),
    erased: any<true>().optional(),
    expiresAt: number().optional(),
  },
});

/** Claims an email for one user of an account. Its key is the folded email. Those stored by earlier versions have keys of the index, which nothing reads. */
export const emailClaimEntity = defineEntity(rollbookTable, {
  name: 'email-claim',
  key: { PK: 'account:{accountId}', SK: 'email:{email}' },
  attributes: { ...everyItem, email: string(), userId: string<UserId>() },
});

/** The user of an account that belongs to an identity: used to find a person who signs in. */
export const identityEntity = defineEntity(rollbookTable, {
  name: 'identity',
  key: { PK: 'identity:{issuer}:{subject}', SK: 'account:{accountId}' },
  attributes: { ...everyItem, issuer: string(), subject: string(), userId: string<UserId>() },
});

/** Marks an active owner, so that "another owner" is one small read and one condition. */
export const ownerEntity = defineEntity(rollbookTable, {
  name: 'owner',
  key: { PK: 'account:{accountId}', SK: 'owner:{userId}' },
  attributes: { ...everyItem, userId: string<UserId>() },
});
