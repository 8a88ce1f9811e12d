import type { WriteOperation } from '@rollbook/single-table';
import { eventEntity } from '../../table/items/events.js';
import { lastCommitOf } from '../../table/items/last-commit.js';
import { accountEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import {
  teamAccessEntity,
  teamEntity,
  teamNameClaimEntity,
  teamPlaceEntity,
} from '../../table/items/teams.js';
import { emailClaimEntity, userEntity } from '../../table/items/users.js';
import { at } from './sample.js';

/** A team with one of two users, and access to one of two service groups, in an account of its own: nothing else of the sample has teams. */

export const accountWithTeams = 'acct_5';
export const teamId = 'team_1';
export const teamUserId = 'user_5';
export const outsideUserId = 'user_6';
export const openedGroupId = 'sgrp_5';
export const closedGroupId = 'sgrp_6';

const item = { accountId: accountWithTeams, createdAt: at, updatedAt: at };
const head = { ...item, version: 1, lastEvents: lastCommitOf([]) };
const person = { name: 'Ada', role: 'member', status: 'active', membershipCount: 0 } as const;
const given = { since: at, addedBy: 'operator:ops' };
const copy = {
  userName: 'Ada',
  userEmail: 'ada@example.com',
  userRole: 'member',
  userStatus: 'active',
  userVersion: 1,
} as const;

export const teamsSample: readonly WriteOperation[] = [
  accountEntity.put({ ...head, name: 'Beta', status: 'active' }),
  userEntity.put({
    ...head,
    ...person,
    userId: teamUserId,
    email: 'ada@example.com',
    teams: [{ teamId }],
  }),
  userEntity.put({ ...head, ...person, userId: outsideUserId, email: 'lin@example.com' }),
  emailClaimEntity.put({ ...item, email: 'lin@example.com', userId: outsideUserId }),
  serviceGroupEntity.put({
    ...head,
    serviceGroupId: openedGroupId,
    name: 'prod',
    status: 'active',
    teams: [{ teamId }],
  }),
  serviceGroupEntity.put({ ...head, serviceGroupId: closedGroupId, name: 'dev', status: 'active' }),
  teamEntity.put({ ...head, teamId, name: 'Platform', status: 'active' }),
  eventEntity.put({
    ...{ ...item, eventId: `${openedGroupId}.1`, aggregateId: openedGroupId, version: 1 },
    ...{ type: 'service_group.created', schemaVersion: 1, at, actor: 'operator:ops' },
    ...{ correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8', causationId: 'cmd_1' },
    data: { serviceGroupId: openedGroupId, name: 'prod' },
  }),
  teamNameClaimEntity.put({ ...item, name: 'platform', teamId }),
  teamPlaceEntity.put({ ...item, ...copy, ...given, userId: teamUserId, teamId }),
  teamAccessEntity.put({ ...item, ...given, serviceGroupId: openedGroupId, teamId }),
];
