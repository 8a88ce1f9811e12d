import { ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { TestDirectory } from './directory.js';

/** Every item of a test's table, as it is stored. A test may Scan; the product never does. */
export async function everyItem({
  client,
  tableName,
}: Pick<TestDirectory, 'client' | 'tableName'>): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: from }));
    items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
