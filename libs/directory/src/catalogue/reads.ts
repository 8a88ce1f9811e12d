import { accessPattern, type AccessPattern } from '@rollbook/single-table/catalogue';
import { headsOfAccount } from '../aggregates/account/heads-of-account.js';
import { getUsage } from '../aggregates/account/limits-usage.js';
import { getAccount, listAccounts } from '../aggregates/account/accounts.js';
import { listAuditLog } from '../reads/audit-log/audit-log.js';
import { findActors } from '../reads/look-ups/actors.js';
import {
  findAccountByExternalId,
  findIdsByExternalIds,
  findUserByExternalId,
} from '../reads/look-ups/external-ids.js';
import { getEvent, getHistory } from '../core/histories.js';
import { getJob } from '../core/jobs.js';
import { runJobChunk } from '../jobs/registry/job-handlers.js';
import { listEndingMemberships } from '../reads/memberships/ending.js';
import { listMatrix, matrixOfUsers, searchMatrix } from '../reads/memberships/matrix.js';
import { getMembership, listMembers, listServiceGroupsOfUser } from '../reads/memberships/memberships.js';
import { findServiceGroupsByNamePrefix, findUsersByEmailPrefix } from '../reads/look-ups/prefix-search.js';
import { loadPrincipal } from '../sign-in/principals.js';
import { findReceipt } from '../core/receipts.js';
import {
  findServiceGroups,
  getServiceGroup,
  listServiceGroups,
} from '../aggregates/service-group/service-groups.js';
import { grantTenant, type Tenant } from '../core/tenant.js';
import { listManagedServiceGroups, listManagers } from '../reads/memberships/managers.js';
import { findUserOfIdentity, findUsersOfIdentity } from '../aggregates/user/identities.js';
import {
  findUserByEmail,
  findUsers,
  getUser,
  listRemovedUsers,
  listUsers,
} from '../aggregates/user/users.js';
import { accountId, at, sampleDirectory, serviceGroupId, userId } from './samples/sample.js';

const page = { limit: 25 };

/** A pattern that is a function of this library, run on the sample. */
export function pattern<const Input>(
  question: string,
  example: Input,
  ask: (tenant: Tenant, input: Input) => Promise<unknown>,
  more: { number?: number; note?: string } = {},
): AccessPattern<Input, unknown> {
  return accessPattern({
    question,
    example,
    run: (table, input) => ask(grantTenant(sampleDirectory(table), accountId), input),
    ...more,
  });
}

/** A pattern that runs the next chunk of a job of the sample. */
export function chunkPattern(question: string, jobId: string, more: { note?: string } = {}) {
  return pattern(question, { jobId }, ({ directory }, input) => runJobChunk(directory, input.jobId), more);
}

const WITH_PARENT =
  'The parent is read at the same time as the list: nothing is listed for a closed account or a removed parent.';

export const KEYS = 'Then the keys of the users concerned are read, which are stored on their first events.';

/** Every query of the table, with its number in the documents. */
export const reads = {
  getAccount: pattern('an account', {}, (tenant) => getAccount(tenant), { number: 1 }),
  getUsage: pattern("an account's usage and its limits", {}, (tenant) => getUsage(tenant), {
    number: 1,
    note: 'Another call for each limit that many commands count on at once.',
  }),
  listAccounts: pattern(
    'all accounts, oldest first (operator)',
    page,
    ({ directory }, request) => listAccounts(directory, request),
    { number: 2 },
  ),
  getUser: pattern('a user', { userId }, (tenant, input) => getUser(tenant, input.userId), {
    number: 3,
    note: 'The account is read in the same call.',
  }),
  findUsers: pattern(
    'many users by their ids',
    { userIds: [userId] },
    (tenant, { userIds }) => findUsers(tenant, userIds),
    { number: 3, note: 'A hundred to a call, the account among them.' },
  ),
  listUsers: pattern(
    'the users of an account, by status and role',
    { ...page, status: 'active' as const },
    (tenant, request) => listUsers(tenant, request),
    { number: 4, note: WITH_PARENT },
  ),
  listRemovedUsers: pattern(
    'the removed users of an account who are not erased, by words',
    { ...page, q: 'ada' },
    (tenant, request) => listRemovedUsers(tenant, request),
    { note: `${WITH_PARENT} The words are compared afterwards.` },
  ),
  findUsersOfIdentity: pattern(
    'the accounts and users of an identity (sign-in)',
    { issuer: 'https://login.example', subject: '42' },
    ({ directory }, identity) => findUsersOfIdentity(directory, identity),
    { number: 6 },
  ),
  findUserOfIdentity: pattern(
    'the user of an account that an identity is linked to',
    { issuer: 'https://login.example', subject: '42' },
    (tenant, identity) => findUserOfIdentity(tenant, identity),
    { number: 6 },
  ),
  findUserByEmail: pattern(
    'a user by email in an account',
    { email: 'ada@example.com' },
    (tenant, { email }) => findUserByEmail(tenant, email),
    { number: 5, note: 'The claim on the email, then the user it names.' },
  ),
  findUsersByEmailPrefix: pattern(
    'the users whose email begins with a text',
    { prefix: 'ad' },
    (tenant, { prefix }) => findUsersByEmailPrefix(tenant, prefix, page),
    { number: 5 },
  ),
  getServiceGroup: pattern(
    'a service group',
    { serviceGroupId },
    (tenant, input) => getServiceGroup(tenant, input.serviceGroupId),
    { number: 7, note: 'The account and its fences are read in the same call.' },
  ),
  findServiceGroups: pattern(
    'many service groups by their ids',
    { serviceGroupIds: [serviceGroupId] },
    (tenant, { serviceGroupIds }) => findServiceGroups(tenant, serviceGroupIds),
    { number: 7, note: 'A hundred to a call, the account among them.' },
  ),
  listServiceGroups: pattern(
    'the service groups of an account',
    page,
    (tenant, request) => listServiceGroups(tenant, request),
    { number: 8, note: WITH_PARENT },
  ),
  findServiceGroupsByNamePrefix: pattern(
    'the service groups whose name begins with a text',
    { prefix: 'de' },
    (tenant, { prefix }) => findServiceGroupsByNamePrefix(tenant, prefix, page),
    { number: 8 },
  ),
  listServiceGroupsOfUser: pattern(
    'the service groups of a user (the "Select Service Group" dropdown)',
    { userId },
    (tenant, input) => listServiceGroupsOfUser(tenant, input.userId, page),
    { number: 9, note: WITH_PARENT },
  ),
  listMembers: pattern(
    'the users of a service group',
    { serviceGroupId },
    (tenant, input) => listMembers(tenant, input.serviceGroupId, page),
    { number: 10, note: WITH_PARENT },
  ),
  listManagers: pattern(
    'the managers of a service group',
    { serviceGroupId },
    (tenant, input) => listManagers(tenant, input.serviceGroupId),
    { note: "The service group's head names them; then they are read, at most 20, in one call." },
  ),
  listManagedServiceGroups: pattern(
    'the service groups that a user manages',
    { userId },
    (tenant, input) => listManagedServiceGroups(tenant, input.userId, page),
    { note: WITH_PARENT },
  ),
  listEndingMemberships: pattern(
    'the memberships of an account that end by themselves, soonest first',
    { ...page, from: at, to: '2027-01-01T00:00:00.000Z' },
    (tenant, request) => listEndingMemberships(tenant, request),
    {
      note: 'The index names them by their ends; then they are read, with the account and its fences, in one call: in two if there are more than 98.',
    },
  ),
  getMembership: pattern(
    'is this user a member of this service group now?',
    { serviceGroupId, userId },
    (tenant, input) => getMembership(tenant, input.serviceGroupId, input.userId),
    { number: 11, note: 'Both sides are read in the same call: a removed side has no members.' },
  ),
  matrixOfUsers: pattern(
    'which of some users are in which of some service groups',
    { userIds: [userId], serviceGroupIds: [serviceGroupId] },
    (tenant, input) => matrixOfUsers(tenant, input.userIds, input.serviceGroupIds),
    { number: 11, note: 'A hundred keys to a call, at most three: the account, both sides, and every cell.' },
  ),
  listMatrix: pattern(
    'the same of the users of an account, page by page',
    { serviceGroupIds: [serviceGroupId] },
    (tenant, input) => listMatrix(tenant, input.serviceGroupIds, page),
    { number: 11, note: 'A page has at most 144 cells: two calls in addition to the list of users.' },
  ),
  searchMatrix: pattern(
    'the same of the users whom a search finds',
    { q: 'ada', serviceGroupIds: [serviceGroupId] },
    (tenant, { q, serviceGroupIds }) => searchMatrix(tenant, serviceGroupIds, { q, limit: page.limit }),
    { number: 11, note: 'Two calls in addition to that of the search.' },
  ),
  headsOfAccount: pattern('everything about an account in one call', {}, (tenant) => headsOfAccount(tenant), {
    number: 13,
    note: 'Its head, and those of its users, service groups, API keys and webhook endpoints. Another call for each further MB. An export begins with it.',
  }),
  getHistory: pattern(
    'the history of an aggregate',
    { aggregateId: userId },
    (tenant, input) => getHistory(tenant, input.aggregateId, page),
    { number: 14, note: KEYS },
  ),
  getEvent: pattern(
    'an event by its id',
    { eventId: `${userId}.1` },
    (tenant, input) => getEvent(tenant, input.eventId),
    { number: 15, note: KEYS },
  ),
  listAuditLog: pattern(
    'the audit log of an account in a time range, newest or oldest first',
    { ...page, from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
    (tenant, request) => listAuditLog(tenant, request),
    { number: 16, note: KEYS },
  ),
  findActors: pattern(
    'who made changes: users and API keys, also removed ones',
    { actors: [`user:${userId}`, 'api-key:akey_9'] },
    (tenant, { actors }) => findActors(tenant, actors),
    { note: 'The history is read only for those without a head.' },
  ),
  findReceipt: pattern(
    'the answer to a repeated command',
    { scope: accountId, idempotencyKey: 'key_1' },
    ({ directory }, input) => findReceipt(directory, input.scope, input.idempotencyKey),
    { number: 17 },
  ),
  findAccountByExternalId: pattern(
    "an account by another system's id (operator)",
    { externalId: 'crm-1' },
    ({ directory }, input) => findAccountByExternalId(directory, input.externalId),
    { number: 20, note: 'The claim, then the account that it names.' },
  ),
  findUserByExternalId: pattern(
    "a user by another system's id; a service group likewise",
    { externalId: 'hr-1' },
    (tenant, input) => findUserByExternalId(tenant, input.externalId),
    { number: 20, note: 'The claim and the account, then the user that the claim names.' },
  ),
  findIdsByExternalIds: pattern(
    "may a user enter a service group, by other systems' ids?",
    { user: 'hr-1', serviceGroup: 'prod' },
    (tenant, input) => findIdsByExternalIds(tenant, input),
    { number: 20, note: 'Both claims in one call, then pattern 11.' },
  ),
  getJob: pattern(
    'the progress of a job',
    { jobId: 'job_1' },
    (tenant, input) => getJob(tenant, input.jobId),
    {
      number: 18,
    },
  ),
  loadPrincipal: pattern(
    'the caller of a request',
    { accountId, userId },
    ({ directory }, input) => loadPrincipal(directory, input),
    {
      number: 19,
      note: 'Account and user in one call, with each request, and the service group that its path names.',
    },
  ),
};
