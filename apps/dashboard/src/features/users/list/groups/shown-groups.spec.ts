import { hasRoom, shownGroups } from './shown-groups.js';

const groups = ['dev', 'ops', 'prod', 'test'].map((name) => ({ id: `sgrp_${name}`, name }));
const cellsOf = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`sgrp_${name}`, { since: '2026-01-01T00:00:00Z', by: 'user:x' }]));

const shown = (names: string[], count: number | undefined, areAll = false, most = 2) => {
  const { chips, others } = shownGroups({ groups, cells: cellsOf(...names), count, areAll }, most);
  return [chips.map(({ name }) => name).join(), others];
};

test('as many as fit are named, in the order of the columns, and the others counted', () => {
  expect(shown(['prod', 'dev'], 2)).toEqual(['dev,prod', 0]);
  expect(shown(['prod', 'dev', 'ops'], 6)).toEqual(['dev,ops', 4]);
  expect(shown([], 3)).toEqual(['', 3]);
  expect(shown([], 0)).toEqual(['', 0]);
});

test('a count of before a change takes none of them away', () => {
  expect(shown(['prod', 'dev', 'ops'], 1)).toEqual(['dev,ops', 1]);
});

test('where nobody has counted, there are others only if there may be', () => {
  expect(shown(['prod'], undefined)).toEqual(['prod', undefined]);
  expect(shown(['prod', 'dev', 'ops'], undefined, true)).toEqual(['dev,ops', 1]);
  expect(shown([], undefined, true)).toEqual(['', 0]);
});

test('where the columns leave room, the others that somebody is in follow, by name', () => {
  const known = { groups, cells: cellsOf('prod'), count: 3, areAll: false };
  const own = ['billing', 'prod', 'wiki'].map((name) => ({ id: `sgrp_${name}`, name }));
  const { chips, others } = shownGroups({ ...known, own }, 2);
  expect([chips.map(({ name }) => name), others]).toEqual([['prod', 'billing'], 1]);
  expect(shownGroups({ ...known, count: undefined, own }, 3).others).toBe(0);
  expect(hasRoom(known, 2)).toBe(true);
  expect(hasRoom(known, 1)).toBe(false);
  expect(hasRoom({ ...known, count: 1 }, 2)).toBe(false);
  expect(hasRoom({ ...known, cells: undefined }, 2)).toBe(false);
});

test('what has not been read is counted', () => {
  expect(shownGroups({ groups, cells: undefined, count: 2, areAll: false }, 3)).toEqual({
    chips: [],
    others: 2,
  });
});

test('of long names fewer are shown, whole, and the first one in any case', () => {
  const cell = { since: '2026-01-01T00:00:00Z', by: 'user:x' };
  const cells = { a: cell, b: cell, c: cell };
  const named = (...names: string[]) => names.map((name, index) => ({ id: 'abc'[index]!, name }));
  const shown = (...names: string[]) =>
    shownGroups({ groups: named(...names), cells, count: 3, areAll: false }, 3).chips.map(({ name }) => name);
  expect(shown('dev', 'prod', 'staging')).toEqual(['dev', 'prod', 'staging']);
  expect(shown('service-000', 'service-001', 'service-002')).toEqual(['service-000', 'service-001']);
  expect(shown('the-service-with-the-longest-name-of-all', 'dev', 'prod')).toEqual([
    'the-service-with-the-longest-name-of-all',
  ]);
});
