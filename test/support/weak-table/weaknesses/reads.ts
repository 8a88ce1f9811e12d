import type { EngineAnswer } from '../engine-call.js';
import { bytesOf, partitionId, type Item } from '../items.js';
import { fromReplica, toReplica } from './replica.js';
import { leftUnprocessed, spendRead, throttled, type Weakness } from '../weakness.js';

/** Reads from the table, or from its replica if the answer may be stale. */
async function ask(
  { replica, call }: Weakness,
  operation: string,
  input: Item,
  mayBeBehind: boolean,
): Promise<EngineAnswer> {
  if (!replica || !mayBeBehind) return call(operation, input);
  const { status, body } = await call(operation, toReplica(input));
  // A table that was not created through the weak table has no replica.
  return status === 200 ? { status, body: fromReplica(body) } : call(operation, input);
}

function isStale({ settings, random }: Weakness, consistent: unknown): boolean {
  return consistent !== true && random() < settings.stale;
}

export async function getItem(weakness: Weakness, input: Item): Promise<EngineAnswer> {
  const table = input['TableName'] as string;
  const ref = await weakness.catalog.refer(table, (input['Key'] as Item) ?? {});
  if (ref && weakness.reads.isThrottled(ref.partition)) return throttled(weakness, table);
  const answer = await ask(weakness, 'GetItem', input, isStale(weakness, input['ConsistentRead']));
  if (ref) spendRead(weakness, ref.partition, answer.body['Item'], input['ConsistentRead'] === true);
  return answer;
}

/** Query and Scan: an index is always as late as the replica. */
export async function readPage(
  weakness: Weakness,
  operation: 'Query' | 'Scan',
  input: Item,
): Promise<EngineAnswer> {
  const { IndexName, ConsistentRead, TableName } = input;
  const partition = operation === 'Query' ? queriedPartition(input) : undefined;
  if (partition && weakness.reads.isThrottled(partition)) return throttled(weakness, TableName as string);
  const mayBeBehind = IndexName !== undefined || isStale(weakness, ConsistentRead);
  const answer = await ask(weakness, operation, input, mayBeBehind);
  const { Items = [], ScannedCount = 0, Count = 0 } = answer.body as Page;
  if (partition) spendRead(weakness, partition, Items, ConsistentRead === true);
  const fits = weakness.settings.pageBytes / Math.max(1, bytesOf(Items) / Math.max(1, Count));
  if (Items.length === 0 || ScannedCount <= fits) return answer;
  // Items removed by a filter count for the page as well.
  return ask(weakness, operation, { ...input, Limit: Math.max(1, Math.floor(fits)) }, mayBeBehind);
}

interface Page {
  Items?: Item[];
  ScannedCount?: number;
  Count?: number;
}

/** The partition key is the value that the key condition first compares with `=`. */
function queriedPartition({
  TableName,
  IndexName,
  KeyConditionExpression,
  ExpressionAttributeValues,
}: Item): string | undefined {
  const [, value] = /=\s*(:\w+)/.exec(String(KeyConditionExpression)) ?? [];
  if (value === undefined) return undefined;
  const table = TableName as string;
  const place = IndexName === undefined ? table : `${table}/${IndexName as string}`;
  return partitionId(place, (ExpressionAttributeValues as Item | undefined)?.[value]);
}

interface KeysOfTable extends Item {
  Keys: Item[];
}

export async function batchGet(weakness: Weakness, input: Item): Promise<EngineAnswer> {
  const requests = input['RequestItems'] as Record<string, KeysOfTable>;
  const tables = Object.entries(requests);
  const isLeft = leftUnprocessed(
    weakness,
    tables.reduce((sum, [, { Keys }]) => sum + Keys.length, 0),
  );
  let entry = 0;
  const [now, later]: Record<string, KeysOfTable>[] = [{}, {}];
  for (const [table, request] of tables)
    for (const key of request.Keys) {
      const ref = await weakness.catalog.refer(table, key);
      const isSlow = ref !== undefined && weakness.reads.isThrottled(ref.partition);
      const part = isLeft(entry++) || isSlow ? later! : now!;
      (part[table] ??= { ...request, Keys: [] }).Keys.push(key);
      if (ref && !isSlow) spendRead(weakness, ref.partition, undefined, request['ConsistentRead'] === true);
    }
  const [first] = tables;
  if (first && Object.keys(now!).length === 0) return throttled(weakness, first[0]);
  const consistent = tables.some(([, request]) => request['ConsistentRead'] === true);
  const answer = await ask(
    weakness,
    'BatchGetItem',
    { ...input, RequestItems: now },
    isStale(weakness, consistent),
  );
  if (answer.status !== 200) return answer;
  const UnprocessedKeys = { ...(answer.body['UnprocessedKeys'] as Item | undefined), ...later };
  return { status: 200, body: { ...answer.body, UnprocessedKeys } };
}
