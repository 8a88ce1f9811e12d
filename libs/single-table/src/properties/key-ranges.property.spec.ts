/** @engines both */
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { escapeKeyValue } from '../keys/key-template.js';
import { after } from '../reads/query-plan.js';
import { defineEntity, defineTable, string } from '@rollbook/single-table';
import { createItemTable, type ItemTable } from '../../test/support/item-table.js';

/** Sort keys of every kind that could be on the wrong side of a bound, and queries about any of them. */

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const word = defineEntity(definition, {
  name: 'word',
  key: { PK: 'book:{book}', SK: 'word:{text}' },
  indexes: { GSI1: { GSI1PK: 'in:{book}', GSI1SK: 'word:{text}' } },
  attributes: { book: string(), text: string() },
});
/** Its keys lie directly before, after and between those of the words. */
const neighbour = defineEntity(definition, {
  name: 'neighbour',
  key: { PK: 'book:{book}', SK: '{sort}' },
  attributes: { book: string(), sort: string() },
});

const LONGEST = 1024 - 'word:'.length;
const HIGHEST = '\u{10ffff}';
const characters = [
  'a',
  'A',
  '%',
  '_',
  '*',
  '\\',
  "'",
  ':',
  '\0',
  '\u007f',
  '\u07ff',
  '\uffff',
  'é',
  '\ud7ff',
  '\ue000',
  '𝒳',
  HIGHEST,
];
const texts = [
  ...characters,
  ...characters.flatMap((first) => ['a', HIGHEST, '\0', '_', '%'].map((second) => first + second)),
  'a%b',
  'a_b',
  'axb',
  'A_B',
  'a%25b',
  `${HIGHEST}${HIGHEST}${HIGHEST}`,
  'x'.repeat(LONGEST),
  'x'.repeat(LONGEST - 1),
  `${'x'.repeat(LONGEST - 1)}\u007f`,
  `${'y'.repeat(LONGEST - 2)}é`,
  `${HIGHEST.repeat(Math.floor(LONGEST / 4))}zzz`,
];
const words = [...new Set(texts)];
const neighbours = ['word', 'word;', 'word9', 'w', 'x', 'word;a'];

const bytesOf = (text: string) => Buffer.from(`word:${escapeKeyValue(text)}`);
const inOrder = (a: string, b: string) => Buffer.compare(bytesOf(a), bytesOf(b));
const fits = (text: string) => bytesOf(text).length <= 1024;
const stored = words.filter(fits).sort(inOrder);

let items: ItemTable;

beforeAll(async () => {
  items = await createItemTable(definition);
  await items.table.batchWrite(stored.map((text) => word.put({ book: 'b', text })));
  await items.table.batchWrite(neighbours.map((sort) => neighbour.put({ book: 'b', sort })));
});
afterAll(() => items.close());

interface Question {
  beginsWith?: { text: string };
  atLeast?: { text: string };
  greaterThan?: { text: string };
  atMost?: { text: string };
  lessThan?: { text: string };
}

function answer({ beginsWith, atLeast, greaterThan, atMost, lessThan }: Question): string[] {
  return stored.filter(
    (text) =>
      escapeKeyValue(text).startsWith(escapeKeyValue(beginsWith?.text ?? '')) &&
      (!atLeast || inOrder(text, atLeast.text) >= 0) &&
      (!greaterThan || inOrder(text, greaterThan.text) > 0) &&
      (!atMost || inOrder(text, atMost.text) <= 0) &&
      (!lessThan || inOrder(text, lessThan.text) < 0),
  );
}

const text = fc
  .oneof(
    fc.constantFrom(...words),
    fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 3 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  )
  .map((value) => ({ text: value }));
const question: fc.Arbitrary<Question> = fc.oneof(
  fc.constant({}),
  fc.record({ beginsWith: text }),
  fc.record({ atLeast: text }),
  fc.record({ greaterThan: text, atMost: text }),
  fc.record({ lessThan: text }),
  fc.record({ beginsWith: text, atLeast: text }),
  fc.record({ beginsWith: text, lessThan: text }),
);
const paging = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  byIndex: fc.boolean(),
});

test('a range of keys has the same items, in the same order, however they are spelled, from either end, in pages', async () => {
  const { table } = items;
  await fc.assert(
    fc.asyncProperty(question, paging, async (asked, { limit, order, byIndex }) => {
      const expected = answer(asked);
      if (order === 'descending') expected.reverse();
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const options = { ...asked, limit, order, cursor };
        const page = byIndex
          ? await table.query(word.by('GSI1'), { book: 'b' }, options)
          : await table.query(word, { book: 'b' }, options);
        found.push(...page.items.map((item) => item.text));
        cursor = page.cursor;
      } while (cursor);
      expect(found).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('a prefix as a range is what the engine itself calls beginning with it', async () => {
  const { client, tableName, table } = items;
  // The embedded engine's own comparison ignores case and ends at a NUL.
  const prefixes = stored
    .flatMap((each) => [each, each.slice(0, 1)])
    .filter((each) => !/[a-z\0\p{Surrogate}]/iu.test(each));
  for (const prefix of new Set(prefixes)) {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'PK = :p AND begins_with(SK, :s)',
        ExpressionAttributeValues: { ':p': { S: 'book:b' }, ':s': { S: `word:${escapeKeyValue(prefix)}` } },
      }),
    );
    const { items: found } = await table.query(word, { book: 'b' }, { beginsWith: { text: prefix } });
    expect(found.map((each) => each.text)).toEqual(Items.map((each) => each['text']?.S));
  }
});

test('no string is between those that start with a prefix and the one that follows them', () => {
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const any = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(any, any, (prefix, other) => {
      const end = after(prefix);
      if (end === HIGHEST) expect(prefix.replaceAll(HIGHEST, '')).toBe('');
      else expect(compare(prefix, other) <= 0 && compare(other, end) < 0).toBe(other.startsWith(prefix));
    }),
    { numRuns: 5000 },
  );
});

test('the end of a range is no longer than a key can be', async () => {
  const text = `${'x'.repeat(LONGEST - 1)}\u007f`;
  const found = await items.table.query(
    word,
    { book: 'b' },
    { beginsWith: { text }, atLeast: { text: 'a' } },
  );
  expect(found.items.map((each) => each.text)).toEqual([text]);
});

test('a prefix that no key can have gives nothing', async () => {
  const { table } = items;
  const beginsWith = { text: 'x'.repeat(LONGEST + 1) };
  expect((await table.query(word, { book: 'b' }, { beginsWith })).items).toEqual([]);
});

test('the longest keys are found by themselves and by all but their last character', async () => {
  const { table } = items;
  const longest = stored.filter((each) => bytesOf(each).length > 1000);
  expect(longest.length).toBeGreaterThan(3);
  for (const text of longest) {
    for (const start of [text, Array.from(text).slice(0, -1).join('')]) {
      const { items: found } = await table.query(word, { book: 'b' }, { beginsWith: { text: start } });
      expect(found.map((each) => each.text)).toEqual(answer({ beginsWith: { text: start } }));
    }
  }
});
