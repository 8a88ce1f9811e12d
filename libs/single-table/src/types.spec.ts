import { readFileSync } from 'node:fs';
import { countAgainstDeclarations } from '../bench/data-layer/instantiations.mjs';
import { compilerErrors, linesWithErrors } from '../test/support/compile.js';

test('ten entities with an operation of each kind take at most 60,000 type instantiations', () => {
  expect(countAgainstDeclarations()).toBeLessThanOrEqual(60_000);
});

describe.each([
  ['wrong-programs.type-spec.ts', 45],
  ['wrong-definitions.type-spec.ts', 30],
])('the compiler, over %s', (name, least) => {
  const wrongPrograms = `libs/single-table/src/${name}`;

  test('accepts the right programs and rejects every wrong one', () => {
    expect(compilerErrors(wrongPrograms)).toEqual([]);
  });

  test('rejects them for their own reason: without the expectation each is an error', () => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    const expected = text.match(/\/\/ @ts-expect-error/g)?.length ?? 0;
    expect(expected).toBeGreaterThan(least);
    const rejected = linesWithErrors(wrongPrograms, text.replace(/\/\/ @ts-expect-error/g, '// rejected:'));
    expect(rejected.size).toBe(expected);
  });
});
