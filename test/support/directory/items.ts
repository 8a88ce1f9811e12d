import { setTimeout as delay } from 'node:timers/promises';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { unpackStored } from '#libs/directory';
import type { TestDirectory } from './directory.js';

/** An item in DynamoDB's JSON. */
export type WireItem = Parameters<typeof unmarshall>[0];
/** An attribute of an item that is a text; empty if there is none. */
export function textOf(item: WireItem, name: string): string {
  return (item as Record<string, { S?: string }>)[name]?.S ?? '';
}

type StoringTable = Pick<TestDirectory, 'client' | 'tableName'>;

/** The engines require a signature, but accept any. */
const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};
/** The maximum of one BatchWriteItem. */
const ITEMS_AT_ONCE = 25;
/** Before what the weak table has throttled is sent again. */
const THROTTLED_MS = 200;

/** Every item of a test's table, as stored, but with each attribute on its own. A test may Scan; the product never does. */
export async function everyItem(table: StoringTable): Promise<Record<string, unknown>[]> {
  return (await everyWireItem(table)).map((item) => read(unpackStored(item)));
}

/** To compare items: what is restored or rebuilt may have the names in JSON text in another order. */
export function withParsedEvents(item: Record<string, unknown>): Record<string, unknown> {
  const { lastEvents } = item;
  return typeof lastEvents === 'string' ? { ...item, lastEvents: JSON.parse(lastEvents) as unknown } : item;
}

/** The same in DynamoDB's JSON, which `putWireItems` writes into another table. */
export async function everyWireItem(table: StoringTable): Promise<WireItem[]> {
  const items: WireItem[] = [];
  let from: WireItem | undefined;
  do {
    const page = await ask<{ Items: WireItem[]; LastEvaluatedKey?: WireItem }>(table, 'Scan', {
      TableName: table.tableName,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    items.push(...page.Items);
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** Writes items as they are: the shared start of many tests. */
export async function putWireItems(table: StoringTable, items: readonly WireItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const puts = items.slice(start, start + ITEMS_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
    let RequestItems: Record<string, unknown[]> = { [table.tableName]: puts };
    while (Object.keys(RequestItems).length > 0) {
      const answer = await ask<{ UnprocessedItems?: typeof RequestItems }>(table, 'BatchWriteItem', {
        RequestItems,
      });
      RequestItems = answer.UnprocessedItems ?? {};
    }
  }
}

/** Without the SDK, which takes ten times as long to read a page. */
async function ask<Answer>(table: StoringTable, operation: string, input: object): Promise<Answer> {
  const { client, tableName } = table;
  const { protocol, hostname, port, path } = await client.config.endpoint!();
  const answer = await fetch(`${protocol}//${hostname}:${port}${path}`, {
    method: 'POST',
    headers: { ...HEADERS, 'x-amz-target': `DynamoDB_20120810.${operation}` },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  if (!answer.ok && text.includes('#ThrottlingException')) {
    await delay(THROTTLED_MS);
    return ask(table, operation, input);
  }
  if (!answer.ok) throw new Error(`${operation} of ${tableName}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** In JSON a binary attribute is base64 text. */
function read(item: WireItem): Record<string, unknown> {
  for (const value of Object.values(item))
    if (value.B) value.B = Buffer.from(value.B as unknown as string, 'base64');
  return unmarshall(item);
}
