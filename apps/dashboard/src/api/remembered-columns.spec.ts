import { columnsOf } from './remembered-columns.js';

const groupsOf = (...memberCounts: (number | null)[]) =>
  memberCounts.map((memberCount, index) => ({ id: `sgrp_${index}`, memberCount }));
const idsOf = (groups: ReturnType<typeof groupsOf>, chosen?: string) =>
  columnsOf(groups, chosen).map(({ id }) => Number(id.slice('sgrp_'.length)));

const GROUPS = groupsOf(0, 5, 0, 7, 1, 1, 3, 9, 2, 4);

test('the columns are those that were chosen, in that order, without what is gone', () => {
  expect(idsOf(GROUPS, 'sgrp_9,sgrp_gone,sgrp_2')).toEqual([9, 2]);
});

test.each([undefined, '', 'sgrp_gone'])(
  'or else, of %j, the eight with most members, in the order of the list',
  (chosen) => {
    expect(idsOf(GROUPS, chosen)).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test('of as many members, and where nobody has counted them, they are the first of the list', () => {
  expect(idsOf(groupsOf(0, 0, 0, 0, 0, 0, 0, 0, 0, 1))).toEqual([0, 1, 2, 3, 4, 5, 6, 9]);
  expect(idsOf(groupsOf(...Array.from({ length: 10 }, () => null)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
