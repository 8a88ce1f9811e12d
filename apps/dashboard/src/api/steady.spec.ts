import fc from 'fast-check';
import { steady } from './steady.js';

const rowsOf = (text: string) => [...text].map((id) => ({ id, text: '' }));
const keyOf = ({ id }: { id: string }) => id;
const textOf = (rows: readonly { id: string }[]) => rows.map(keyOf).join('');

test.each([
  ['a row that comes above is held back', 'bcd', 'abcd', { rows: 'bcd', added: 1, gone: 0 }],
  ['a row that comes between is held back', 'ac', 'abc', { rows: 'ac', added: 1, gone: 0 }],
  ['a row that comes below is shown', 'ab', 'abc', { rows: 'abc', added: 0, gone: 0 }],
  ['a row that has gone stays', 'abc', 'ac', { rows: 'abc', added: 0, gone: 1 }],
  ['a row that has moved stays', 'abc', 'bca', { rows: 'abc', added: 0, gone: 0 }],
  ['where nothing was shown, everything is', '', 'ab', { rows: 'ab', added: 0, gone: 0 }],
  ['where nothing is left, nothing is', 'ab', '', { rows: '', added: 0, gone: 0 }],
])('%s', (_, shown, read, expected) => {
  const { rows, added, gone } = steady(rowsOf(shown), rowsOf(read), keyOf);
  expect({ rows: textOf(rows), added, gone: gone.size }).toEqual(expected);
});

test('a row that others have pushed behind the rows that were read has not gone', () => {
  const { rows, added, gone } = steady(rowsOf('bcd'), rowsOf('abc'), keyOf, true);
  expect({ rows: textOf(rows), added, gone: gone.size }).toEqual({ rows: 'bcd', added: 1, gone: 0 });
});

test('shows what its rows say now', () => {
  const read = [{ id: 'a', text: 'now' }];
  expect(steady(rowsOf('a'), read, keyOf).rows).toEqual(read);
});

test('no row that was shown changes its place', () => {
  const rows = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((ids) => rowsOf(ids.join('')));
  fc.assert(
    fc.property(rows, rows, fc.boolean(), (shown, read, hasMore) => {
      const seen = steady(shown, read, keyOf, hasMore);
      const isAnother = !read.some(({ id }) => shown.some((row) => row.id === id));
      if (!isAnother) expect(textOf(seen.rows)).toMatch(new RegExp(`^${textOf(shown)}`));
      if (isAnother || hasMore) return;
      const held = new Set([...shown, ...read].map(keyOf)).size;
      expect(seen.rows.length + seen.added).toBe(held);
    }),
  );
});
