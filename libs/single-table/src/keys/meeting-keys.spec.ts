import { defineEntity, defineTable, number, string } from '@rollbook/single-table';

const entity = (name: string, PK: string, SK: string) => {
  const attributes = { a: string(), b: string(), n: number(), at: string() };
  return (table: ReturnType<typeof newTable>) => defineEntity(table, { name, key: { PK, SK }, attributes });
};
const newTable = () => defineTable({ partitionKey: 'PK', sortKey: 'SK' });

test.each([
  ['the same template', ['user:{a}', 'head'], ['user:{b}', 'head']],
  ['a literal that is a value of the other', ['user:{a}', 'x'], ['user:all', 'x']],
  ['variables at different places', ['{a}:x', 's'], ['y:{b}', 's']],
  ['a padded number and a text', ['v:{n:3}', 's'], ['v:{a}', 's']],
  ['a time and what is long enough', ['t:{at:iso}', 's'], ['t:{a}:{b}', 's']],
  ['both keys, each in its own way', ['p:{a}', 'q:{b}'], ['p:fixed', 'q:{n:2}']],
])('entities whose keys meet are refused: %s', (_, [PK = '', SK = ''], [otherPK = '', otherSK = '']) => {
  const table = newTable();
  entity('first', PK, SK)(table);
  expect(() => entity('second', otherPK, otherSK)(table)).toThrow(
    expect.objectContaining({ code: 'InvalidDefinition', message: expect.stringContaining('first') }),
  );
});

test.each([
  ['another literal', ['user:{a}', 'head'], ['group:{a}', 'head']],
  ['the same partition, another sort key', ['account:{a}', 'user:{b}'], ['account:{a}', 'email:{b}']],
  ['another number of parts', ['log:{a}', 's'], ['log:{a}:{b}', 's']],
  ['numbers of other widths', ['v:{n:3}', 's'], ['v:{n:4}', 's']],
  ['a number and what is none', ['v:{n:3}', 's'], ['v:abc', 's']],
])(
  'entities whose keys are always apart are taken: %s',
  (_, [PK = '', SK = ''], [otherPK = '', otherSK = '']) => {
    const table = newTable();
    entity('first', PK, SK)(table);
    entity('second', otherPK, otherSK)(table);
  },
);

test('an entity may be defined again, and the same keys in another table', () => {
  const table = newTable();
  entity('first', 'x:{a}', 's')(table);
  entity('first', 'x:{b}', 's')(table);
  entity('second', 'x:{a}', 's')(newTable());
});
