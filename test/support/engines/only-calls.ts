import type { CallReport } from '@rollbook/single-table';

/** Asserts which calls a pattern made (`Query GSI1`), one string each, and that none of them was a Scan. Then forgets them. */
export function onlyCalls(calls: CallReport[], ...expected: string[]): void {
  const made = calls.map(({ operation, index }) =>
    index === undefined ? operation : `${operation} ${index}`,
  );
  calls.length = 0;
  expect(made).toEqual(expected);
  expect(made).not.toContain('Scan');
}
