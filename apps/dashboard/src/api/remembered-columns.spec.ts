import { columnsOf } from './remembered-columns.js';

const groups = Array.from({ length: 10 }, (_, index) => ({ id: `sgrp_${index}` }));
const idsOf = (chosen: string | undefined) => columnsOf(groups, chosen).map(({ id }) => id);

test('the columns are those that were chosen, in that order, without what is gone; or else the first eight', () => {
  const first = groups.slice(0, 8).map(({ id }) => id);
  expect(idsOf('sgrp_9,sgrp_gone,sgrp_2')).toEqual(['sgrp_9', 'sgrp_2']);
  expect(idsOf('sgrp_gone')).toEqual(first);
  expect(idsOf('')).toEqual(first);
  expect(idsOf(undefined)).toEqual(first);
});
