import {
  addMember,
  checkAccess,
  closeAccount,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  findAccountByExternalId,
  findIdsByExternalIds,
  findServiceGroupByExternalId,
  findUserByExternalId,
  getAccount,
  getUser,
  getUserAsOf,
  grantTenant,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type ExternalIds,
  type Tenant,
} from '#libs/directory';
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import type { Role, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
beforeAll(async () => {
  opened = await openTestDirectory();
  ({ directory } = opened);
});
afterAll(() => opened.close());

let people = 0;
const person = (more: object = {}) => {
  people += 1;
  return { name: `Person ${people}`, email: `p${people}@x.example`, role: 'member' as Role, ...more };
};

async function newAccount(settings: object = {}): Promise<Tenant & { accountId: string }> {
  return grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme', ...settings }, byOperator)).state.accountId,
  );
}

const change = (tenant: Tenant, userId: UserId, details: object) =>
  commandUser(tenant, userId, { type: 'change_user', ...details }, byOperator);

const noFindings = { wrong: 0, stale: 0, pending: 0 };
const verified = async (tenant: Tenant) =>
  (await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0 })).findings;

describe('metadata', () => {
  test('is merged, key by key, and kept in any shape JSON has', async () => {
    const tenant = await newAccount();
    const metadata = {
      team: 'A',
      deep: { list: [1, 'two', null, { three: true }], empty: {} },
      umlaut: 'ä€😀',
    };
    const { userId } = (await createUser(tenant, person({ metadata }), byOperator)).state;
    expect((await getUser(tenant, userId)).metadata).toEqual(metadata);
    await change(tenant, userId, { metadata: { team: null, deep: { empty: null, more: 0.1 } } });
    expect((await getUser(tenant, userId)).metadata).toEqual({
      deep: { list: [1, 'two', null, { three: true }], more: 0.1 },
      umlaut: 'ä€😀',
    });
    await change(tenant, userId, { metadata: null });
    expect(await getUser(tenant, userId)).not.toHaveProperty('metadata');
    expect(await verified(tenant)).toEqual(noFindings);
  });

  test('that makes no difference is not a change, in whatever order its keys are', async () => {
    const tenant = await newAccount({ metadata: { a: 1, b: [2] } });
    const again = { type: 'change_account', metadata: { b: [2], a: 1, gone: null } } as const;
    expect((await commandAccount(tenant, again, byOperator)).events).toEqual([]);
  });

  test('may have 16 KB as JSON, of whatever characters, and not a byte more', async () => {
    const tenant = await newAccount();
    const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
    const sized = (bytes: number) => ({ text: `x${'ä'.repeat((bytes - 12) / 2)}` });
    const put = (metadata: object) =>
      updateServiceGroup(tenant, serviceGroupId, { metadata: { ...metadata } }, byOperator);
    await expect(put(sized(16_384))).resolves.toMatchObject({
      events: [{ type: 'service_group.settings_changed' }],
    });
    await expect(put({ x: 1 })).rejects.toMatchObject({ code: 'invalid_metadata', field: 'metadata' });
    await expect(put({ text: null, '': 1 })).rejects.toMatchObject({ code: 'invalid_metadata' });
    expect(await verified(tenant)).toEqual(noFindings);
  });
});

describe('metadata with many values', () => {
  test('is refused, also if a merge adds the last of them, and can be taken away again', async () => {
    const tenant = await newAccount({ metadata: { lists: Array.from({ length: 498 }, () => []) } });
    const change = (metadata: object) =>
      commandAccount(tenant, { type: 'change_account', metadata: { ...metadata } }, byOperator);
    await expect(change({ more: 1 })).rejects.toMatchObject({ code: 'invalid_metadata', field: 'metadata' });
    await expect(change({ lists: null, more: 1 })).resolves.toMatchObject({
      events: [{ type: 'account.settings_changed' }],
    });
    const nested = Array.from({ length: 250 }, () => ({ a: {} }));
    await expect(change({ nested })).rejects.toMatchObject({ code: 'invalid_metadata' });
  });
});

describe('an external id', () => {
  test('finds its user, its service group and its account, and nothing of another kind or account', async () => {
    const [tenant, other] = [await newAccount({ externalId: 'crm-1' }), await newAccount()];
    const { userId } = (await createUser(tenant, person({ externalId: 'x:1/#|%' }), byOperator)).state;
    const group = { name: 'dev', externalId: 'x:1/#|%' };
    const { serviceGroupId } = (await createServiceGroup(tenant, group, byOperator)).state;
    expect(await findUserByExternalId(tenant, 'x:1/#|%')).toMatchObject({ userId });
    expect(await findServiceGroupByExternalId(tenant, 'x:1/#|%')).toMatchObject({
      serviceGroupId,
    });
    expect(await findUserByExternalId(tenant, 'X:1/#|%')).toBeUndefined();
    expect(await findUserByExternalId(other, 'x:1/#|%')).toBeUndefined();
    expect(await findAccountByExternalId(directory, 'crm-1')).toMatchObject({ accountId: tenant.accountId });
    expect(await findAccountByExternalId(directory, 'x:1/#|%')).toBeUndefined();
  });

  test('is of nobody while it changes hands: who had it when it was looked up does not answer for it', async () => {
    const tenant = await newAccount();
    const { userId } = (await createUser(tenant, person({ externalId: 'ada' }), byOperator)).state;
    const group = { name: 'prod', externalId: 'prod' };
    const { serviceGroupId } = (await createServiceGroup(tenant, group, byOperator)).state;
    await addMember(tenant, serviceGroupId, userId, byOperator);
    const named = { user: 'ada', serviceGroup: 'prod' };
    const mayEnter = async (by: ExternalIds) =>
      (await checkAccess(tenant, userId, serviceGroupId, 'enter', by)).decision;
    expect(await findIdsByExternalIds(tenant, named)).toEqual({ userId, serviceGroupId });
    expect(await mayEnter(named)).toBe(true);
    await change(tenant, userId, { externalId: null });
    expect(await mayEnter(named)).toBe(false);
    expect(await mayEnter({ serviceGroup: 'prod' })).toBe(true);
    await updateServiceGroup(tenant, serviceGroupId, { externalId: 'other' }, byOperator);
    expect(await mayEnter({ serviceGroup: 'prod' })).toBe(false);
    expect(await mayEnter({})).toBe(true);
    expect(await findIdsByExternalIds(tenant, { ...named, serviceGroup: 'other' })).toEqual({
      serviceGroupId,
    });
  });

  test('is one user’s only, also when two ask for it at once, and free again when given back', async () => {
    const tenant = await newAccount();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => createUser(tenant, person({ externalId: 'hr-1' }), byOperator)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'external_id_taken' });
    const holder = (await findUserByExternalId(tenant, 'hr-1'))!.userId;
    const { userId } = (await createUser(tenant, person(), byOperator)).state;
    await expect(change(tenant, userId, { externalId: 'hr-1' })).rejects.toMatchObject({
      code: 'external_id_taken',
    });
    await change(tenant, holder, { externalId: 'hr-2' });
    await change(tenant, userId, { externalId: 'hr-1' });
    await change(tenant, holder, { externalId: null });
    expect(await findUserByExternalId(tenant, 'hr-1')).toMatchObject({ userId });
    expect(await findUserByExternalId(tenant, 'hr-2')).toBeUndefined();
    await removeUser(tenant, userId, byOperator);
    await createUser(tenant, person({ externalId: 'hr-1' }), byOperator);
    expect(await verified(tenant)).toEqual(noFindings);
  });

  test('of a removed service group and of a closed account is free again', async () => {
    const tenant = await newAccount({ externalId: 'crm-2' });
    const group = { name: 'dev', externalId: 'g-1' };
    const { serviceGroupId } = (await createServiceGroup(tenant, group, byOperator)).state;
    await removeServiceGroup(tenant, serviceGroupId, byOperator);
    await createServiceGroup(tenant, group, byOperator);
    await expect(newAccount({ externalId: 'crm-2' })).rejects.toMatchObject({ code: 'external_id_taken' });
    await closeAccount(tenant, byOperator);
    expect(await findAccountByExternalId(directory, 'crm-2')).toBeUndefined();
    await newAccount({ externalId: 'crm-2' });
  });

  test.each(['', ' x', 'x ', 'a\u0007b', 'x'.repeat(129)])('is refused when it is %j', async (externalId) => {
    await expect(newAccount({ externalId })).rejects.toMatchObject({ code: 'invalid_external_id' });
  });

  test('and its claims are rebuilt from events, and missed when they are gone', async () => {
    const tenant = await newAccount({ externalId: 'crm-3' });
    const { accountId } = tenant;
    await createUser(tenant, person({ externalId: 'hr-9' }), byOperator);
    for (const [PK, SK] of [
      [`account:${accountId}`, 'external-id:user:hr-9'],
      ['account-external-id:crm-3', 'account-external-id'],
    ])
      await opened.client.send(
        new DeleteItemCommand({ TableName: opened.tableName, Key: { PK: { S: PK! }, SK: { S: SK! } } }),
      );
    expect(await verified(tenant)).toMatchObject({ wrong: 2 });
    const { written, verification } = await rebuildAccount(tenant, { logSettledAfterMs: 0 });
    expect({ written, findings: verification.findings }).toEqual({ written: 2, findings: noFindings });
    expect(await findAccountByExternalId(directory, 'crm-3')).toMatchObject({ accountId });
  });
});

test('settings of an account are as they were at a time, and come back from its events', async () => {
  const limits = { users: 3, members: 7 };
  const tenant = await newAccount({ plan: 'free', limits });
  const before = await getAccount(tenant);
  const change = { type: 'change_account', plan: 'team', limits: { users: null, serviceGroups: 2 } } as const;
  const { events } = await commandAccount(tenant, change, byOperator);
  expect(events).toMatchObject([
    {
      data: {
        plan: 'team',
        previousPlan: 'free',
        limits: { members: 7, serviceGroups: 2 },
        previousLimits: limits,
      },
    },
  ]);
  expect(await getAccount(tenant)).toMatchObject({
    plan: 'team',
    limits: { members: 7, serviceGroups: 2 },
    limitsSince: { members: before.createdAt, serviceGroups: events[0]!.at },
  });
  expect(await verified(tenant)).toEqual(noFindings);
  const gone = { type: 'change_account', plan: null, limits: null } as const;
  const { state } = await commandAccount(tenant, gone, byOperator);
  for (const name of ['plan', 'limits', 'limitsSince']) expect(state).not.toHaveProperty(name);
});

test('an invited user may be a member, becomes active once, and owns nothing before', async () => {
  const tenant = await newAccount();
  const invitee = person({ status: 'invited', role: 'owner' });
  const { state, events } = await createUser(tenant, invitee, byOperator);
  const { userId } = state;
  expect(events.map(({ type }) => type)).toEqual(['user.invited']);
  expect(state.status).toBe('invited');
  for (const type of ['suspend_user', 'reactivate_user'] as const)
    await expect(commandUser(tenant, userId, { type }, byOperator)).rejects.toMatchObject({
      code: 'user_invited',
    });
  const { userId: owner } = (await createUser(tenant, person({ role: 'owner' }), byOperator)).state;
  await expect(removeUser(tenant, owner, byOperator)).rejects.toMatchObject({
    code: 'last_owner',
  });
  const activated = await commandUser(tenant, userId, { type: 'activate_user' }, byOperator);
  expect(activated.events.map(({ type }) => type)).toEqual(['user.activated']);
  expect((await commandUser(tenant, userId, { type: 'activate_user' }, byOperator)).events).toEqual([]);
  await removeUser(tenant, owner, byOperator);
  expect((await getUserAsOf(tenant, userId, state.createdAt)).status).toBe('invited');
  expect(await verified(tenant)).toEqual(noFindings);
});
