import { grantTenant } from '../core/tenant.js';
import { changeMembers, createUsers } from '../aggregates/user/memberships/batches.js';
import { changeMemberships } from '../aggregates/user/memberships/change-memberships.js';
import { replaceServiceGroupsOfUser } from '../aggregates/user/memberships/replace-service-groups.js';
import { erasePersonalData } from '../jobs/removals/erasure.js';
import { createAccount } from '../aggregates/access-roles/create-account.js';
import { closeAccount, commandAccount } from '../aggregates/account/accounts.js';
import { count } from '../projections/counts.js';
import { recount } from '../projections/recount.js';
import { refreshMembershipsOfServiceGroup, refreshMembershipsOfUser } from '../projections/fan-out.js';
import { addMember, changeMembership, removeMember } from '../aggregates/user/memberships/memberships.js';
import { addManager, removeManager } from '../aggregates/service-group/managers.js';
import { endManagingOfRemoved } from '../projections/settle-managers.js';
import { forgetLastSeen } from '../aggregates/user/last-seen.js';
import { removeUser } from '../aggregates/user/remove-user.js';
import { steerJob } from '../jobs/steer-job.js';
import { runDueOfShard } from '../due/run-due.js';
import { findRemoval } from '../reads/time-travel/removals.js';
import { listParkedTasks, parkTask, resumeStalledJobs, retryTask } from '../jobs/registry/maintenance.js';
import {
  createServiceGroup,
  removeServiceGroup,
  updateServiceGroup,
} from '../aggregates/service-group/service-groups.js';
import { linkIdentity } from '../aggregates/user/identities.js';
import { changeUserAsPlanned, commandUser, createUser } from '../aggregates/user/users.js';
import { chunkPattern, pattern } from './reads.js';
import {
  accountId,
  at,
  context,
  dueShard,
  erasableUserId,
  expiresAt,
  otherAccountId,
  otherUserId,
  serviceGroupId,
  userId,
} from './samples/sample.js';

const shardId = 'shardId-1';
const record = { sequenceNumber: '1', createdAt: at };

const ada = { name: 'Ada', email: 'ada.l@example.com', role: 'member' } as const;

export const commands = {
  createAccount: pattern('create an account', { name: 'Acme' }, ({ directory }, input) =>
    createAccount(directory, input, context),
  ),
  createAccountOnce: pattern(
    'create an account, and remember the answer for a repeated request',
    { name: 'Acme', idempotencyKey: 'key_2' },
    ({ directory }, { name, idempotencyKey }) => {
      const receipt = { idempotencyKey, requestHash: 'hash', answer: () => ({}) };
      return createAccount(directory, { name }, { ...context, receipt });
    },
    { note: 'Every command can carry a receipt in its transaction.' },
  ),
  renameAccount: pattern(
    'rename an account; suspend and reactivate likewise',
    { name: 'New' },
    (tenant, { name }) => commandAccount(tenant, { type: 'change_account', name }, context),
  ),
  closeAccount: pattern('close an account', {}, (tenant) => closeAccount(tenant, context)),
  createUser: pattern('create a user', ada, (tenant, input) => createUser(tenant, input, context)),
  linkIdentity: pattern(
    'let a user sign in with an identity',
    { userId, issuer: 'https://login.example', subject: '42' },
    (tenant, input) => linkIdentity(tenant, { ...input, method: 'admin' }, context),
  ),
  changeUser: pattern(
    'change a user; suspend and reactivate likewise',
    { userId, ...ada },
    (tenant, { userId: id, ...change }) =>
      commandUser(tenant, id, { ...change, type: 'change_user' }, context),
    { note: 'When an owner leaves, the transaction checks that another one remains.' },
  ),
  createUserAfter: pattern('create a user and change them in the same commit', ada, (tenant, input) =>
    createUser(tenant, input, context, [{ type: 'suspend_user' }]),
  ),
  changeUserAsPlanned: pattern(
    'change a user by several commands at once',
    { userId, name: 'Ada L.' },
    (tenant, { userId: id, name }) =>
      changeUserAsPlanned(tenant, id, () => [{ type: 'change_user', name }], context),
  ),
  removeUser: pattern('remove a user', { userId }, (tenant, input) =>
    removeUser(tenant, input.userId, context),
  ),
  erasePersonalData: pattern(
    'erase the personal data of a removed user',
    { userId: erasableUserId },
    ({ directory }, input) =>
      erasePersonalData(grantTenant(directory, otherAccountId), input.userId, context),
    { note: 'The key on its first event is destroyed, and what past memberships copied is overwritten.' },
  ),
  createServiceGroup: pattern('create a service group', { name: 'prod' }, (tenant, input) =>
    createServiceGroup(tenant, input, context),
  ),
  updateServiceGroup: pattern('rename a service group', { serviceGroupId, name: 'prod' }, (tenant, input) =>
    updateServiceGroup(tenant, input.serviceGroupId, { name: input.name }, context),
  ),
  removeServiceGroup: pattern('remove a service group', { serviceGroupId }, (tenant, input) =>
    removeServiceGroup(tenant, input.serviceGroupId, context),
  ),
  addMember: pattern(
    'let a user enter a service group',
    { serviceGroupId, userId: otherUserId },
    (tenant, input) => addMember(tenant, input.serviceGroupId, input.userId, context),
  ),
  addMemberUntil: pattern(
    'let a user enter a service group until a time',
    { serviceGroupId, userId: otherUserId, expiresAt },
    (tenant, { expiresAt }) => addMember(tenant, serviceGroupId, otherUserId, context, { expiresAt }),
  ),
  changeMembership: pattern(
    'set, move or take away the end of a membership',
    { serviceGroupId, userId, expiresAt },
    (tenant, { expiresAt }) => changeMembership(tenant, serviceGroupId, userId, { expiresAt }, context),
  ),
  removeMember: pattern('end a membership', { serviceGroupId, userId }, (tenant, input) =>
    removeMember(tenant, input.serviceGroupId, input.userId, context),
  ),
  addManager: pattern(
    'make a user a manager of a service group',
    { serviceGroupId, userId: otherUserId },
    (tenant, input) => addManager(tenant, input.serviceGroupId, input.userId, context),
    { note: 'The transaction checks that the user has not been removed.' },
  ),
  removeManager: pattern(
    'end that a user manages a service group',
    { serviceGroupId, userId },
    (tenant, input) => removeManager(tenant, input.serviceGroupId, input.userId, context),
  ),
  createUsers: pattern(
    'create up to 1,000 users: a transaction for each 33',
    { users: [ada] },
    (tenant, input) => createUsers(tenant, input.users, context),
  ),
  changeMembers: pattern(
    'add and end up to 1,000 memberships: a transaction for each 33 or 25',
    { serviceGroupId, rows: [{ operation: 'add', userId: otherUserId }] as const },
    (tenant, input) => changeMembers(tenant, input.serviceGroupId, input.rows, context),
  ),
  changeMemberships: pattern(
    'add and end up to 1,000 memberships of any users in any service groups: a transaction for each 32 of a user',
    { changes: [{ userId: otherUserId, serviceGroupId, action: 'add' }] as const },
    (tenant, input) => changeMemberships(tenant, input.changes, context),
  ),
  replaceServiceGroupsOfUser: pattern(
    'replace the service groups of a user',
    { userId: otherUserId, serviceGroupIds: [serviceGroupId] },
    (tenant, input) => replaceServiceGroupsOfUser(tenant, input.userId, input.serviceGroupIds, context),
  ),
  steerJob: pattern('pause or resume a job', { jobId: 'job_1' }, (tenant, input) =>
    steerJob(tenant, input.jobId, 'paused', context),
  ),
};

export const maintenance = {
  refreshMembershipsOfUser: pattern(
    'copy a changed user to its memberships',
    { accountId, userId },
    ({ directory }, input) => refreshMembershipsOfUser(directory, input.accountId, input.userId),
  ),
  refreshMembershipsOfServiceGroup: pattern(
    'copy a changed service group to its memberships',
    { accountId, serviceGroupId },
    ({ directory }, input) =>
      refreshMembershipsOfServiceGroup(directory, input.accountId, input.serviceGroupId),
  ),
  findRemoval: pattern(
    'check whether a user or service group was removed',
    { aggregateId: otherUserId },
    ({ directory }, input) => findRemoval(directory, accountId, input.aggregateId),
  ),
  endManagingOfRemoved: pattern(
    'end that a removed user manages service groups',
    { accountId: otherAccountId, userId: erasableUserId },
    ({ directory }, input) => endManagingOfRemoved(directory, input.accountId, input.userId),
    { note: 'For each of them: its head, and a commit.' },
  ),
  forgetLastSeen: pattern(
    'forget when a removed user was last here',
    { userId: erasableUserId },
    ({ directory }, input) => forgetLastSeen(directory, input.userId),
  ),
  countAccount: pattern(
    "add to an account's counts of users and service groups",
    { accountId, users: 1 },
    ({ directory }, { users }) =>
      count(directory, { kind: 'count-account', accountId }, { shardId, increments: [{ ...record, users }] }),
  ),
  countMembers: pattern(
    "add to a service group's count of members",
    { accountId, serviceGroupId, members: 1 },
    ({ directory }, { members }) =>
      count(
        directory,
        { kind: 'count-members', accountId, serviceGroupId },
        { shardId, increments: [{ ...record, members }] },
      ),
  ),
  recountAccount: pattern(
    "recount an account's users and service groups after stream records were lost",
    { accountId },
    ({ directory }, input) => recount(directory, { kind: 'count-account', ...input }),
  ),
  recountMembers: pattern(
    "recount a service group's members after stream records were lost",
    { accountId, serviceGroupId },
    ({ directory }, input) => recount(directory, { kind: 'count-members', ...input }),
  ),
  parkTask: pattern('park a task that keeps failing', { reason: 'why' }, ({ directory }, input) =>
    parkTask(directory, { kind: 'run-job', accountId, jobId: 'job_1' }, input.reason),
  ),
  listParkedTasks: pattern('the parked tasks', {}, ({ directory }) => listParkedTasks(directory)),
  retryTask: pattern('try a parked task again', {}, async ({ directory }) => {
    for (const parked of await listParkedTasks(directory)) await retryTask(directory, parked);
  }),
  resumeStalledJobs: pattern(
    'resume stalled jobs',
    { restsMs: 0, except: ['job_2', 'job_3'] },
    ({ directory }, input) => resumeStalledJobs(directory, input),
  ),
  runDue: pattern(
    'announce and end the memberships whose time has come, in one of 16 shards: a transaction for each 8',
    { shard: dueShard },
    ({ directory }, { shard }) =>
      runDueOfShard({ ...directory, steadyNow: () => Date.parse(expiresAt) }, shard, {
        onNotice: () => undefined,
        rest: 0,
      }),
  ),
  runJobChunk: chunkPattern('run the next part of a job', 'job_1'),
  runServiceGroupRemoval: chunkPattern('end the next memberships of a removed service group', 'job_2'),
  runAccountClosing: chunkPattern('remove the next users or service groups of a closed account', 'job_3'),
};
