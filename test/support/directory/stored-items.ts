import {
  BatchWriteItemCommand,
  ScanCommand,
  type AttributeValue,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { indexesSettled } from '../engines/engine.js';
import type { TestDirectory } from './directory.js';

export type StoredItem = Record<string, AttributeValue>;
type Place = Pick<TestDirectory, 'client' | 'tableName'>;

const PER_WRITE = 25;
const nameOf = ({ PK, SK }: StoredItem) => `${PK?.S} ${SK?.S}`;

export async function storedItems({ client, tableName: TableName }: Place): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let ExclusiveStartKey: StoredItem | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** Makes the table what it was. */
export async function restoreItems(place: Place, items: readonly StoredItem[]): Promise<void> {
  const present = new Map((await storedItems(place)).map((item) => [nameOf(item), item]));
  const changed = items.filter((item) => !isSame(present.get(nameOf(item)), item));
  for (const item of items) present.delete(nameOf(item));
  const requests = [
    ...[...present.values()].map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK: PK!, SK: SK! } } })),
    ...changed.map((Item) => ({ PutRequest: { Item } })),
  ];
  for (let at = 0; at < requests.length; at += PER_WRITE)
    await writeAll(place, requests.slice(at, at + PER_WRITE));
  await indexesSettled();
}

/** A table may leave some for the next call. */
async function writeAll({ client, tableName }: Place, requests: readonly WriteRequest[]): Promise<void> {
  let left = [...requests];
  while (left.length > 0) {
    const RequestItems = { [tableName]: left };
    const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems }));
    left = UnprocessedItems?.[tableName] ?? [];
  }
}

function isSame(one: StoredItem | undefined, other: StoredItem): boolean {
  const text = (item: StoredItem) =>
    JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  return one !== undefined && text(one) === text(other);
}
