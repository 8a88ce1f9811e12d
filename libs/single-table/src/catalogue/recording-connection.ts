import type { Connection } from '../connection/connection.js';
import { realRuntime } from '../transport/runtime.js';
import { observe, type CallReport } from '../connection/observe.js';
import type { WriteOperation } from '../writes/operations.js';
import { keyNamesOf, type TableDefinition } from '../definitions/table.js';
import type { ApiName } from '../transport/transport.js';
import type { WireItem, WireValue } from '../wire/wire.js';

type Input = Readonly<Record<string, unknown>>;

export interface Recording {
  connection: Connection;
  /** What was sent, in order. */
  inputs: Input[];
  reports: CallReport[];
}

/** Finds the items of a sample by key or partition; other conditions are ignored. For documentation, never for tests. */
export function recordingConnection(
  definition: TableDefinition,
  sample: readonly WriteOperation[],
): Recording {
  const inputs: Input[] = [];
  const reports: CallReport[] = [];
  const now = new Date(0);
  const items = sample.map((operation) => operation.write(now).request['Item'] as WireItem);
  const connection: Connection = {
    definition,
    tableName: 'table',
    cursorSecret: 'unused: no list is long enough for a cursor',
    ...realRuntime,
    now: () => 0,
    call: (api, input) => {
      inputs.push(input);
      return Promise.resolve({ output: answer(definition, items, api.name, input), retries: 0 });
    },
  };
  return {
    connection: observe(connection, { onCall: (report) => reports.push(report), reportCapacity: false }),
    inputs,
    reports,
  };
}

function answer(
  definition: TableDefinition,
  items: readonly WireItem[],
  api: ApiName,
  input: Input,
): Record<string, unknown> {
  const names = keyNamesOf(definition) as string[];
  const find = (key: WireItem) => items.find((item) => names.every((name) => same(item[name], key[name])));
  if (api === 'GetItem') return { Item: find(input['Key'] as WireItem) };
  if (api === 'UpdateItem') return { Attributes: find(input['Key'] as WireItem) };
  if (api === 'Query') return { Items: partition(definition, items, input) };
  if (api === 'BatchGetItem') {
    const requests = Object.entries(input['RequestItems'] as Record<string, { Keys: WireItem[] }>);
    const found = requests.map(([table, { Keys }]) => [
      table,
      Keys.map(find).filter((item) => item !== undefined),
    ]);
    return { Responses: Object.fromEntries(found) as unknown };
  }
  if (api === 'TransactGetItems') {
    const gets = input['TransactItems'] as { Get: { Key: WireItem } }[];
    return { Responses: gets.map(({ Get }) => ({ Item: find(Get.Key) })) };
  }
  return {};
}

function partition(definition: TableDefinition, items: readonly WireItem[], input: Input): WireItem[] {
  const [partitionKey] = keyNamesOf(definition, input['IndexName'] as string | undefined);
  // The library writes the partition key's value first.
  const [wanted] = Object.values(input['ExpressionAttributeValues'] as WireItem);
  return items.filter((item) => same(item[partitionKey], wanted));
}

function same(a: WireValue | undefined, b: WireValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
