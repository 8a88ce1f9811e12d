import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { rollbookTable, type TableShape } from '#libs/directory';
import { connectTable, defineEntity, defineTable, string } from '@rollbook/single-table';
import { convert } from '@rollbook/single-table/maintenance';
import { engineClient } from '../engines/engine.js';

const nextTable = defineTable({
  ...rollbookTable,
  indexes: { ...rollbookTable.indexes, GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' } },
});

/** What that version knows of a user besides is left out: what is not declared stays. */
const userByName = defineEntity(nextTable, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  indexes: { GSI2: { GSI2PK: 'names:{accountId}', GSI2SK: '{name}:{userId}' } },
  attributes: { accountId: string(), userId: string(), name: string().optional() },
});

/** The shape of a next version, which lists an account's users by name. */
export const NEXT_SHAPE: TableShape = {
  version: 5,
  readableFrom: 4,
  definition: nextTable,
  rules: [convert(userByName)],
};

/** The list only that version has. */
export async function listByName(client: DynamoDBClient, tableName: string, accountId: string) {
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const table = connectTable(nextTable, { client, tableName, cursorSecret });
  const names: string[] = [];
  for await (const { name } of table.each(userByName.by('GSI2'), { accountId })) names.push(name ?? '');
  return names;
}

interface Write {
  Item?: Record<string, { S?: string }>;
  Key?: Record<string, { S: string }>;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
}

/** A client for the directory as the next version is: what it writes of a user has the keys of the new index. */
export function nextVersionClient(): DynamoDBClient {
  const client = engineClient();
  client.middlewareStack.add(
    (next) => (args) => {
      const { TransactItems = [] } = args.input as { TransactItems?: { Put?: Write; Update?: Write }[] };
      for (const { Put, Update } of TransactItems) {
        if (Put?.Item?.['entity']?.S === 'user') addKeysTo(Put.Item);
        if (Update?.Key?.['SK']?.S.startsWith('user:')) addKeysToUpdate(Update);
      }
      return next(args);
    },
    { step: 'initialize', name: 'nextVersion' },
  );
  return client;
}

function addKeysTo(item: NonNullable<Write['Item']>): void {
  const { accountId, userId, name } = item;
  if (name?.S === undefined) return;
  Object.assign(item, keysOf(accountId!.S!, userId!.S!, name.S));
}

function addKeysToUpdate(update: Write): void {
  const { Key = {}, UpdateExpression = '', ExpressionAttributeNames: names = {} } = update;
  const values = (update.ExpressionAttributeValues ??= {});
  const placeholder = Object.keys(names).find((each) => names[each] === 'name') ?? '?';
  const value = new RegExp(`${placeholder} = (:\\w+)`).exec(UpdateExpression)?.[1];
  if (!UpdateExpression.startsWith('SET ') || !value) return;
  const [accountId, userId] = [Key['PK']!, Key['SK']!].map(({ S }) => S.slice(S.indexOf(':') + 1));
  const keys = keysOf(accountId!, userId!, values[value]!.S!);
  Object.assign(names, { '#gp': 'GSI2PK', '#gs': 'GSI2SK' });
  Object.assign(values, { ':gp': keys.GSI2PK, ':gs': keys.GSI2SK });
  update.UpdateExpression = UpdateExpression.replace('SET ', 'SET #gp = :gp, #gs = :gs, ');
}

function keysOf(accountId: string, userId: string, name: string) {
  const { model, keys } = userByName.by('GSI2');
  const built = keys.templates.map((template) => template!.build({ accountId, userId, name })!);
  return Object.fromEntries(model.indexes.get('GSI2')!.names.map((each, at) => [each, { S: built[at]! }]));
}
