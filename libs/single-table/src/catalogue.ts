import type { CallReport, Connection } from './connection.js';
import { tableOver } from './connect.js';
import type { Table } from './table-api.js';
import type { TableDefinition } from './table.js';
import type { Api } from './transport.js';

/** One question the table answers: as words, as a function, and with an example to describe it by. */
export interface AccessPattern<Input, Output> {
  /** Its number in the documents, if it has one. */
  number?: number;
  question: string;
  /** What is true of the answer beyond the operation: `read your own writes`, `at most 100`. */
  note?: string;
  run: (table: Table, input: Input) => Promise<Output>;
  /** An input whose keys stand for all: identifiers rather than data. */
  example: Input;
}

/** Patterns by name. */
// The inputs differ from pattern to pattern; each is inferred where it is declared.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AccessPatterns = Readonly<Record<string, AccessPattern<any, unknown>>>;

/** The patterns as functions of their input alone. */
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

/** One call a pattern makes, as recorded. */
export interface PatternCall {
  operation: Api;
  index: string | undefined;
  entities: readonly string[];
  keys: CallReport['keys'];
  consistent: boolean;
  /** What IAM asks for, by resource: the table or one of its indexes. */
  actions: readonly IamAction[];
}

export interface IamAction {
  action: string;
  /** `table`, or `index/<name>`. */
  resource: string;
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
  api: Api,
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

/** A connection that notes calls and answers nothing. */
function recordingConnection(
  definition: TableDefinition,
  inputs: Readonly<Record<string, unknown>>[],
  reports: CallReport[],
): Connection {
  return {
    definition,
    tableName: 'table',
    cursorSecret: 'of no use: nothing is found, so no cursor is given',
    reportCapacity: false,
    clock: () => new Date(0),
    onCall: (report) => reports.push(report),
    onForeignItem: undefined,
    tenant: undefined,
    send: (_api, input) => {
      inputs.push(input);
      return Promise.resolve({ output: {}, retries: 0 });
    },
  };
}

/** Runs each pattern on its example against a table that answers nothing, and says which calls it makes. */
export async function describePatterns(
  definition: TableDefinition,
  patterns: AccessPatterns,
): Promise<PatternDescription[]> {
  const descriptions: PatternDescription[] = [];
  for (const [name, pattern] of Object.entries(patterns)) {
    const inputs: Readonly<Record<string, unknown>>[] = [];
    const reports: CallReport[] = [];
    const connection = recordingConnection(definition, inputs, reports);
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

function costOf({ operation, consistent }: PatternCall): string {
  const read = consistent ? '1' : '0.5';
  switch (operation) {
    case 'GetItem':
      return `${read} read units per 4 KB`;
    case 'BatchGetItem':
      return `${read} read units per 4 KB of each item`;
    case 'Query':
    case 'Scan':
      return `${read} read units per 4 KB of all items read`;
    case 'TransactGetItems':
      return '2 read units per 4 KB of each item';
    case 'TransactWriteItems':
      return '2 write units per KB of each item, and those of its indexes';
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
    case 'BatchWriteItem':
      return '1 write unit per KB of each item, and those of its indexes';
  }
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

function keyCell(keys: CallReport['keys']): string {
  return keys
    .map((key) =>
      Object.entries(key)
        .map(([name, value]) => `${name} = \`${cell(value)}\``)
        .join(', '),
    )
    .join('<br>');
}

/** The catalogue as a Markdown page: an overview, then each pattern with its calls, keys, example and cost. */
export function renderCatalogue(title: string, descriptions: readonly PatternDescription[]): string {
  const heading = ({ number, name, question }: PatternDescription) =>
    `${number === undefined ? '' : `${number}. `}${question} (\`${name}\`)`;
  const overview = descriptions.map(({ number, question, calls }) => {
    const operations = calls.map(({ operation, index }) =>
      index === undefined ? operation : `${operation} ${index}`,
    );
    return `| ${number ?? ''} | ${cell(question)} | ${operations.join(' + ')} |`;
  });
  const sections = descriptions.flatMap((description) => [
    `## ${heading(description)}`,
    '',
    ...(description.note === undefined ? [] : [description.note, '']),
    '| operation | entities | keys | consistency | cost |',
    '|---|---|---|---|---|',
    ...description.calls.map(
      (call) =>
        `| ${call.operation}${call.index === undefined ? '' : ` ${call.index}`} | ${call.entities.join(', ')} | ${keyCell(call.keys)} | ${call.consistent ? 'strong' : 'eventual'} | ${costOf(call)} |`,
    ),
    '',
    `Example: \`${JSON.stringify(description.example)}\`. IAM: ${iamActionsOf([description])
      .map(({ action, resource }) => `\`${action}\` on ${resource}`)
      .join(', ')}.`,
    '',
  ]);
  return [
    `# ${title}`,
    '',
    'Generated from the patterns in the code by running each on its example. Do not edit.',
    '',
    '| # | question | operation |',
    '|---|---|---|',
    ...overview,
    '',
    ...sections,
  ].join('\n');
}
