import { readFileSync } from 'node:fs';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import ts from 'typescript';
import { compilerErrors } from '../../../test/support/engines/compile.js';
import { engineClient, uniqueTableName } from '../../../test/support/engines/engine.js';
import * as library from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

/** The example as a function: its imports are passed in, its table name is made unique, its output is collected. */
async function run(text: string, tableName: string): Promise<string[]> {
  const { outputText } = ts.transpileModule(text.replace(/^import .*$/gm, ''), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const body = outputText.replaceAll("'school'", JSON.stringify(tableName)).replace(/^export \{\};$/m, '');
  const printed: string[] = [];
  const client = engineClient();
  const given = {
    ...library,
    CreateTableCommand,
    DynamoDBClient: function DynamoDBClient() {
      return client;
    },
    console: {
      log: (...values: unknown[]) => printed.push(values.map((value) => JSON.stringify(value)).join(' ')),
    },
  };
  const AsyncFunction = run.constructor as new (...text: string[]) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(given), body)(...Object.values(given));
  client.destroy();
  return printed;
}

process.env['CURSOR_SECRET'] ??= 'a secret of the tests, long enough';

describe('the README', () => {
  test('has an example that compiles', () => {
    expect(compilerErrors('libs/single-table/src/readme-example.ts', example)).toEqual([]);
  });

  test('and prints what it says', async () => {
    const promised = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(promised).toHaveLength(3);
    expect(await run(example, uniqueTableName())).toEqual(promised);
  });
});
