import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  commandUser,
  createAccount,
  createUser,
  erasePersonalData,
  findUserOfIdentity,
  findUsersOfIdentity,
  getHistory,
  grantTenant,
  linkIdentity,
  listIdentities,
  removeUser,
  unlinkIdentity,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

const identity = { issuer: 'https://login.acme.example/realms/staff', subject: '24:8289|76' };

async function newAccount(): Promise<Tenant> {
  return grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
}

let emails = 0;
async function newUser(owner = tenant): Promise<UserId> {
  const input = { name: 'Ada', email: `ada${(emails += 1)}@x.example`, role: 'member' } as const;
  return (await createUser(owner, input, byOperator)).state.userId;
}

const link = (userId: UserId, given = identity, owner = tenant) =>
  linkIdentity(owner, { userId, method: 'admin', ...given }, byOperator);

describe('an identity', () => {
  test('leads to its user in each account, until it is unlinked', async () => {
    const other = await newAccount();
    const [here, there] = [await newUser(), await newUser(other)];
    await link(here);
    await link(there, identity, other);
    const users = await findUsersOfIdentity(directory, identity);
    expect(new Set(users.map(({ userId }) => userId))).toEqual(new Set([here, there]));
    expect(await findUserOfIdentity(other, identity)).toBe(there);
    await unlinkIdentity(tenant, { userId: here, which: () => true }, byOperator);
    expect(await findUsersOfIdentity(directory, identity)).toEqual([
      { accountId: other.accountId, userId: there },
    ]);
    const { items } = await getHistory(tenant, here, { limit: 10 });
    expect(items.map(({ type }) => type)).toEqual([
      'user.created',
      'user.identity_linked',
      'user.identity_unlinked',
    ]);
  });

  test('linked twice to the same user is linked once', async () => {
    const userId = await newUser();
    await link(userId);
    expect((await link(userId)).events).toEqual([]);
    expect(await listIdentities(tenant, userId)).toEqual([{ ...identity, linkedAt: expect.any(String) }]);
  });

  test('claimed for twenty users at once becomes one user’s', async () => {
    const userIds = await Promise.all(Array.from({ length: 20 }, () => newUser()));
    const results = await Promise.allSettled(userIds.map((userId) => link(userId)));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array(19).fill('identity_taken'),
    );
    const users = await findUsersOfIdentity(directory, identity);
    expect(users.filter(({ accountId }) => accountId === tenant.accountId)).toHaveLength(1);
  });

  test('is free again when its user is removed, and leaves no trace of the person once they are erased', async () => {
    const userId = await newUser();
    const secret = { issuer: 'https://login.acme.example', subject: 'lovelace-1815' };
    await link(userId, secret);
    await removeUser(tenant, userId, byOperator);
    expect(await findUsersOfIdentity(directory, secret)).toEqual([]);
    await erasePersonalData(tenant, userId, byOperator);
    expect(JSON.stringify(await everyItem(opened))).not.toContain('lovelace-1815');
    expect(await wrongFindings(tenant)).toEqual([]);
  });

  test('is one of five at most', async () => {
    const userId = await newUser();
    for (const subject of ['1', '2', '3', '4', '5']) await link(userId, { ...identity, subject });
    await expect(link(userId, { ...identity, subject: '6' })).rejects.toMatchObject({
      code: 'too_many_identities',
    });
  });

  test.each([
    ['an issuer that is no URL', { issuer: 'acme', subject: '1' }],
    ['an issuer with a query', { issuer: 'https://acme.example/?a=1', subject: '1' }],
    ['an empty subject', { issuer: 'https://acme.example', subject: '' }],
    ['a subject of 256 bytes', { issuer: 'https://acme.example', subject: 'é'.repeat(128) }],
    ['a control character', { issuer: 'https://acme.example', subject: 'a\u0000b' }],
  ])('with %s is refused', async (_, given) => {
    await expect(link(await newUser(), given)).rejects.toMatchObject({ code: 'invalid_identity' });
  });
});

test('verify finds an identity’s claim that is missing, and one that is another’s', async () => {
  const [userId, otherId] = [await newUser(), await newUser()];
  await link(userId);
  expect(await wrongFindings(tenant)).toEqual([]);
  const { client, tableName: TableName } = opened;
  const items = await everyItem(opened);
  const claim = items.find((item) => item['entity'] === 'identity' && item['userId'] === userId);
  const Key = marshall({ PK: claim?.['PK'], SK: claim?.['SK'] });
  const forged = marshall({ ...claim, userId: otherId }, { removeUndefinedValues: true });
  await client.send(new PutItemCommand({ TableName, Item: forged }));
  expect(await wrongFindings(tenant)).toEqual([
    expect.objectContaining({ problem: 'differs', entity: 'identity', aggregateId: userId }),
  ]);
  await client.send(new DeleteItemCommand({ TableName, Key }));
  expect(await wrongFindings(tenant)).toEqual([
    expect.objectContaining({ problem: 'missing', entity: 'identity', aggregateId: userId }),
  ]);
});

test('a suspended user keeps their identities', async () => {
  const userId = await newUser();
  await link(userId);
  await commandUser(tenant, userId, { type: 'suspend_user' }, byOperator);
  expect(await listIdentities(tenant, userId)).toHaveLength(1);
});
