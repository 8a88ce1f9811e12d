import { parseCsv } from './csv.js';

test('cells may hold commas, quotes and line breaks', () => {
  expect(parseCsv('name,note\r\n"Lovelace, Ada","She said ""yes""\nand went"\r\nAlan,\r\n')).toEqual([
    ['name', 'note'],
    ['Lovelace, Ada', 'She said "yes"\nand went'],
    ['Alan', ''],
  ]);
});
