import { readFileSync } from 'node:fs';
import { compilerErrors } from '../../test/support/compile.js';
import { promisesOf, runProgram } from '../../test/support/run-program.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

describe('the README', () => {
  test('has an example that compiles', () => {
    expect(compilerErrors('libs/single-table/src/readme-example.ts', example)).toEqual([]);
  });

  test('and prints what it says', async () => {
    const promised = promisesOf(example);
    expect(promised).toHaveLength(3);
    expect((await runProgram(example, 'school')).printed).toEqual(promised);
  });
});
