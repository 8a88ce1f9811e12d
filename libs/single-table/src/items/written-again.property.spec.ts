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
  isSingleTableError,
  json,
  list,
  map,
  number,
  numberSet,
  oneOf,
  record,
  string,
  stringSet,
} from '@rollbook/single-table';
import type { AnyAttribute } from '../definitions/attribute-types.js';
import { sameValue } from '../wire/same-value.js';
import { decodeStored, encodeUnknown, type WireItem, type WireValue } from '../wire/wire.js';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
let entities = 0;
const holderOf = <Held extends AnyAttribute>(value: Held) => {
  const name = `holder${entities++}`;
  return defineEntity(definition, {
    name,
    key: { PK: '{id}', SK: name },
    attributes: { id: string(), value },
  });
};

type Stored = fc.Arbitrary<WireValue | undefined>;
const largest = 10n ** 38n - 1n;
const digits = fc.bigInt({ min: -largest, max: largest });
/** Every number that DynamoDB can store, in both notations. */
const numeral = fc.oneof(
  fc.integer().map(String),
  fc.maxSafeInteger().map(String),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 })
    .filter((value) => Math.abs(value) > 1e-120)
    .map(String),
  fc.tuple(digits, fc.integer({ min: -130, max: 87 })).map(([value, power]) => `${value}E${power}`),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 100 })).map(([value, power]) => `${value}E+${power}`),
  fc
    .tuple(digits, fc.integer({ min: 0, max: 88 }))
    .map(([value, power]) => `${value * 10n ** BigInt(power)}`),
);
const text = fc.string({ unit: 'binary' });
const bytes = fc.uint8Array({ maxLength: 8 }).map((each) => new Uint8Array(each));
const S = text.map((each) => ({ S: each }));
const N = numeral.map((each) => ({ N: each }));
const B = bytes.map((each) => ({ B: each }));
const BOOL = fc.boolean().map((each) => ({ BOOL: each }));
const NULL = fc.constant({ NULL: true as const });
const few = { minLength: 1, maxLength: 3 };
const SS = fc.uniqueArray(text, few).map((each) => ({ SS: each }));
const NS = fc
  .uniqueArray(numeral, { ...few, comparator: (a, b) => sameValue({ N: a }, { N: b }) })
  .map((each) => ({ NS: each }));
const BS = fc.uniqueArray(bytes, { ...few, selector: (each) => each.join() }).map((each) => ({ BS: each }));
const absent = fc.constant(undefined);
const L = (entry: fc.Arbitrary<WireValue>) => fc.array(entry, { maxLength: 3 }).map((each) => ({ L: each }));
const M = (entry: fc.Arbitrary<WireValue>) =>
  fc
    .array(fc.tuple(fc.oneof(text, fc.constant('__proto__')), entry), { maxLength: 3 })
    .map((each) => ({ M: Object.fromEntries(each) }));
const anything = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, S, N, B, BOOL, NULL, SS, NS, BS, L(tie('value')), M(tie('value'))),
})).value;

const timestamp = fc.oneof(
  fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((each) => each.toISOString()),
  fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d[T][0-2]\d:[0-5]\d:[0-6]\d\.\d{3}Z$/),
);
const members = {
  name: string(),
  tags: stringSet(),
  open: any(),
  note: any().optional(),
  state: string().nullable().default('new'),
};
const storedMembers = fc
  .record(
    { name: S, tags: SS, open: anything, note: anything, state: fc.oneof(S, NULL) },
    { requiredKeys: ['name', 'open', 'state'] },
  )
  .map((each) => ({ M: each as WireItem }));

const TYPES: Record<string, [AnyAttribute, Stored]> = {
  string: [string(), S],
  number: [number(), N],
  bigInteger: [bigInteger(), N],
  boolean: [boolean(), BOOL],
  binary: [binary(), B],
  date: [date(), timestamp.map((each) => ({ S: each }))],
  oneOf: [oneOf('open', 'done'), fc.oneof(S, fc.constantFrom({ S: 'open' }, { S: 'done' }))],
  stringSet: [stringSet(), fc.oneof(SS, absent)],
  numberSet: [numberSet(), fc.oneof(NS, absent)],
  binarySet: [binarySet(), fc.oneof(BS, absent)],
  'set with a default': [stringSet().default(() => new Set(['new'])), fc.oneof(SS, absent)],
  'set with the default of none': [stringSet().default(new Set()), fc.oneof(SS, absent)],
  'optional set': [stringSet().optional(), fc.oneof(SS, absent)],
  'nullable number': [number().nullable(), fc.oneof(N, NULL)],
  list: [list(oneOf('open')), L(S)],
  'list of sets': [list(numberSet()), L(NS)],
  record: [record(bigInteger()), M(N)],
  map: [map(members), storedMembers],
  'list of maps': [list(map(members)), L(storedMembers)],
  any: [any(), anything],
};

describe('what is read is written as it was', () => {
  test.each(Object.entries(TYPES))('%s', (_type, [attribute, stored]) => {
    const { model } = holderOf(attribute);
    let written = 0;
    const check = (value: WireValue | undefined) => {
      const wire: WireItem = {
        PK: { S: 'x' },
        SK: { S: model.name },
        entity: { S: model.name },
        id: { S: 'x' },
      };
      const read = readable(() => decodeItem(model, value ? { ...wire, value } : wire));
      if (!read) return;
      written++;
      const again = encodeItem(model, read).value;
      expect(sameValue(again, value) || [again, value]).toBe(true);
    };
    fc.assert(fc.property(stored, check), { numRuns: 500 });
    expect(written).toBeGreaterThan(50);
  });

  test('json, in value: lists and maps become text', () => {
    const { codec } = json();
    const stored = fc.oneof(
      fc.json().map((each) => ({ S: each })),
      S,
      anything,
    );
    const check = (wire: WireValue) => {
      const read = readable(() => ({ value: codec.decode(wire, 'value') }));
      if (read) expect(codec.decode(codec.encode(read.value, 'value'), 'value')).toEqual(read.value);
    };
    fc.assert(fc.property(stored, check), { numRuns: 500 });
  });

  test('what an upcaster passes on', () => {
    const check = (wire: WireValue) => {
      const read = readable(() => ({ value: decodeStored(wire, 'value') }));
      if (read) expect(sameValue(encodeUnknown(read.value, 'value'), wire)).toBe(true);
    };
    fc.assert(fc.property(anything, check), { numRuns: 500 });
  });
});

/** What is read, or undefined if it is refused with a code that says why. */
function readable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (isSingleTableError(error, 'InvalidAttribute') || isSingleTableError(error, 'NumberNotExact'))
      return undefined;
    throw error;
  }
}

describe('a set without entries', () => {
  const tagged = defineEntity(definition, {
    name: 'tagged',
    key: { PK: '{id}', SK: 'tagged' },
    attributes: {
      id: string(),
      tags: stringSet(),
      seen: numberSet().default(new Set()),
      inner: map({ tags: stringSet() }),
      groups: record(stringSet()),
    },
  });
  const key = { id: 'x' };
  const full = {
    ...key,
    tags: new Set(['a']),
    seen: new Set([1]),
    inner: { tags: new Set(['a']) },
    groups: { a: new Set(['b']) },
  };
  const none = { tags: new Set<string>(), seen: new Set<number>(), inner: { tags: new Set<string>() } };
  const emptied = { ...full, ...none };

  test.each(['put', 'update', 'upsert', 'update of a member'])(
    'is written by a %s as it is read',
    async (way) => {
      const { table, close } = await createItemTable(definition);
      await table.put(tagged, full);
      if (way === 'put') await table.put(tagged, emptied);
      else if (way === 'update') await table.update(tagged, key, { set: none });
      else if (way === 'upsert') await table.upsert(tagged, emptied);
      else {
        const { tags, seen } = none;
        await table.update(tagged, key, { set: { tags, seen, 'inner.tags': tags } });
      }
      expect(await table.get(tagged, key)).toEqual(emptied);
      await table.put(tagged, (await table.get(tagged, key))!);
      expect(await table.get(tagged, key)).toEqual(emptied);
      close();
    },
  );

  test('is refused where a missing one does not read as it', async () => {
    const { table, close } = await createItemTable(definition);
    await table.put(tagged, full);
    const set = { 'groups.a': new Set<string>() };
    await failureOf('InvalidAttribute', table.update(tagged, key, { set }));
    for (const attribute of [stringSet().optional(), stringSet().default(new Set(['new'])), any()])
      await failureOf('InvalidAttribute', () =>
        encodeItem(holderOf(attribute).model, { id: 'x', value: new Set() }),
      );
    close();
  });
});

test('a number that could not be written is refused when read, and an integer of it is a bigint', async () => {
  for (const large of ['1E+30', '9007199254740992', '-9007199254740994'])
    await failureOf('NumberNotExact', () => number().codec.decode({ N: large }, 'value'));
  const { codec } = bigInteger();
  const most = `-${'9'.repeat(38)}${'0'.repeat(88)}`;
  expect(codec.encode(codec.decode({ N: most }, 'value'), 'value')).toEqual({ N: most });
  expect(codec.decode({ N: '1.5E+30' }, 'value')).toBe(15n * 10n ** 29n);
  await failureOf('InvalidAttribute', () => codec.decode({ N: '1.5' }, 'value'));
  await failureOf('NumberNotExact', () => codec.encode(10n ** 126n, 'value'));
});

test('a set of large numbers passes through an upcaster', () => {
  const wire = { NS: ['7', '12345678901234567890123456789012345678'] };
  const read = decodeStored(wire, 'value');
  expect(read).toEqual(new Set([7, 12345678901234567890123456789012345678n]));
  expect(encodeUnknown(read, 'value')).toEqual(wire);
});

test('a value that a newer program has added to a oneOf is written once it has been read, and no other', async () => {
  const { codec } = oneOf('open', 'done').nullable();
  await failureOf('InvalidAttribute', () => codec.encode('paused', 'state'));
  expect(codec.encode(codec.decode({ S: 'paused' }, 'state'), 'state')).toEqual({ S: 'paused' });
  await failureOf('InvalidAttribute', () => codec.encode('other', 'state'));
});

test('a day that no calendar has is refused when read, and a year that has no four digits when written', async () => {
  const { codec } = date();
  for (const wrong of ['2026-02-30T00:00:00.000Z', '2026-99-01T00:00:00.000Z', '2026-01-01T24:00:00.000Z'])
    await failureOf('InvalidAttribute', () => codec.decode({ S: wrong }, 'at'));
  await failureOf('InvalidAttribute', () => codec.encode(new Date('+010000-01-01T00:00:00.000Z'), 'at'));
});
