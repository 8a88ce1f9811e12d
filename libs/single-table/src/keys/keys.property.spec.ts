import fc from 'fast-check';
import { createItemTable, failureOf } from '../../test/support/item-table.js';
import { defineEntity, defineTable, string } from '@rollbook/single-table';
import { compileKeyTemplate } from './key-template.js';

/** Any text a key can contain, with a bias towards texts that could break one. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({
      unit: fc.constantFrom(':', '#', '/', '|', '%', '{', '}', '3', 'A', 'a', '𝒳', '\0'),
      minLength: 1,
    }),
    fc.constantFrom('a#GROUP#g9', 'a:b', '%3A', '%', '{a}', '𝒳:𝒴', '%253A'),
  )
  .filter((value) => value !== '');

const template = compileKeyTemplate('org:{a}#team/{b}|{c}');

describe('key templates', () => {
  test('build and parse are inverse for any text', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(template.parse(template.build({ a, b, c }) ?? '')).toEqual({ a, b, c });
      }),
      { numRuns: 2000 },
    );
  });

  test('different values never share a key', () => {
    fc.assert(
      fc.property(text, text, text, text, (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        const key = (x: string, y: string) => template.build({ a: x, b: y, c: 'c' });
        expect(key(a, b)).not.toBe(key(c, d));
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever parses builds back to the same key: no key has two spellings', () => {
    const near = fc.tuple(text, text, text).map(([a, b, c]) => `org:${a}#team/${b}|${c}`);
    fc.assert(
      fc.property(near, (key) => {
        const values = template.parse(key);
        if (values) expect(template.build(values)).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  test('what is known from the left is a prefix of the key, also a part of the next value', () => {
    fc.assert(
      fc.property(text, text, text, fc.nat(), (a, b, c, cut) => {
        const key = template.build({ a, b, c }) ?? '';
        const start = Array.from(b)
          .slice(0, cut % (Array.from(b).length + 1))
          .join('');
        expect(key.startsWith(template.prefix({ a }).text)).toBe(true);
        expect(key.startsWith(template.prefix({ a }, { b: start }).text)).toBe(true);
        expect(template.prefix({ a, b, c })).toEqual({ text: key, complete: true });
      }),
      { numRuns: 1000 },
    );
  });

  test('zero-padded numbers and timestamps sort as they count, and parse back', () => {
    const numbered = compileKeyTemplate('v:{n:6}');
    const dated = compileKeyTemplate('{at:date}:{id}');
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999_999), (a, b) => {
        const [x = '', y = ''] = [a, b].map((n) => numbered.build({ n }));
        expect(Math.sign(a - b)).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(numbered.parse(x)).toEqual({ n: a });
      }),
    );
    const dates = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, dates, text, (a, b, id) => {
        const [x = '', y = ''] = [a, b].map((at) => dated.build({ at, id }));
        expect(Math.sign(a.getTime() - b.getTime())).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(dated.parse(x)).toEqual({ at: a, id });
      }),
    );
  });

  test('what cannot be a key value is refused: empty, missing, not text, half a surrogate pair', async () => {
    for (const bad of ['', null, 7, {}, '\ud800', 'x\udfffy']) {
      await failureOf('InvalidKeyValue', () => template.build({ a: bad, b: 'b', c: 'c' }));
    }
    const numbered = compileKeyTemplate('{n:3}');
    for (const bad of [-1, 1.5, 1000, Number.NaN, -0, '7']) {
      await failureOf('InvalidKeyValue', () => numbered.build({ n: bad }));
    }
    const dated = compileKeyTemplate('{at:iso}');
    for (const bad of ['2026-03-03', '2026-03-03T00:00:00Z', '2026-13-03T00:00:00.000Z']) {
      await failureOf('InvalidKeyValue', () => dated.build({ at: bad }));
    }
  });

  test('a template with ambiguous keys is refused', async () => {
    for (const bad of ['{a}{b}', '{a}x{b}', '{a}:{a}', 'x:{a', 'x}', '', '{a:99}', '{a:yes}', '{1}']) {
      await failureOf('InvalidDefinition', () => compileKeyTemplate(bad));
    }
    expect(compileKeyTemplate('{n:3}{b}').parse('007x')).toEqual({ n: 7, b: 'x' });
  });
});

describe('keys on the engine', () => {
  const definition = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  });
  const pair = defineEntity(definition, {
    name: 'pair',
    key: { PK: 'p:{left}', SK: 's:{right}' },
    indexes: { GSI1: 'inverted' },
    attributes: { left: string(), right: string() },
  });

  test('any pair of texts is found again by its key and from both sides, and its key parses back', async () => {
    const { table, close } = await createItemTable(definition);
    await fc.assert(
      fc.asyncProperty(text, text, async (left, right) => {
        fc.pre(left.length < 200 && right.length < 200);
        await table.put(pair, { left, right });
        expect(await table.get(pair, { left, right })).toEqual({ left, right });
        expect((await table.query(pair, { left })).items).toContainEqual({ left, right });
        expect((await table.query(pair.by('GSI1'), { right })).items).toContainEqual({ left, right });
        expect(pair.parseKey({ PK: `p:${escape(left)}`, SK: `s:${escape(right)}` })).toEqual({ left, right });
      }),
      { numRuns: 40 },
    );
    close();
  });

  test('keys reach to 2,048 and 1,024 bytes of UTF-8, and not one byte further', async () => {
    const ofItsOwn = { ...definition };
    const { table, calls, close } = await createItemTable(ofItsOwn);
    const single = defineEntity(ofItsOwn, {
      name: 'single',
      key: { PK: 'p:{left}', SK: 's:{right}' },
      attributes: { left: string(), right: string() },
    });
    const longest = { left: '𝒳'.repeat(511) + 'xy', right: 'é'.repeat(511) };
    await table.put(single, longest);
    expect(await table.get(single, longest)).toEqual(longest);
    calls.length = 0;
    expect(
      await failureOf('KeyTooLong', table.get(single, { ...longest, left: `${longest.left}x` })),
    ).toEqual({
      attribute: 'PK',
      bytes: 2049,
      limit: 2048,
    });
    expect(
      await failureOf('KeyTooLong', table.put(single, { ...longest, right: `${longest.right}x` })),
    ).toEqual({
      attribute: 'SK',
      bytes: 1025,
      limit: 1024,
    });
    // The index's sort key is the item's partition key, which may be longer than a sort key.
    await failureOf('KeyTooLong', table.put(pair, { left: 'x'.repeat(1023), right: 'y' }));
    expect(calls).toEqual([]);
    close();
  });
});

const escape = (value: string) =>
  value.replace(/[%:#/|]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
