import fc from 'fast-check';
import { formatCsv, parseCsv } from './csv.js';

test('cells may hold commas, quotes and line breaks', () => {
  expect(parseCsv('\uFEFFname,note\r\n"Lovelace, Ada","She said ""yes""\nand went"\r\n\r\nAlan,\n')).toEqual([
    ['name', 'note'],
    ['Lovelace, Ada', 'She said "yes"\nand went'],
    ['Alan', ''],
  ]);
});

test('what is written is read again as it was', () => {
  const cell = fc.string().map((text) => text.replaceAll(/[\r\uFEFF]/g, ''));
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }));
  fc.assert(fc.property(rows, (written) => expect(parseCsv(formatCsv(written))).toEqual(written)));
});
