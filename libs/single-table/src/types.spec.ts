import { readFileSync } from 'node:fs';
import { compilerErrors } from '../../../test/support/engines/compile.js';

const wrongPrograms = 'libs/single-table/src/wrong-programs.type-spec.ts';

describe('the compiler', () => {
  test('accepts the right programs and rejects every wrong one', () => {
    expect(compilerErrors(wrongPrograms)).toEqual([]);
  });

  test('rejects them for their own reason: without the expectation each is an error', () => {
    const text = readFileSync(new URL('./wrong-programs.type-spec.ts', import.meta.url), 'utf8');
    const expected = text.match(/\/\/ @ts-expect-error/g)?.length ?? 0;
    expect(expected).toBeGreaterThan(40);
    expect(
      compilerErrors(wrongPrograms, text.replace(/\/\/ @ts-expect-error/g, '// rejected:')),
    ).toHaveLength(expected);
  });
});
