import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { createServiceGroup, removeServiceGroup, updateServiceGroup, type Tenant } from '#libs/directory';
import { fold, type ServiceGroupId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';

/** Names were once compared with what cannot be seen in them, and stored data are not rewritten. */

let opened: TestDirectory;
let tenant: Tenant;
inAccount((account) => ({ opened, tenant } = account));

const NAME = 'We ❤\ufe0f you';
const newGroup = async (name: string) =>
  (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
const rename = (id: ServiceGroupId, name: string) => updateServiceGroup(tenant, id, { name }, byOperator);
const taken: unknown = expect.objectContaining({ code: 'service_group_name_taken' });

const claims = async () =>
  (await everyItem(opened)).filter(
    (item) => item['entity'] === 'service-group-name-claim' && item['accountId'] === tenant.accountId,
  );

/** A service group as it was stored then: its claim is on the name with all that is in it. */
async function storedThen(): Promise<ServiceGroupId> {
  const id = await newGroup(NAME);
  const [claim] = await claims();
  const { PK, SK, ...rest } = claim as Record<string, string>;
  const TableName = opened.tableName;
  await opened.client.send(new DeleteItemCommand({ TableName, Key: marshall({ PK, SK }) }));
  const name = fold(NAME);
  const Item = marshall({ ...rest, PK, SK: `servicegroup-name:${name}`, name });
  await opened.client.send(new PutItemCommand({ TableName, Item }));
  return id;
}

const findings = () => findingsOf(tenant);

test('such a name is sound, and taken', async () => {
  const id = await storedThen();
  expect(await findings()).toEqual([]);
  await expect(newGroup(NAME)).rejects.toEqual(taken);
  await expect(rename(await newGroup('Else'), NAME)).rejects.toEqual(taken);
  expect((await rename(id, NAME)).events).toEqual([]);
});

test.each([
  ['another', 'Else'],
  ['itself without what cannot be seen', 'We ❤ you'],
])('a service group that had one is renamed to %s, and holds that alone', async (_what, name) => {
  await rename(await storedThen(), name);
  expect(await claims()).toHaveLength(1);
  expect(await findings()).toEqual([]);
  await expect(newGroup(name)).rejects.toEqual(taken);
});

test('a service group that had one is removed, and the name is free', async () => {
  await removeServiceGroup(tenant, await storedThen(), byOperator);
  expect(await claims()).toEqual([]);
  await newGroup(NAME);
  expect(await findings()).toEqual([]);
});

test('a name that shows what it holds is claimed once', async () => {
  const id = await newGroup(NAME);
  expect(await claims()).toHaveLength(1);
  await rename(id, 'We ❤ you');
  await rename(id, NAME);
  expect(await claims()).toHaveLength(1);
  expect(await findings()).toEqual([]);
});
