import fc from 'fast-check';
import { createItemTable, failureOf } from '../../test/support/item-table.js';
import { decodeItem, encodeItem } from './item-codec.js';
import {
  any,
  bigInteger,
  binary,
  binarySet,
  boolean,
  date,
  defineEntity,
  defineTable,
  json as jsonText,
  list,
  map,
  number,
  numberSet,
  oneOf,
  record,
  string,
  stringSet,
} from '@rollbook/single-table';
import { decodeNumber, type WireItem } from '../wire/wire.js';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const everything = defineEntity(definition, {
  name: 'everything',
  key: { PK: 'id:{id}', SK: 'everything' },
  attributes: {
    id: string(),
    text: string(),
    number: number(),
    big: bigInteger(),
    flag: boolean(),
    bytes: binary(),
    at: date(),
    kind: oneOf('a', 'b'),
    list: list(number()),
    map: map({ name: string(), inner: map({ values: list(string()) }).optional() }),
    record: record(number()),
    strings: stringSet(),
    numbers: numberSet(),
    binaries: binarySet(),
    nothing: string().nullable(),
    open: any(),
    document: jsonText(),
    maybe: string().optional(),
  },
});

/** Numbers that DynamoDB can store and JavaScript represents exactly. Zero has one sign. */
const exactNumber = fc
  .oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
  .filter((value) => value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) < 1e126))
  .map((value) => (value === 0 ? 0 : value));
const bytes = fc.uint8Array({ maxLength: 40 }).map((each) => new Uint8Array(each));
const name = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }), fc.constant('__proto__'));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    exactNumber,
    fc.boolean(),
    fc.constant(null),
    bytes,
    fc
      .uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 3 })
      .map((each) => new Set(each)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const item = fc.record(
  {
    id: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    text: fc.string({ unit: 'binary' }),
    number: exactNumber,
    big: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    flag: fc.boolean(),
    bytes,
    at: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    kind: fc.constantFrom('a' as const, 'b' as const),
    list: fc.array(exactNumber, { maxLength: 5 }),
    map: fc.record(
      { name: fc.string(), inner: fc.record({ values: fc.array(fc.string(), { maxLength: 3 }) }) },
      { requiredKeys: ['name'] },
    ),
    record: fc
      .array(fc.tuple(name, exactNumber), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
    strings: fc
      .uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 4 })
      .map((each) => new Set(each)),
    numbers: fc.uniqueArray(exactNumber, { minLength: 1, maxLength: 4 }).map((each) => new Set(each)),
    binaries: fc
      .uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 3,
        selector: (each) => each.join(),
      })
      .map((each) => new Set(each.map((one) => new Uint8Array(one)))),
    nothing: fc.option(fc.string({ unit: 'binary' })),
    open: json,
    document: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    maybe: fc.string(),
  },
  {
    requiredKeys: [
      'id',
      'text',
      'number',
      'big',
      'flag',
      'bytes',
      'at',
      'kind',
      'list',
      'map',
      'record',
      'strings',
      'numbers',
      'binaries',
      'nothing',
      'open',
      'document',
    ],
  },
);

describe('the codec', () => {
  test('JSON is stored as text, and read from lists and maps as well', async () => {
    const { codec } = jsonText<{ a: number[] }>();
    expect(codec.encode({ a: [1] }, 'document')).toEqual({ S: '{"a":[1]}' });
    expect(codec.decode({ M: { a: { L: [{ N: '1' }] } } }, 'document')).toEqual({ a: [1] });
    expect(codec.decode({ S: '{"a"' }, 'document')).toBe('{"a"');
    await failureOf('InvalidAttribute', () => codec.encode(undefined, 'document'));
  });

  test('every kind of attribute survives the wire', () => {
    fc.assert(
      fc.property(item, (values) => {
        const wire = JSON.parse(JSON.stringify(encodeItem(everything.model, values))) as WireItem;
        expect(decodeItem(everything.model, wire)).toEqual(values);
      }),
      { numRuns: 1000 },
    );
  });

  test('and the engine', async () => {
    const { table, close } = await createItemTable(definition);
    await fc.assert(
      fc.asyncProperty(item, async (values) => {
        fc.pre(Math.abs(values.number) > 1e-100 || values.number === 0);
        await table.put(everything, values);
        const found = await table.get(everything, { id: values.id });
        // A set has no order; the engine returns it in its own.
        const sorted = (each: typeof found) =>
          each && { ...each, binaries: [...each.binaries].map(String).sort() };
        expect(sorted(found)).toEqual(sorted(values));
      }),
      { numRuns: 60 },
    );
    close();
  });

  test('a number that JavaScript cannot hold exactly is refused when written, and when read', async () => {
    const { table, close } = await createItemTable(definition);
    const simple = defineEntity(definition, {
      name: 'simple',
      key: { PK: '{id}', SK: 'simple' },
      attributes: { id: string(), value: any() },
    });
    for (const value of [2 ** 53, -(2 ** 60), 1e30, Number.NaN, Infinity, 1e127, 1e-140]) {
      const code = Number.isFinite(value) ? 'NumberNotExact' : 'InvalidAttribute';
      await failureOf(code, table.put(simple, { id: 'x', value }));
      await failureOf(code, table.put(simple, { id: 'x', value: { deep: [value] } }));
    }
    await table.put(simple, { id: 'x', value: 12345678901234567890123456789012345678n });
    await failureOf('NumberNotExact', table.get(simple, { id: 'x' }));
    for (const inexact of ['9007199254740993', '0.1000000000000000055', '123456789012345678.5']) {
      await failureOf('NumberNotExact', () => decodeNumber(inexact, 'value'));
    }
    for (const exact of ['9007199254740991', '0.1', '1E+2', '123456789012345', '0.30000000000000004']) {
      expect(decodeNumber(exact, 'value')).toBe(Number(exact));
    }
    close();
  });

  test.each([
    ['text', 7],
    ['number', '7'],
    ['flag', 'yes'],
    ['bytes', 'AAA='],
    ['at', '2026-03-03'],
    ['kind', 'c'],
    ['list', ['x']],
    ['map', { inner: { values: [] } }],
    ['strings', new Set([1])],
    ['numbers', new Set(['1'])],
    ['nothing', 7],
    ['open', { when: new Date() }],
  ])('a value of the wrong kind is refused: %s', async (attribute, wrong) => {
    const [values] = fc.sample(item, { numRuns: 1, seed: 7 });
    await failureOf('InvalidAttribute', () =>
      encodeItem(everything.model, { ...values, [attribute]: wrong }),
    );
  });
});
