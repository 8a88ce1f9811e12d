import { BatchWriteItemCommand, DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  closeAccount,
  commandAccount,
  createUser,
  erasePersonalData,
  importAccount,
  linkAtSignIn,
  removeUser,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { exportAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

const issuer = 'https://login.acme.example';
const rules = [{ issuer, domains: ['acme.example', 'acme.test'], externalIdClaim: 'oid' }];

function change(signInRules: typeof rules | null) {
  return commandAccount(tenant, { type: 'change_account', signInRules }, byOperator);
}

async function ruleItems() {
  const items = await everyItem(opened);
  return items.filter((item) => item['entity'] === 'sign-in-rule' && item['accountId'] === tenant.accountId);
}

test('are items that lead to the account, replaced with each change, and gone with the account', async () => {
  await change(rules);
  expect((await ruleItems()).map(({ SK }) => String(SK).split(':')[0]).sort()).toEqual([
    'domain',
    'domain',
    'external-id',
  ]);
  await change([{ issuer, domains: ['acme.test'], externalIdClaim: 'sub' }]);
  expect(await ruleItems()).toHaveLength(2);
  expect(await wrongFindings(tenant)).toEqual([]);
  await closeAccount(tenant, byOperator);
  expect(await ruleItems()).toEqual([]);
});

test('are proved by verify, which finds one that is missing', async () => {
  await change(rules);
  expect(await wrongFindings(tenant)).toEqual([]);
  const [{ PK, SK } = {}] = await ruleItems();
  const { client, tableName: TableName } = opened;
  await client.send(new DeleteItemCommand({ TableName, Key: marshall({ PK, SK }) }));
  expect(await wrongFindings(tenant)).toEqual([
    expect.objectContaining({ problem: 'missing', entity: 'sign-in-rule' }),
  ]);
});

test('link a person in each account that trusts the provider, who leaves no trace once erased', async () => {
  await change(rules);
  const input = { name: 'Ada', email: 'ada@acme.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, input, byOperator)).state;
  const person = { issuer, subject: 'lovelace-1815', email: 'ada@acme.example', textOf: () => undefined };
  const linked = await linkAtSignIn(directory, person, [], { correlationId: 'req_1' });
  expect(linked).toEqual([{ accountId: tenant.accountId, userId }]);
  expect(await wrongFindings(tenant)).toEqual([]);
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, byOperator);
  expect(JSON.stringify(await everyItem(opened))).not.toContain('lovelace-1815');
  expect(await wrongFindings(tenant)).toEqual([]);
});

test('find a person in the last of many accounts that trust the same provider', async () => {
  await change(rules);
  const { client, tableName } = opened;
  const [template] = (await ruleItems()).filter(({ SK }) => String(SK).startsWith('domain:acme.example'));
  // Before the account of the test, in the order in which they are found.
  for (let first = 0; first < 250; first += 25)
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [tableName]: Array.from({ length: 25 }, (_, n) => {
            const accountId = `acct_${String(first + n).padStart(26, '0')}`;
            const SK = `domain:acme.example:${accountId}`;
            return { PutRequest: { Item: marshall({ ...template, accountId, SK }) } };
          }),
        },
      }),
    );
  const input = { name: 'Bob', email: 'bob@acme.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, input, byOperator)).state;
  const person = { issuer, subject: 'bob-1', email: 'bob@acme.example', textOf: () => undefined };
  const linked = await linkAtSignIn(directory, person, [], { correlationId: 'req_1' });
  expect(linked).toEqual([{ accountId: tenant.accountId, userId }]);
});

test('are restored with the account', async () => {
  await change(rules);
  const lines: string[] = [];
  for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
  const other = await openTestDirectory();
  try {
    // oxlint-disable-next-line typescript/require-await
    const read = async function* () {
      yield* lines;
    };
    await importAccount(other.directory, read());
    const items = (await everyItem(other)).filter((item) => item['entity'] === 'sign-in-rule');
    expect(items).toHaveLength(3);
  } finally {
    await other.close();
  }
});
