import type { DomainEvent, ServiceGroupId, UserId } from '#libs/domain';
import { realRuntime } from '#libs/pacing';
import type { Table, WriteOperation } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import {
  accountCountsEntity,
  accountEntity,
  accountExternalIdClaimEntity,
  fencesEntity,
} from '../../table/items/accounts.js';
import { dueEntity, dueItemOf, dueShardOf } from '../../table/items/due.js';
import { apiKeyEntity } from '../../table/items/api-keys.js';
import { eventEntity } from '../../table/items/events.js';
import { jobEntity, type Job } from '../../table/items/jobs.js';
import { receiptEntity } from '../../table/items/receipts.js';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import { lastCommitOf } from '../../table/items/last-commit.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import {
  groupNameClaimEntity,
  managedServiceGroupEntity,
  serviceGroupEntity,
} from '../../table/items/service-groups.js';
import { emailClaimEntity, ownerEntity, userEntity } from '../../table/items/users.js';
import type { CommandContext } from '../../core/execute.js';
import { CountingPlaces } from '../../core/counting-places.js';
import { FeedClock } from '../../core/feed-clock.js';
import { FeedEnds } from '../../core/feed-ends.js';
import { IndexLag } from '../../core/index-lag.js';
import { KeyedLock } from '../../core/keyed-lock.js';
import { SearchIndexes } from '../../search-index/search-indexes.js';
import type { IdSource } from '../../table/ids.js';
import { UsageMeter } from '../../core/usage-meter.js';

/** Two owners, one of whom is a member of the only service group. Its ids make the page readable. */

export const accountId = 'acct_1';
export const userId = 'user_1';
export const otherUserId = 'user_2';
/** Removed, and in a separate account: lists of the other would show it, because the sample ignores filters. */
export const erasableUserId = 'user_3';
export const otherAccountId = 'acct_2';
export const serviceGroupId = 'sgrp_1';
/** In the separate account: their membership has an end. */
const endingUserId = 'user_4';
const endingServiceGroupId = 'sgrp_2';
export const expiresAt = '2026-12-31T18:00:00.000Z';
export const dueShard = dueShardOf(endingUserId);
export const apiKeyId = 'akey_1';
export const webhookEndpointId = 'whep_1';
/** A worker has claimed the queues of these two. */
export const heldWebhookEndpointId = 'whep_2';
export const logStreamId = 'lstr_1';
export const at = '2026-03-03T12:00:00.000Z';
export const context: CommandContext = {
  actor: `user:${userId}`,
  correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
};

/** As after the first request: it is cached in memory. */
const wrappingKey = { keyId: '2026-03', plain: new Uint8Array(32) };

export function sampleDirectory(table: Table): Directory {
  return {
    table,
    keyRing: {
      current: () => Promise.resolve(wrappingKey),
      find: () => Promise.resolve(wrappingKey),
      checkMasterKey: () => Promise.resolve(),
      draw: realRuntime.bytes,
    },
    tombstoneRetentionMs: 1,
    cursorSecret: 'unused: the sample has no second page',
    ...realRuntime,
    now: () => Date.parse(at) + 1,
    steadyNow: () => Date.parse(at) + 1,
    newId: ((kind: string) => `${kind}_new`) as IdSource,
    turns: new KeyedLock(),
    transactionsAtOnce: 1,
    countingPlaces: new CountingPlaces(realRuntime),
    search: new SearchIndexes(),
    feedEnds: new FeedEnds(),
    indexLag: new IndexLag(),
    feedClock: new FeedClock(table, () => Date.parse(at) + 1),
    usage: new UsageMeter(() => Date.parse(at)),
  };
}

export const item = { accountId, createdAt: at, updatedAt: at };
export const head = { ...item, version: 1, lastEvents: lastCommitOf([]) };
const event = {
  eventId: `${accountId}.1`,
  type: 'account.created',
  schemaVersion: 1,
  accountId,
  aggregateId: accountId,
  version: 1,
  at,
  actor: 'operator:ops',
  correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  causationId: 'cmd_1',
  data: { name: 'Acme' },
} as const satisfies DomainEvent;
const signInRules = [{ issuer: 'https://login.example', domains: ['example.com'], externalIdClaim: 'oid' }];
const sides = {
  userId,
  userName: 'Ada',
  userEmail: 'ada@example.com',
  userRole: 'owner',
  userStatus: 'active',
  userVersion: 1,
  serviceGroupId,
  serviceGroupName: 'dev',
  serviceGroupVersion: 1,
  since: at,
  addedBy: 'operator:ops',
} as const;

/** A membership that has an end, with its sides and what finds it. */
function ending(): WriteOperation[] {
  const other = { ...head, accountId: otherAccountId };
  const ids = { userId: endingUserId, serviceGroupId: endingServiceGroupId } as const;
  const person = { name: 'Lin', email: 'lin@example.com', role: 'member', status: 'active' } as const;
  const end = (of: string, id: UserId, group: ServiceGroupId) =>
    dueEntity.put(dueItemOf(of, id, { serviceGroupId: group, since: at, expiresAt })!);
  const of = { ...item, accountId: otherAccountId };
  return [
    userEntity.put({ ...other, userId: endingUserId, ...person, membershipCount: 1 }),
    serviceGroupEntity.put({
      ...other,
      serviceGroupId: endingServiceGroupId,
      name: 'prod',
      status: 'active',
    }),
    membershipEntity.put({ ...of, ...sides, ...ids, endsAt: expiresAt }),
    end(otherAccountId, endingUserId, endingServiceGroupId),
    // By which the end of a membership of the first account is listed.
    end(accountId, userId, serviceGroupId),
  ];
}

function user(id: UserId, email: string, membershipCount: number): WriteOperation[] {
  const state = { name: 'Ada', email, role: 'owner', status: 'active', membershipCount } as const;
  return [
    // Later than the membership's copy, so that there is something to copy.
    userEntity.put({ ...head, version: 2, userId: id, ...state }),
    emailClaimEntity.put({ ...item, email, userId: id }),
    ownerEntity.put({ ...item, userId: id }),
  ];
}

function job(jobId: string, type: Job['type'], subjectId: string): WriteOperation {
  return jobEntity.put({
    ...item,
    jobId,
    type,
    queue: 'unfinished',
    status: 'running',
    version: 1,
    subjectId,
    fencedAt: at,
    actor: 'operator:ops',
    correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    causationId: 'cmd_1',
    processed: 0,
  });
}

export const sample: readonly WriteOperation[] = [
  accountEntity.put({ ...head, name: 'Acme', status: 'active', signInRules, signInRulesSince: at }),
  ...user(userId, 'ada@example.com', 1),
  ...user(otherUserId, 'grace@example.com', 0),
  userEntity.put({
    ...head,
    accountId: otherAccountId,
    userId: erasableUserId,
    name: 'Ida',
    email: 'ida@example.com',
    role: 'member',
    status: 'removed',
    membershipCount: 0,
  }),
  eventEntity.put({
    ...event,
    accountId: otherAccountId,
    eventId: `${erasableUserId}.1`,
    type: 'user.created',
    aggregateId: erasableUserId,
    userKey: 'key',
    createdAt: at,
    updatedAt: at,
  }),
  ...ending(),
  accountCountsEntity.put({ accountId, users: 2, serviceGroups: 1 }),
  fencesEntity.put(item),
  accountExternalIdClaimEntity.put({ ...item, externalId: 'crm-1' }),
  externalIdClaimEntity.put({ ...item, kind: 'user', externalId: 'hr-1', ownerId: userId }),
  serviceGroupEntity.put({
    ...head,
    version: 2,
    serviceGroupId,
    name: 'dev',
    status: 'active',
    managers: [userId],
  }),
  managedServiceGroupEntity.put({
    ...item,
    userId,
    serviceGroupId,
    serviceGroupName: 'dev',
    addedBy: 'operator:ops',
  }),
  apiKeyEntity.put({
    ...head,
    apiKeyId,
    name: 'Import',
    status: 'active',
    scopes: ['users:read'],
    hint: 'aaaa',
    secretHash: 'digest',
    createdBy: 'operator:ops',
  }),
  groupNameClaimEntity.put({ ...item, name: 'dev', serviceGroupId }),
  membershipEntity.put({ ...item, ...sides }),
  pastMembershipEntity.put({ ...item, ...sides, until: at, removedBy: 'operator:ops' }),
  eventEntity.put({ ...event, createdAt: at, updatedAt: at }),
  // Some of it is encrypted, so that the user's key is looked up.
  eventEntity.put({
    ...event,
    eventId: `${userId}.1`,
    type: 'user.created',
    aggregateId: userId,
    personal: 'sealed',
    createdAt: at,
    updatedAt: at,
  }),
  receiptEntity.put({
    ...item,
    scope: accountId,
    idempotencyKey: 'key_1',
    requestHash: 'hash',
    answer: {},
    expiresAt: Date.parse(at) / 1000 + 60,
  }),
  job('job_1', 'remove-user-memberships', userId),
  job('job_2', 'remove-service-group-memberships', serviceGroupId),
  job('job_3', 'close-account', accountId),
];
