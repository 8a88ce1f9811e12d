// An account with very many users and service groups in a running `npm start`, for the dashboard to show.
import { fill } from '../fill.mjs';
import { bodyOf } from '../system/whole-system.mjs';

export const GROUPS_OF_A_USER = 3;
const FIRST = ['Ada', 'Alan', 'Barbara', 'Chidi', 'Dorothy', 'Edsger', 'Grace', 'Kateryna', 'Li', 'Noor'];
const LAST = ['Hopper', 'Kowalski', 'Lovelace', 'Nakamura', 'Okafor', 'Öztürk', 'Ramos', 'Singh', 'Turing'];

/**
 * Filled past the commands, as by the bench of a large tenant: heads, memberships and counts; no events.
 *
 * @param system of `startWholeSystem`
 * @param first number of its users and groups: those of several accounts differ, by multiples of 100
 * @returns the account's id and the ids of its service groups
 */
export async function fillAccount(system, { users, groups, first = 0 }) {
  const [created] = await system.send([{ method: 'POST', path: '/v1/accounts', body: { name: 'Large' } }], 1);
  const accountId = bodyOf(created).id;
  const createdAt = new Date(Date.now() - 86_400_000).toISOString();
  const every = { accountId, createdAt, updatedAt: createdAt };
  const place = { engine: { databaseFile: `${system.folder}/engine.db` }, tableName: 'rollbook' };
  const members = Math.floor((users * GROUPS_OF_A_USER) / groups);
  const groupNumber = (n) => first + (n % groups);
  fill(place, groups, (n) => [groupHead(every, groupNumber(n), members)]);
  fill(place, users, (n) => {
    const user = { ...userOf(first + n), ...(n === 0 && { role: 'owner' }) };
    const of = Array.from({ length: GROUPS_OF_A_USER }, (_, k) => groupNumber(n * GROUPS_OF_A_USER + k));
    return [userHead(every, user), ...of.map((group) => membership(every, user, group))];
  });
  fill(place, 1, () => [
    {
      PK: `account:${accountId}`,
      SK: 'counts',
      entity: 'account-counts',
      accountId,
      users,
      serviceGroups: groups,
    },
  ]);
  return { accountId, groupIds: Array.from({ length: groups }, (_, n) => groupId(groupNumber(n))) };
}

/** ULIDs of one time, in order. */
const suffix = (n) => `01K0000000${String(n).padStart(16, '0')}`;
const groupId = (n) => `sgrp_${suffix(n)}`;
export const userId = (n) => `user_${suffix(n)}`;
const groupName = (n) => `service-${String(n).padStart(3, '0')}`;

export const isSuspended = (n) => n % 20 === 19;

function userOf(n) {
  const [first, last] = [FIRST[n % FIRST.length], LAST[Math.floor(n / FIRST.length) % LAST.length]];
  return {
    userId: userId(n),
    name: `${first} ${last} ${n}`,
    email: `user${n}@large.example`,
    role: n % 50 === 0 ? 'admin' : 'member',
    status: isSuspended(n) ? 'suspended' : 'active',
  };
}

function groupHead(every, n, memberCount) {
  const serviceGroupId = groupId(n);
  const keys = { PK: `account:${every.accountId}`, SK: `servicegroup:${serviceGroupId}` };
  const state = { serviceGroupId, name: groupName(n), status: 'active', memberCount };
  return { ...keys, entity: 'service-group', ...every, ...state, version: 1, lastEvents: [] };
}

function userHead(every, user) {
  const keys = { PK: `account:${every.accountId}`, SK: `user:${user.userId}` };
  const state = { ...user, membershipCount: GROUPS_OF_A_USER };
  return { ...keys, entity: 'user', ...every, ...state, version: 1 + GROUPS_OF_A_USER, lastEvents: [] };
}

function membership(every, { userId, name, email, role, status }, n) {
  const [user, group] = [`user:${userId}`, `servicegroup:${groupId(n)}`];
  return {
    ...{ PK: user, SK: group, GSI1PK: group, GSI1SK: user, entity: 'membership', ...every },
    ...{ userId, userName: name, userEmail: email, userRole: role, userStatus: status, userVersion: 1 },
    ...{ serviceGroupId: groupId(n), serviceGroupName: groupName(n), serviceGroupVersion: 1 },
    ...{ since: every.createdAt, addedBy: 'operator:bench' },
  };
}
