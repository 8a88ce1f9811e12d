import { readFileSync } from 'node:fs';
import { CreateTableCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import ts from 'typescript';
import type * as SingleTable from '@rollbook/single-table';
import type { CallReport, Table, TableDefinition, TableOptions } from '@rollbook/single-table';
import { engineClient, uniqueTableName } from '../../../../test/support/engines/engine.js';

process.env['CURSOR_SECRET'] ??= 'a secret of the tests, long enough';

/** The programs in a document: its blocks of TypeScript, one after the other. */
export const programOf = (document: string): string =>
  Array.from(document.matchAll(/```ts\n([\s\S]*?)```/g), ([, block = '']) => block).join('\n');

const { name, exports } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { name: string; exports: Record<string, string | object> };
const paths = Object.keys(exports).filter((path) => typeof exports[path] === 'object');
/** What a program can import of the package, by all of its paths. */
const library = Object.assign(
  {},
  ...(await Promise.all(paths.map((path) => import(path.replace('.', name))))),
) as typeof SingleTable;

/** What a program says it prints: in a comment behind the call, or in comments below it. */
export function promisesOf(text: string): string[] {
  return Array.from(
    text.matchAll(/console\.log\([\s\S]*?\);(?: \/\/ (.*)$|((?:\n\/\/ .*$)+))/gm),
    ([, behind, below]) => behind ?? below!.trim().replace(/^\/\/ /gm, ''),
  ).flatMap((promised) => promised.split('\n'));
}

export interface Run {
  printed: string[];
  calls: CallReport[];
}

/** With another name for its table, and for those whose names begin with it. */
export function withUniqueTables(text: string, tableName: string): string {
  const unique = uniqueTableName();
  return text.replace(new RegExp(`'${tableName}(-[a-z]+)?'`, 'g'), (_, more = '') => `'${unique}${more}'`);
}

/**
 * Runs a program on this run's engine. Its imports are passed in, its table name is made unique, and what it prints and which
 * calls it makes are recorded.
 */
export async function runProgram(text: string, tableName: string): Promise<Run> {
  const { outputText } = ts.transpileModule(text.replace(/^import [\s\S]*? from .*$/gm, ''), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const body = withUniqueTables(outputText, tableName).replace(/^export \{\};$/m, '');
  const printed: string[] = [];
  const calls: CallReport[] = [];
  const client = engineClient();
  const given = {
    ...library,
    CreateTableCommand,
    GetItemCommand,
    PutItemCommand,
    DynamoDBClient: function DynamoDBClient() {
      return client;
    },
    connectTable: (definition: TableDefinition, options: TableOptions): Table =>
      library.connectTable(definition, { ...options, onCall: (call) => calls.push(call) }),
    console: {
      log: (...values: unknown[]) =>
        printed.push(values.map((value) => JSON.stringify(value) ?? 'undefined').join(' ')),
    },
  };
  const AsyncFunction = runProgram.constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(given), body)(...Object.values(given));
  client.destroy();
  return { printed, calls };
}
