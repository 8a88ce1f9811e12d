import {
  teamSettings,
  type AccessRoleReference,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { any, defineEntity, number, oneOf, string } from '@rollbook/single-table';
import { everyHead, everyItem, settingAttributes } from './every-item.js';
import { copyOfUser } from './memberships.js';
import { rollbookTable } from '../table.js';

export const teamEntity = defineEntity(rollbookTable, {
  name: 'team',
  key: { PK: 'account:{accountId}', SK: 'team:{teamId}' },
  attributes: {
    ...everyHead,
    ...settingAttributes(teamSettings),
    teamId: string<TeamId>(),
    name: string(),
    status: oneOf('active', 'removed'),
    /** How often it was given access to a service group, which is no event of the team: it never goes back. */
    accessGiven: number().optional(),
    /** Set on a tombstone whose children are gone. Seconds since the epoch. */
    expiresAt: number().optional(),
  },
});

/** Claims a name for one team of an account. Its key is the folded name. */
export const teamNameClaimEntity = defineEntity(rollbookTable, {
  name: 'team-name-claim',
  key: { PK: 'account:{accountId}', SK: 'team-name:{name}' },
  attributes: { ...everyItem, name: string(), teamId: string<TeamId>() },
});

/** `endsAt` is when it ends by itself, as in memberships. */
const terms = { endsAt: string().optional(), reason: string().optional() };

const place = {
  accountId: everyItem.accountId,
  updatedAt: everyItem.updatedAt,
  userId: string<UserId>(),
  ...copyOfUser,
  teamId: string<TeamId>(),
  since: string(),
  ...terms,
};

/** A user in a team. The team's name is not copied: a list of a user's teams reads their heads. */
export const teamPlaceEntity = defineEntity(rollbookTable, {
  name: 'team-place',
  key: { PK: 'user:{userId}', SK: 'team:{teamId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { ...place, noticeAt: string().optional() },
});

export const pastTeamPlaceEntity = defineEntity(rollbookTable, {
  name: 'past-team-place',
  key: { PK: 'user:{userId}', SK: 'past-team:{teamId}:{since}' },
  indexes: { GSI1: { GSI1PK: 'past-team:{teamId}', GSI1SK: 'user:{userId}:{since}' } },
  attributes: { ...place, until: string(), removedBy: string() },
});

const access = {
  ...everyItem,
  teamId: string<TeamId>(),
  serviceGroupId: string<ServiceGroupId>(),
  since: string(),
  addedBy: string(),
  ...terms,
  accessRole: any<AccessRoleReference>().optional(),
};

/** A team in a service group, whose head names its teams: no index has it. */
export const teamAccessEntity = defineEntity(rollbookTable, {
  name: 'team-access',
  key: { PK: 'team:{teamId}', SK: 'servicegroup:{serviceGroupId}' },
  attributes: { ...access, noticeAt: string().optional() },
});

export const pastTeamAccessEntity = defineEntity(rollbookTable, {
  name: 'past-team-access',
  key: { PK: 'team:{teamId}', SK: 'past-servicegroup:{serviceGroupId}:{since}' },
  indexes: { GSI1: { GSI1PK: 'past-servicegroup:{serviceGroupId}', GSI1SK: 'team:{teamId}:{since}' } },
  attributes: { ...access, until: string(), removedBy: string() },
});
