import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { TestDirectory } from './directory.js';

type WireItem = Parameters<typeof unmarshall>[0];

/** The engines want to see a signature, and believe every one. */
const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/**
 * Every item of a test's table, as it is stored. A test may Scan; the product never does. Without the SDK, which takes
 * ten times as long to read a page.
 */
export async function everyItem({
  client,
  tableName,
}: Pick<TestDirectory, 'client' | 'tableName'>): Promise<Record<string, unknown>[]> {
  const { protocol, hostname, port, path } = await client.config.endpoint!();
  const items: Record<string, unknown>[] = [];
  let from: WireItem | undefined;
  do {
    const body = JSON.stringify({ TableName: tableName, ExclusiveStartKey: from });
    const answer = await fetch(`${protocol}//${hostname}:${port}${path}`, {
      method: 'POST',
      headers: HEADERS,
      body,
    });
    if (!answer.ok) throw new Error(`Scan of ${tableName}: ${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as { Items: WireItem[]; LastEvaluatedKey?: WireItem };
    items.push(...page.Items.map(read));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** As JSON a binary attribute is text in base64. */
function read(item: WireItem): Record<string, unknown> {
  for (const value of Object.values(item))
    if (value.B) value.B = Buffer.from(value.B as unknown as string, 'base64');
  return unmarshall(item);
}
