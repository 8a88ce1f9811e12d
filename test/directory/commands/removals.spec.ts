import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addMember,
  changeMembers,
  closeAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  getAccount,
  getHistory,
  getJob,
  getUser,
  grantTenant,
  listServiceGroupsOfUser,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  refreshOnceIndexed,
  removeServiceGroup,
  removeUser,
  runJobChunk,
  startBulkJob,
  steerJob,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { listAuditLog, listMembers } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
const page = { limit: 100 };
const refused = (code: string): unknown => expect.objectContaining({ code });

inAccount((account) => ({ opened, directory, tenant } = account));

async function newUsers(count: number): Promise<UserId[]> {
  const create = async (_: unknown, index: number) => {
    const input = { name: `User ${index}`, email: `u${index}@x.example`, role: 'member' } as const;
    return (await createUser(tenant, input, byOperator)).state.userId;
  };
  return Promise.all(Array.from({ length: count }, create));
}

async function newGroups(count: number): Promise<ServiceGroupId[]> {
  const create = async (_: unknown, index: number) =>
    (await createServiceGroup(tenant, { name: `group ${index}` }, byOperator)).state.serviceGroupId;
  return Promise.all(Array.from({ length: count }, create));
}

const itemsOf = async (entity: string) =>
  (await everyItem(opened)).filter(
    (item) => item['entity'] === entity && item['accountId'] === tenant.accountId,
  );

async function onlyJob(): Promise<string> {
  const jobs = await itemsOf('job');
  expect(jobs).toHaveLength(1);
  return jobs[0]?.['jobId'] as string;
}

describe('a removed service group', () => {
  test('has no members for any reader from the moment of its removal, before any membership is touched', async () => {
    const [users, [gone, stays]] = [await newUsers(3), await newGroups(2)];
    for (const group of [gone!, stays!])
      for (const user of users) await addMember(tenant, group, user, byOperator);
    await removeServiceGroup(tenant, gone!, byOperator);

    expect(await itemsOf('membership')).toHaveLength(6);
    await expect(listMembers(tenant, gone!, page)).rejects.toEqual(refused('service_group_not_found'));
    for (const user of users) {
      const { items } = await listServiceGroupsOfUser(tenant, user, page);
      expect(items.map(({ serviceGroupId }) => serviceGroupId)).toEqual([stays]);
    }
    await expect(addMember(tenant, gone!, users[0]!, byOperator)).rejects.toEqual(
      refused('service_group_not_found'),
    );
  });

  test('leaves each member an event, a past membership, and nothing else', async () => {
    const [users, [gone]] = [await newUsers(30), await newGroups(1)];
    await Promise.all(users.map((user) => addMember(tenant, gone!, user, byOperator)));
    const removal = await removeServiceGroup(tenant, gone!, byOperator);
    const removedAt = removal.events[0]?.at;
    expect(await finishJob(directory, await onlyJob())).toBeGreaterThan(1);

    expect(await itemsOf('membership')).toEqual([]);
    const past = await itemsOf('past-membership');
    expect(past).toHaveLength(30);
    for (const membership of past) expect(membership['until']).toBe(removedAt);
    for (const user of users) {
      expect(await getUser(tenant, user)).toMatchObject({ membershipCount: 0, version: 3 });
      const { items } = await getHistory(tenant, user, page);
      expect(items.at(-1)).toMatchObject({
        type: 'service_group.member_removed',
        causationId: removal.events[0]?.eventId,
        data: { reason: 'service_group_removed', until: removedAt },
      });
    }
    expect((await itemsOf('fences'))[0]?.['removedIds']).toBeUndefined();
    expect(await runJobChunk(directory, await onlyJob())).toBe('not running');
  });

  test('is cleaned up in the same way if two workers run its job while members change', async () => {
    const [users, [gone]] = [await newUsers(60), await newGroups(1)];
    await Promise.all(users.map((user) => addMember(tenant, gone!, user, byOperator)));
    await removeServiceGroup(tenant, gone!, byOperator);
    const jobId = await onlyJob();
    const change = async (user: UserId, index: number) => {
      if (index % 3 === 0) await removeUser(tenant, user, byOperator);
      else await commandUser(tenant, user, { type: 'change_user', name: `New ${index}` }, byOperator);
    };
    const worker = () => finishJob(directory, jobId);
    await Promise.all([worker(), worker(), ...users.map(change)]);
    expect(await itemsOf('membership')).toEqual([]);
    expect(await itemsOf('past-membership')).toHaveLength(60);
    for (const [index, user] of users.entries()) {
      const { items } = await getHistory(tenant, user, page);
      expect(items.map(({ version }) => version)).toEqual(items.map((_, position) => position + 1));
      if (index % 3 !== 0) expect(await getUser(tenant, user)).toMatchObject({ membershipCount: 0 });
    }
  });
});

describe('a removed user', () => {
  test('with few memberships loses them in the same transaction', async () => {
    const [[user], groups] = [await newUsers(1), await newGroups(43)];
    for (const group of groups) await addMember(tenant, group, user!, byOperator);
    const { events } = await removeUser(tenant, user!, byOperator);
    expect(events.map(({ type }) => type)).toEqual(['user.removed']);
    expect(await itemsOf('membership')).toEqual([]);
    expect(await itemsOf('past-membership')).toHaveLength(43);
    expect(await itemsOf('job')).toEqual([]);
    expect((await listMembers(tenant, groups[0]!, page)).items).toEqual([]);
  });

  test('with many memberships is in no list from the moment of the removal, and a job moves them', async () => {
    const [[user, other], groups] = [await newUsers(2), await newGroups(60)];
    for (const group of groups) await addMember(tenant, group, user!, byOperator);
    await addMember(tenant, groups[0]!, other!, byOperator);
    await removeUser(tenant, user!, byOperator);

    expect(await itemsOf('membership')).toHaveLength(61);
    const { items } = await listMembers(tenant, groups[0]!, page);
    expect(items.map(({ userId }) => userId)).toEqual([other]);
    await expect(listServiceGroupsOfUser(tenant, user!, page)).rejects.toEqual(refused('user_not_found'));
    const jobId = await onlyJob();
    expect(await runJobChunk(directory, jobId)).toBe('more');
    const again = removeUser(tenant, user!, byOperator);
    await expect(again).rejects.toEqual(refused('user_not_found'));
    await finishJob(directory, jobId);
    expect(await itemsOf('membership')).toHaveLength(1);
    expect(await itemsOf('past-membership')).toHaveLength(60);
  });
});

describe('a closed account', () => {
  test('is gone for every reader at once, and loses its users and service groups by a job', async () => {
    const [users, groups] = [await newUsers(25), await newGroups(60)];
    for (const group of groups) await addMember(tenant, group, users[0]!, byOperator);
    await addMember(tenant, groups[0]!, users[1]!, byOperator);
    await closeAccount(tenant, byOperator);
    await expect(getAccount(tenant)).rejects.toEqual(refused('account_not_found'));
    await expect(newUsers(1)).rejects.toEqual(refused('account_not_found'));
    const jobs = async () => (await itemsOf('job')).filter(({ status }) => status === 'running');
    for (let running = await jobs(); running.length > 0; running = await jobs())
      for (const job of running) await finishJob(directory, job['jobId'] as string);

    expect(await itemsOf('membership')).toEqual([]);
    expect(await itemsOf('past-membership')).toHaveLength(61);
    for (const entity of ['email-claim', 'service-group-name-claim', 'owner'])
      expect(await itemsOf(entity)).toEqual([]);
    for (const entity of ['user', 'service-group'])
      for (const head of await itemsOf(entity)) expect(head['status']).toBe('removed');
    const { items } = await listAuditLog(tenant, { limit: 100, types: ['user.removed'] });
    expect(items).toHaveLength(25);
    expect((await itemsOf('fences'))[0]?.['removedIds']).toBeUndefined();
  });
});

describe('removals that are in progress', () => {
  const MAX_FENCES = 2_000;
  const others = new Set(
    Array.from({ length: MAX_FENCES - 1 }, (_, n) => `sgrp_${String(n).padStart(26, '0')}`),
  );
  /** As if so many more were in progress. The account has a fence already. */
  async function fence(how: 'ADD' | 'DELETE') {
    await opened.client.send(
      new UpdateItemCommand({
        TableName: opened.tableName,
        Key: marshall({ PK: `account:${tenant.accountId}`, SK: 'fences' }),
        UpdateExpression: `${how} removedIds :ids`,
        ExpressionAttributeValues: marshall({ ':ids': others }),
      }),
    );
  }

  test('are bounded: the next is refused and can be sent again, and lists go on', async () => {
    const [[user], [first, second, third]] = [await newUsers(1), await newGroups(3)];
    await addMember(tenant, third!, user!, byOperator);
    await removeServiceGroup(tenant, first!, byOperator);
    await fence('ADD');
    const refusal = { name: 'ContentionError', retryAfterSeconds: 5 };
    await expect(removeServiceGroup(tenant, second!, byOperator)).rejects.toMatchObject(refusal);
    expect((await listServiceGroupsOfUser(tenant, user!, page)).items).toHaveLength(1);
    // Whoever has few memberships needs no fence.
    await removeUser(tenant, user!, byOperator);
    await finishJob(directory, await onlyJob());
    await removeServiceGroup(tenant, second!, byOperator);
  });

  test('let a bulk job and a closing wait, which then go on', async () => {
    const [[user], [gone, ...groups]] = [await newUsers(1), await newGroups(61)];
    for (const group of groups) await addMember(tenant, group, user!, byOperator);
    await removeServiceGroup(tenant, gone!, byOperator);
    await fence('ADD');
    const selection = { users: [{ userId: user! }] };
    const manages = { mayManageOwners: true, mayManageAdmins: true };
    const asked = { action: 'remove', serviceGroupIds: [], selection, ...manages } as const;
    const { job: bulk } = await startBulkJob(tenant, asked, byOperator);
    expect(await runJobChunk(directory, bulk.jobId)).toBe('waiting');
    await closeAccount(tenant, byOperator);
    const [closing] = (await itemsOf('job')).filter(({ type }) => type === 'close-account');
    const closingId = closing!['jobId'] as string;
    expect(await runJobChunk(directory, closingId)).toBe('waiting');
    await fence('DELETE');
    expect(await runJobChunk(directory, closingId)).toBe('more');
    await finishJob(directory, closingId);
    for (const entity of ['user', 'service-group'])
      for (const head of await itemsOf(entity)) expect(head['status']).toBe('removed');
  });
});

describe('a job', () => {
  test('is paused and resumed, and tells how far it is', async () => {
    const [users, [gone]] = [await newUsers(30), await newGroups(1)];
    const rows = users.map((userId) => ({ operation: 'add', userId }) as const);
    await changeMembers(tenant, gone!, rows, byOperator);
    await removeServiceGroup(tenant, gone!, byOperator);
    const jobId = await onlyJob();
    await indexesSettled();
    expect(await runJobChunk(directory, jobId)).toBe('more');
    const paused = await steerJob(tenant, jobId, 'paused', byOperator);
    expect(paused.state).toMatchObject({ status: 'paused', processed: 24 });
    expect(await runJobChunk(directory, jobId)).toBe('not running');
    expect(await itemsOf('membership')).toHaveLength(6);
    await steerJob(tenant, jobId, 'running', byOperator);
    await finishJob(directory, jobId);
    expect(await getJob(tenant, jobId)).toMatchObject({ status: 'done', processed: 30 });
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    await expect(getJob(grantTenant(directory, state.accountId), jobId)).rejects.toEqual(
      refused('job_not_found'),
    );
  });
});

describe('what memberships copy', () => {
  test('follows a change of the user and of the service group, even if it is notified late or twice', async () => {
    const [[user], [group]] = [await newUsers(1), await newGroups(1)];
    const [userId, groupId] = [user!, group!];
    await addMember(tenant, groupId, userId, byOperator);
    const change = { type: 'change_user', name: 'Renamed', email: 'new@x.example', role: 'admin' } as const;
    await commandUser(tenant, userId, change, byOperator);
    await updateServiceGroup(tenant, groupId, { name: 'renamed' }, byOperator);
    for (let round = 0; round < 2; round += 1) {
      await refreshMembershipsOfUser(directory, tenant.accountId, userId);
      await refreshOnceIndexed(directory, tenant.accountId, groupId);
      expect((await listMembers(tenant, groupId, page)).items).toMatchObject([
        { userName: 'Renamed', userEmail: 'new@x.example', userRole: 'admin', serviceGroupName: 'renamed' },
      ]);
    }
  });

  test('is not restored by a change notified after the end of the membership', async () => {
    const [[user], [group]] = [await newUsers(1), await newGroups(1)];
    await addMember(tenant, group!, user!, byOperator);
    await commandUser(tenant, user!, { type: 'change_user', name: 'New' }, byOperator);
    await removeUser(tenant, user!, byOperator);
    await refreshMembershipsOfUser(directory, tenant.accountId, user!);
    await refreshMembershipsOfServiceGroup(directory, tenant.accountId, group!);
    expect(await itemsOf('membership')).toEqual([]);
  });
});
