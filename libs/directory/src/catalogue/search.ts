import type { WriteOperation } from '@rollbook/single-table';
import { appendChanges } from '../reads/search/stored/append-changes.js';
import { foldChanges, rebuildEntries } from '../reads/search/stored/fold-changes.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from '../table/items/search.js';
import { purgeEntries } from '../reads/search/stored/purge-entries.js';
import { findById } from '../reads/search-everything/find-by-id.js';
import { searchEverything } from '../reads/search-everything/search-everything.js';
import { searchOwnGroups } from '../reads/search-everything/search-own.js';
import {
  searchAccounts,
  searchApiKeys,
  searchInvitations,
  searchServiceGroups,
  searchWebhookEndpoints,
} from '../reads/search/search-heads.js';
import { searchUsers, wholeUsers } from '../reads/search/search-users.js';
import { pattern } from './reads.js';
import { accountId, at, otherAccountId, serviceGroupId, userId } from './samples/sample.js';

const user = {
  id: userId,
  version: 1,
  name: 'Ada',
  detail: 'ada@example.com',
  role: 'owner',
  status: 'active',
  externalId: '',
  createdAt: Date.parse(at),
};

export const searches = {
  searchUsers: pattern(
    'the users whom a search finds',
    { filter: { q: 'ad' }, limit: 25 },
    (tenant, request) => searchUsers(tenant, request),
    {
      note:
        'The first time a process asks for an account, it reads all of its search entries, and the heads where there are none; ' +
        'afterwards only the changes that it has not read yet, in one query.',
    },
  ),
  searchMembers: pattern(
    'the members of a service group whom a search finds, with a user as they are now',
    { filter: { groupId: serviceGroupId }, limit: 25, changed: [userId] },
    (tenant, request) => searchUsers(tenant, request),
    { note: 'The members are read again only when their count has changed.' },
  ),
  searchServiceGroups: pattern(
    'the service groups of an account that a search finds; API keys and webhook endpoints likewise',
    { q: 'dev', limit: 25 },
    async (tenant, request) => {
      await searchServiceGroups(tenant, request);
      await searchApiKeys(tenant, request);
      await searchWebhookEndpoints(tenant, request);
    },
  ),
  searchInvitations: pattern(
    'the invitations that a search finds',
    { q: 'ada', limit: 25 },
    (tenant, request) => searchInvitations(tenant, request),
  ),
  searchAccounts: pattern(
    'the accounts that a search finds (operator)',
    { q: 'acme', limit: 25 },
    ({ directory }, request) => searchAccounts(directory, request),
  ),
  searchOwnGroups: pattern(
    'the service groups of a user that words find',
    { userId, q: 'dev' },
    (tenant, input) => searchOwnGroups(tenant, input),
    { note: 'The lists of the user, a hundred service groups to a page.' },
  ),
  searchEverything: pattern(
    'what a few words find, in an account and among all',
    { q: 'ad' },
    (tenant, { q }) => searchEverything(tenant.directory, q, { tenant, everywhere: true }),
  ),
  findById: pattern(
    'what an id names: an event with its deliveries, and anything else of an unknown account',
    { eventId: `${userId}.1`, jobId: 'job_1' },
    async (tenant, { eventId, jobId }) => {
      const { directory } = tenant;
      await findById(directory, eventId, { tenant, everywhere: false });
      await findById(directory, userId, { tenant: undefined, everywhere: true });
      await findById(directory, jobId, { tenant: undefined, everywhere: true });
    },
  ),
  findByRequestId: pattern(
    'the events of a request',
    { id: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' },
    (tenant, { id }) => findById(tenant.directory, id, { tenant, everywhere: false }),
  ),
  wholeUsers: pattern('the users that a search has found, whole', {}, (tenant) =>
    wholeUsers(tenant, [{ userId }] as never),
  ),
};

/** How the stream processor keeps the search entries. */
export const searchUpkeep = {
  appendChanges: pattern(
    'append changes of search entries',
    { accountId, changes: [{ change: user, changedAt: Date.parse(at), isErasure: false }] },
    ({ directory }, input) => appendChanges(directory, input.accountId, input.changes),
  ),
  foldChanges: pattern(
    'fold changes into the segments of search entries',
    { accountId },
    ({ directory }, input) => foldChanges(directory, input.accountId),
  ),
  rebuildEntries: pattern(
    'make the search entries of an account from its heads',
    { accountId: otherAccountId },
    ({ directory }, input) => rebuildEntries(directory, input.accountId),
  ),
  makeEntriesOfAccountsAnew: pattern(
    'make the search entries of all accounts from their heads',
    { scope: 'accounts' },
    ({ directory }, { scope }) => rebuildEntries(directory, scope),
  ),
  purgeEntries: pattern(
    'delete the search entries of a closed account',
    { accountId: otherAccountId },
    ({ directory }, input) => purgeEntries(directory, input.accountId),
  ),
};

const packed = { scope: otherAccountId, sealed: new Uint8Array(1), keyId: '2026-03' };

export const searchSample: readonly WriteOperation[] = [
  searchChangesEntity.put({ ...packed, sequence: 1 }),
  searchChangesEntity.put({ ...packed, sequence: 2 }),
  searchSegmentEntity.put({ ...packed, firstId: '-', version: 1 }),
  searchStateEntity.put({ scope: packed.scope, version: 1, foldedTo: 1, bytes: 1, updatedAt: at }),
];
