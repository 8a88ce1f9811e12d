/** @engines both */
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import {
  addMember,
  approveAccessRequest,
  CAPACITY_CONTRACT,
  checkAccess,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  listActions,
  listServiceGroups,
  listServiceGroupsOfUser,
  listUsers,
  listWhoMay,
  refuseAccessRequest,
  REQUEST_CAPACITY,
  removeMember,
  replaceAccessRoles,
  requestAccess,
  updateServiceGroup,
  withdrawAccessRequest,
  type Directory,
} from '#libs/directory';
import { onDynamoDBLocal, testOfCalls } from '../../support/engines/engine.js';
import { recordCalls, type RecordedCall } from '../../support/engines/recorded-calls.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { listAccounts, listMembers } from '../../support/directory/settled.js';

/**
 * The capacity contract of docs/ARCHITECTURE.md. Units are asserted on the embedded engine, whose counting is the
 * service's. DynamoDB Local counts a new item of a transaction twice: there only the calls are.
 */

let opened: TestDirectory;
let directory: Directory;
let reports: CallReport[] = [];
let recorded: RecordedCall[] = [];

beforeAll(async () => {
  opened = await openTestDirectory({ onCall: (report) => reports.push(report) });
  ({ directory } = opened);
  recorded = recordCalls(opened.client);
  // The key of the month is made with its first user, and kept in memory.
  const { accountId } = (await createAccount(directory, { name: 'First' }, byOperator)).state;
  const first = { name: 'First', email: 'first@x.example', role: 'member' } as const;
  await createUser(grantTenant(directory, accountId), first, byOperator);
});
afterAll(() => opened.close());

async function costOf(command: () => Promise<unknown>) {
  reports = [];
  recorded.length = 0;
  await command();
  const writes = reports.filter(({ operation }) => operation === 'TransactWriteItems');
  const reads = reports.filter(({ operation }) => operation !== 'TransactWriteItems');
  const [write] = writes;
  return {
    readCalls: reads.length,
    writeCalls: writes.length,
    // Each item of a transaction, condition checks too, is two units of its key.
    accountKey: 2 * recorded.filter(isWriteOfAccountKey).length,
    ...(!onDynamoDBLocal() && {
      write: { table: write?.capacity?.table, index: write?.capacity?.indexes['GSI1'] ?? 0 },
    }),
  };
}

function isWriteOfAccountKey({ action, partitionKey }: RecordedCall): boolean {
  return /Put|Update|Delete|ConditionCheck/.test(action) && Boolean(partitionKey?.startsWith('account:'));
}

/** What the contract promises, which the capacity and cost model estimates with too. */
const PROMISED = { ...CAPACITY_CONTRACT, ...REQUEST_CAPACITY };
const costs = (command: keyof typeof PROMISED) => {
  const { readCalls, table, index, accountKey } = PROMISED[command];
  return { readCalls, writeCalls: 1, accountKey, ...(!onDynamoDBLocal() && { write: { table, index } }) };
};

testOfCalls()(
  'each command takes one transaction of the units that were promised, after one round of reads',
  async () => {
    let accountId = '';
    expect(
      await costOf(async () => {
        ({ accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state);
      }),
    ).toEqual(costs('createAccount'));
    const tenant = grantTenant(directory, accountId);

    let userId: UserId = 'user_';
    const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    expect(
      await costOf(async () => {
        ({ userId } = (await createUser(tenant, ada, byOperator)).state);
      }),
    ).toEqual(costs('createUser'));

    const rename = { type: 'change_user', name: 'Ada L' } as const;
    expect(await costOf(() => commandUser(tenant, userId, rename, byOperator))).toEqual(costs('changeUser'));

    let groupId: ServiceGroupId = 'sgrp_';
    expect(
      await costOf(async () => {
        groupId = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state.serviceGroupId;
      }),
    ).toEqual(costs('createServiceGroup'));

    expect(await costOf(() => addMember(tenant, groupId, userId, byOperator))).toEqual(costs('addMember'));
    expect(await costOf(() => removeMember(tenant, groupId, userId, byOperator))).toEqual(
      costs('removeMember'),
    );
  },
);

testOfCalls()(
  'a request for access and its decision are one transaction each, and so is the membership',
  async () => {
    const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
    const tenant = grantTenant(directory, accountId);
    const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    const { userId } = (await createUser(tenant, ada, byOperator)).state;
    const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
    const membershipRules = { membersMayAsk: true };
    await updateServiceGroup(tenant, serviceGroupId, { membershipRules }, byOperator);
    const byAda = { actor: `user:${userId}`, correlationId: 'test' } as const;
    const wish = { userId, serviceGroupId, reason: 'To deploy' };
    const ask = async () => (await requestAccess(tenant, wish, byAda)).state.accessRequestId;
    const decision = { decider: { actor: 'operator:test', isAdmin: true } } as const;

    let id = await ask();
    expect(await costOf(() => refuseAccessRequest(tenant, id, decision, byOperator))).toEqual(
      costs('refuseAccessRequest'),
    );
    expect(
      await costOf(async () => {
        id = await ask();
      }),
    ).toEqual(costs('requestAccess'));
    expect(await costOf(() => withdrawAccessRequest(tenant, id, byAda))).toEqual(
      costs('withdrawAccessRequest'),
    );
    id = await ask();
    expect(await costOf(() => approveAccessRequest(tenant, id, decision, byOperator))).toEqual(
      costs('approveAccessRequest'),
    );
    await removeMember(tenant, serviceGroupId, userId, byOperator);
    id = await ask();
    const shorter = { ...decision, lengthSeconds: 3_600 };
    expect(await costOf(() => approveAccessRequest(tenant, id, shorter, byOperator))).toEqual(
      costs('approveAccessRequestWithEnd'),
    );
  },
);

testOfCalls()('each list is one query, whatever else is read with it in one call', async () => {
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, ada, byOperator)).state;
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  const page = { limit: 25 };
  const operationsOf = async (read: () => Promise<unknown>) => {
    reports = [];
    await read();
    return reports.map(({ operation }) => operation).sort();
  };
  // Their counts are behind the list: for operators only.
  expect(await operationsOf(() => listAccounts(directory, page))).toEqual(['BatchGetItem', 'Query']);
  const account = ['GetItem', 'Query'];
  expect(await operationsOf(() => listUsers(tenant, page))).toEqual(account);
  expect(await operationsOf(() => listServiceGroups(tenant, page))).toEqual(account);
  const beside = ['BatchGetItem', 'Query'];
  expect(await operationsOf(() => listServiceGroupsOfUser(tenant, userId, page))).toEqual(beside);
  expect(await operationsOf(() => listMembers(tenant, serviceGroupId, page))).toEqual(beside);
});

/** Access roles of about so many bytes, of which a membership has the first. */
function accessRoles(bytes: number) {
  const permission = (n: number) => `p${String(n).padStart(9, '0')}`;
  const roles = Array.from({ length: Math.ceil(bytes / 1_000) }, (_, place) => ({
    key: `role-${String(place).padStart(2, '0')}`,
    name: 'R',
    permissions: Array.from({ length: 70 }, (_, n) => permission(n)),
  }));
  return [{ key: 'reader', name: 'Reader', permissions: ['logs.read'] }, ...roles];
}

testOfCalls()(
  'a check is one call: to enter 4 units, and for a permission one more for each 4 KB of access roles',
  async () => {
    const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
    const tenant = grantTenant(directory, accountId);
    const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    const { userId } = (await createUser(tenant, ada, byOperator)).state;
    const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
    await addMember(tenant, serviceGroupId, userId, byOperator);
    const unitsOf = async (read: () => Promise<unknown>) => {
      reports = [];
      await read();
      expect(reports.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
      return reports[0]!.capacity?.table;
    };
    const check = (action: string) => checkAccess(tenant, userId, serviceGroupId, action);
    const page = { limit: 25 };
    const expected = (units: number) => (onDynamoDBLocal() ? (expect.any(Number) as number) : units);
    expect(await unitsOf(() => check('enter'))).toEqual(expected(4));
    expect(await unitsOf(() => check('logs.read'))).toEqual(expected(5));
    for (const [kilobytes, units] of [
      [1, 5],
      [5, 6],
      [11, 7],
    ] as const) {
      await replaceAccessRoles(tenant, accessRoles((kilobytes - 0.1) * 1_000), byOperator);
      await removeMember(tenant, serviceGroupId, userId, byOperator);
      await addMember(tenant, serviceGroupId, userId, byOperator, { accessRole: 'reader' });
      expect((await check('logs.read')).decision).toBe(true);
      const read = {
        entering: await unitsOf(() => check('enter')),
        permission: await unitsOf(() => check('logs.read')),
        unknown: await unitsOf(() => check('nobody.knows')),
        actions: await unitsOf(() => listActions(tenant, userId, serviceGroupId, page)),
      };
      const all = { permission: units, unknown: units, actions: units };
      expect({ kilobytes, ...read }).toEqual({
        kilobytes,
        ...Object.fromEntries(
          Object.entries({ entering: 4, ...all }).map(([name, of]) => [name, expected(of)]),
        ),
      });
    }
    const operationsOf = async (read: () => Promise<unknown>) => {
      reports = [];
      await read();
      return reports.map(({ operation }) => operation).sort();
    };
    const list = ['BatchGetItem', 'Query'];
    expect(await operationsOf(() => listWhoMay(tenant, serviceGroupId, 'logs.read', page))).toEqual(list);
    const ofUser = { ...page, action: 'logs.read' };
    expect(await operationsOf(() => listServiceGroupsOfUser(tenant, userId, ofUser))).toEqual(list);
  },
);
