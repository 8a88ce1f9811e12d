import type { CallReport } from '../connection/observe.js';
import { tableOver } from '../table/connect.js';
import type { WriteOperation } from '../writes/operations.js';
import { recordingConnection } from './recording-connection.js';
import type { Table } from '../table/table-api.js';
import type { TableDefinition } from '../definitions/table.js';
import type { ApiName } from '../transport/transport.js';

/** One question the table answers: in words, as a function, and with an example to describe it by. */
export interface AccessPattern<Input, Output> {
  /** Its number in the documents, if it has one. */
  number?: number;
  question: string;
  /** A property of the answer beyond the operation: `read your own writes`, `at most 100`. */
  note?: string;
  run: (table: Table, input: Input) => Promise<Output>;
  /** A representative input: identifiers rather than data. */
  example: Input;
}

/** Patterns by name. */
// The inputs differ from pattern to pattern; each is inferred where it is declared.
// oxlint-disable-next-line typescript/no-explicit-any
export type AccessPatterns = Readonly<Record<string, AccessPattern<any, unknown>>>;

/** The patterns as functions of their input. */
export type BoundPatterns<P extends AccessPatterns> = {
  [Name in keyof P]: (input: Parameters<P[Name]['run']>[1]) => ReturnType<P[Name]['run']>;
};

/** Declares one pattern, with input and output inferred. */
export function accessPattern<Input, Output>(
  pattern: AccessPattern<Input, Output>,
): AccessPattern<Input, Output> {
  return pattern;
}

/** The patterns as typed functions over one table. */
export function bindPatterns<P extends AccessPatterns>(patterns: P, table: Table): BoundPatterns<P> {
  const bound = Object.entries(patterns).map(([name, { run }]) => [
    name,
    (input: unknown) => run(table, input),
  ]);
  return Object.fromEntries(bound) as BoundPatterns<P>;
}

export interface PatternCall {
  operation: ApiName;
  index: string | undefined;
  entities: readonly string[];
  keys: CallReport['keys'];
  consistent: boolean;
  /** What IAM needs, by resource: the table or one of its indexes. */
  actions: readonly IamAction[];
  /** The same per item: the partition key of the action. */
  grants: readonly ItemGrant[];
}

export interface IamAction {
  action: string;
  /** `table`, or `index/<name>`. */
  resource: string;
}

export interface ItemGrant extends IamAction {
  partitionKey: string;
}

export interface PatternDescription {
  name: string;
  number: number | undefined;
  question: string;
  note: string | undefined;
  example: unknown;
  calls: readonly PatternCall[];
}

const WRITES = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const;

function actionsOf(
  api: ApiName,
  input: Readonly<Record<string, unknown>>,
  index: string | undefined,
): IamAction[] {
  const names = new Set<string>();
  if (api === 'TransactWriteItems') {
    for (const item of input['TransactItems'] as object[]) {
      for (const action of Object.keys(item)) names.add(WRITES[action as keyof typeof WRITES]);
    }
  } else if (api === 'TransactGetItems') names.add('GetItem');
  else names.add(api);
  return [...names].map((name) => ({
    action: `dynamodb:${name}`,
    resource: index === undefined ? 'table' : `index/${index}`,
  }));
}

function grantsOf(
  api: ApiName,
  input: Readonly<Record<string, unknown>>,
  index: string | undefined,
  keys: CallReport['keys'],
): ItemGrant[] {
  const items = (input['TransactItems'] ?? []) as object[];
  return keys.flatMap((key, at) => {
    // The partition key is reported before the sort key.
    const [partitionKey = ''] = Object.values(key);
    const own = api === 'TransactWriteItems' ? { TransactItems: items.slice(at, at + 1) } : input;
    return actionsOf(api, own, index).map((action) => ({ ...action, partitionKey }));
  });
}

function consistentRead(input: Readonly<Record<string, unknown>>): boolean {
  const batches = Object.values(
    (input['RequestItems'] ?? {}) as Record<string, { ConsistentRead?: boolean }>,
  );
  return (
    input['ConsistentRead'] === true ||
    'TransactItems' in input ||
    batches.some((batch) => batch.ConsistentRead === true)
  );
}

/** The table contains only `sample`: a pattern that continues only after finding something needs items to find. */
export async function describePatterns(
  definition: TableDefinition,
  patterns: AccessPatterns,
  sample: readonly WriteOperation[] = [],
): Promise<PatternDescription[]> {
  const descriptions: PatternDescription[] = [];
  for (const [name, pattern] of Object.entries(patterns)) {
    const { connection, inputs, reports } = recordingConnection(definition, sample);
    await pattern.run(tableOver(connection), pattern.example);
    const calls = reports.map(({ operation, index, entities, keys }, at): PatternCall => {
      const input = inputs[at] ?? {};
      return {
        operation,
        index,
        entities,
        keys,
        consistent: consistentRead(input),
        actions: actionsOf(operation, input, index),
        grants: grantsOf(operation, input, index, keys),
      };
    });
    const { number, question, note } = pattern;
    descriptions.push({ name, number, question, note, example: pattern.example as unknown, calls });
  }
  return descriptions.sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
}

/** The IAM actions that some patterns need, each once. */
export function iamActionsOf(descriptions: readonly PatternDescription[]): IamAction[] {
  const all = descriptions.flatMap(({ calls }) => calls.flatMap((call) => call.actions));
  const unique = new Map(all.map((each) => [`${each.resource} ${each.action}`, each]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
