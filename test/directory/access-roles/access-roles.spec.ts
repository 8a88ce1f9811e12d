/** @engines both */
import { Readable } from 'node:stream';
import { GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  accessRolesAsOf,
  closeAccount,
  createAccount,
  getHistory,
  grantTenant,
  importAccount,
  loadAccessRoles,
  readAccessRoles,
  readAccessRolesAsOf,
  replaceAccessRoles,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import {
  accessRolesIdOf,
  MAX_ACCESS_ROLES,
  MAX_ACCESS_ROLES_BYTES,
  MAX_PERMISSIONS,
  rolesOf,
  type AccessRoleInput,
} from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem, withParsedEvents } from '../../support/directory/items.js';
import { expectNothingWrong, wrongFindings } from '../../support/directory/nothing-wrong.js';
import { exportAccount, rebuildAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let calls: CallReport[];
beforeEach(async () => {
  calls = [];
  opened = await openTestDirectory({ onCall: (report) => calls.push(report) });
  ({ directory } = opened);
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
});
afterEach(() => opened.close());

const reader: AccessRoleInput = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
const deployer: AccessRoleInput = { key: 'deployer', name: 'Deployer', permissions: ['deploy', 'logs.read'] };
const replace = (roles: readonly AccessRoleInput[], context: CommandContext = byOperator, of = tenant) =>
  replaceAccessRoles(of, roles, context);
const keysOf = ({ roles }: { roles: readonly { key: string }[] }) => roles.map(({ key }) => key);
/** The calls that write, of which a transaction is one. */
const writes = () =>
  calls.map(({ operation }) => operation).filter((operation) => !/^(Get|BatchGet|Query)/.test(operation));
const TRANSACTION = 'TransactWriteItems';

/** As a table is until `rollbook migrate --run`. */
async function setShape(shape: number, at = opened): Promise<void> {
  await at.client.send(
    new UpdateItemCommand({
      TableName: at.tableName,
      Key: { PK: { S: 'table' }, SK: { S: 'shape' } },
      UpdateExpression: 'SET shape = :shape',
      ExpressionAttributeValues: { ':shape': { N: String(shape) } },
    }),
  );
}

/** As many roles as an account may have, which take as many bytes as they may. */
function largest(roles: number): AccessRoleInput[] {
  const named = (n: number, name: string) => ({ key: `role-${n}`, name, description: '', permissions: [] });
  const made = Array.from({ length: roles }, (_, n) => named(n, 'x'));
  let left = MAX_ACCESS_ROLES_BYTES - Buffer.byteLength(JSON.stringify(made));
  return made.map((role, n) => {
    const permissions: string[] = [];
    // Each with its quotes, and a comma after the first.
    while (left > 103 && permissions.length < MAX_PERMISSIONS) {
      permissions.push(`${permissions.length}`.padEnd(100, 'p'));
      left -= permissions.length === 1 ? 102 : 103;
    }
    if (n < roles - 1 || left < 3) return { ...role, permissions };
    const last = Math.min(left - (permissions.length === 0 ? 2 : 3), 100);
    left = 0;
    return { ...role, permissions: [...permissions, 'z'.repeat(last)] };
  });
}

test('an account has none at first; a set is stored whole, changed by key, and read as it was at any time', async () => {
  expect(await readAccessRoles(tenant)).toEqual({
    accessRolesId: accessRolesIdOf(tenant.accountId),
    accountId: tenant.accountId,
    roles: [],
    version: 0,
  });
  const first = await replace([reader, deployer]);
  expect(first.events.map(({ type }) => type)).toEqual(['access_role.created', 'access_role.created']);
  const { state } = first;
  expect(keysOf(state)).toEqual(['deployer', 'log-reader']);
  expect(state).toMatchObject({ version: 2, updatedBy: 'operator:test' });
  expect(await readAccessRoles(tenant)).toEqual(await readAccessRolesAsOf(tenant, state.updatedAt!));
  expect(await readAccessRoles(tenant)).toMatchObject(state);

  const changed = await replace([{ ...reader, permissions: ['logs.read', 'logs.export'] }]);
  expect(changed.events.map(({ type }) => type)).toEqual(['access_role.removed', 'access_role.changed']);
  const idOf = (key: string) => state.roles.find((role) => role.key === key)?.accessRoleId;
  expect(changed.state.roles).toEqual([
    {
      accessRoleId: idOf('log-reader'),
      ...reader,
      description: '',
      permissions: ['logs.export', 'logs.read'],
    },
  ]);
  const again = await replace([reader, deployer]);
  expect(again.state.roles.find(({ key }) => key === 'deployer')?.accessRoleId).not.toBe(idOf('deployer'));
  expect(rolesOf(await accessRolesAsOf(tenant, state.updatedAt!))).toEqual(state.roles);
  const before = new Date(Date.parse(state.createdAt!) - 1).toISOString();
  expect(await accessRolesAsOf(tenant, before)).toEqual({ status: 'none' });
  const history = await getHistory(tenant, accessRolesIdOf(tenant.accountId), { limit: 100 });
  expect(history.items.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  await expectNothingWrong(tenant);
});

test('the same set again changes nothing, and writes nothing', async () => {
  await replace([reader, deployer]);
  const { version } = await readAccessRoles(tenant);
  calls.length = 0;
  expect((await replace([deployer, reader])).events).toEqual([]);
  expect(writes()).toEqual([]);
  expect((await readAccessRoles(tenant)).version).toBe(version);
});

test.each([1, 25, MAX_ACCESS_ROLES])(
  'an item with all that %i roles may have takes 12 KB at most, and one transaction',
  async (count) => {
    const roles = largest(count);
    const bytes = Buffer.byteLength(JSON.stringify(roles));
    expect(bytes).toBe(MAX_ACCESS_ROLES_BYTES);
    calls.length = 0;
    await replace(roles);
    expect(writes()).toEqual([TRANSACTION]);
    const found = await opened.client.send(
      new GetItemCommand({
        TableName: opened.tableName,
        Key: {
          PK: { S: `account:${tenant.accountId}` },
          SK: { S: 'access-roles' },
        },
        ConsistentRead: true,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    expect(found.ConsumedCapacity?.CapacityUnits).toBeLessThanOrEqual(3);
    expect(rolesOf(await loadAccessRoles(directory, tenant.accountId))).toHaveLength(count);
    await expectNothingWrong(tenant);
  },
);

test('50 roles cannot be exchanged for 50 others in one transaction, which is refused; in two steps they are', async () => {
  const named = (kind: string) =>
    Array.from({ length: MAX_ACCESS_ROLES }, (_, n) => ({ ...reader, key: `${kind}-${n}` }));
  await replace(named('a'));
  await expect(replace(named('b'))).rejects.toMatchObject({ code: 'change_too_large', field: 'accessRoles' });
  await replace([]);
  expect(keysOf((await replace(named('b'))).state)).toHaveLength(MAX_ACCESS_ROLES);
});

test('of two who have seen the same version, one is refused; nobody has seen a version before the first', async () => {
  const seen = (expectedVersion: number) => ({ ...byOperator, expectedVersion });
  await expect(replace([reader], seen(1))).rejects.toMatchObject({ code: 'version_mismatch' });
  const results = await Promise.allSettled([replace([reader], seen(0)), replace([deployer], seen(0))]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'version_mismatch' });
  expect((await readAccessRoles(tenant)).roles).toHaveLength(1);
});

test('a table of an earlier shape takes none: neither of an account nor with a new one, and stores nothing', async () => {
  await setShape(2);
  calls.length = 0;
  const refusal = { code: 'access_roles_not_enabled', field: 'accessRoles' };
  await expect(replace([reader])).rejects.toMatchObject(refusal);
  await expect(
    createAccount(directory, { name: 'B', accessRoles: [reader] }, byOperator),
  ).rejects.toMatchObject(refusal);
  expect(writes()).toEqual([]);
  expect((await replace([])).events).toEqual([]);
  calls.length = 0;
  await createAccount(directory, { name: 'C' }, byOperator);
  expect(calls.map(({ operation }) => operation)).toEqual([TRANSACTION]);
  await setShape(3);
  expect((await replace([reader])).events).toHaveLength(1);
});

test('an account is created with its first roles, in one transaction, or not at all', async () => {
  calls.length = 0;
  const created = await createAccount(directory, { name: 'B', accessRoles: [reader, deployer] }, byOperator);
  expect(created.events.map(({ type }) => type)).toEqual([
    'account.created',
    'access_role.created',
    'access_role.created',
  ]);
  expect(new Set(created.events.map(({ correlationId }) => correlationId)).size).toBe(1);
  expect(writes()).toEqual([TRANSACTION]);
  const other = grantTenant(directory, created.state.accountId);
  expect(keysOf(await readAccessRoles(other))).toEqual(['deployer', 'log-reader']);
  expect((await readAccessRoles(tenant)).roles).toEqual([]);
  await expectNothingWrong(other);
  calls.length = 0;
  await expect(
    createAccount(directory, { name: 'D', accessRoles: [reader, { ...reader, key: 'Bad Key' }] }, byOperator),
  ).rejects.toMatchObject({ code: 'invalid_access_role', field: 'accessRoles/1/key' });
  expect(writes()).toEqual([]);
});

test('roles of an account that is closed can neither be read nor changed, and are found sound', async () => {
  await replace([reader]);
  await closeAccount(tenant, byOperator);
  await expect(readAccessRoles(tenant)).rejects.toMatchObject({ code: 'account_not_found' });
  await expect(replace([deployer])).rejects.toMatchObject({ code: 'account_not_found' });
  await expectNothingWrong(tenant);
});

test('a rebuild writes a lost or forged set anew, and an export has it', async () => {
  await replace([reader, deployer]);
  await replace([reader]);
  const ofAccount = async (at = opened) =>
    (await everyItem(at)).filter(({ entity }) => entity === 'access-roles').map(withParsedEvents);
  const before = await ofAccount();
  expect(before).toHaveLength(1);
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key: {
        PK: { S: `account:${tenant.accountId}` },
        SK: { S: `access-roles:${accessRolesIdOf(tenant.accountId)}` },
      },
      UpdateExpression: 'SET #r = :r',
      ExpressionAttributeNames: { '#r': 'roles' },
      ExpressionAttributeValues: { ':r': { S: 'nothing that can be read' } },
    }),
  );
  expect((await readAccessRoles(tenant)).roles).toEqual([]);
  expect(await wrongFindings(tenant)).toMatchObject([{ entity: 'access-roles' }]);
  await rebuildAccount(tenant);
  expect(await ofAccount()).toEqual(before);
  await expectNothingWrong(tenant);

  const target = await openTestDirectory();
  const lines: string[] = [];
  for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
  await setShape(2, target);
  await expect(importAccount(target.directory, Readable.from(lines))).rejects.toThrow(/migrate --run/);
  await setShape(3, target);
  await importAccount(target.directory, Readable.from(lines));
  expect(await readAccessRoles(grantTenant(target.directory, tenant.accountId))).toEqual(
    await readAccessRoles(tenant),
  );
  await target.close();
});
