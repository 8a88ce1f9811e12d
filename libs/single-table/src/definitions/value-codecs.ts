import { isDeepStrictEqual } from 'node:util';
import type { AnyAttribute, AttributeMap, Generation, ValueCodec } from './attribute-types.js';
import { refuseAttribute, SingleTableError } from '../wire/errors.js';
import {
  decodeBinary,
  decodeNumber,
  decodeUnknown,
  define,
  encodeBigInteger,
  encodeBinary,
  encodeNumber,
  encodeUnknown,
  integerOf,
  type WireItem,
  type WireValue,
} from '../wire/wire.js';

function refuse(name: string, expected: string): never {
  return refuseAttribute('InvalidAttribute', name, `${name} must be ${expected}.`);
}

/** The tags of DynamoDB's JSON, and the name of a value under each. */
const KINDS = {
  S: 'a string',
  N: 'a number',
  BOOL: 'a boolean',
  B: 'a Uint8Array',
  L: 'an array',
  M: 'an object',
  SS: 'a Set of strings',
  NS: 'a Set of numbers',
  BS: 'a Set of Uint8Arrays',
};

interface Stored {
  S: string;
  N: string;
  BOOL: boolean;
  B: string | Uint8Array;
  L: WireValue[];
  M: WireItem;
  SS: readonly unknown[];
  NS: readonly unknown[];
  BS: readonly unknown[];
}

/** The value under a tag; refuses a stored value with another tag. */
function under<Tag extends keyof Stored>(tag: Tag, wire: WireValue, name: string): Stored[Tag] {
  const value = (wire as Partial<Stored>)[tag];
  return value === undefined ? refuse(name, KINDS[tag]) : value;
}

export function nullableCodec(codec: ValueCodec): ValueCodec {
  return {
    ...codec,
    encode: (value, name) => (value === null ? { NULL: true } : codec.encode(value, name)),
    decode: (wire, name, isPart) => ('NULL' in wire ? null : codec.decode(wire, name, isPart)),
  };
}

export const stringCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) => (typeof value === 'string' ? { S: value } : refuse(name, KINDS.S)),
  decode: (wire, name) => under('S', wire, name),
};

export const numberCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) => ({ N: encodeNumber(value, name) }),
  decode: (wire, name) => decodeNumber(under('N', wire, name), name),
};

export const bigIntegerCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) =>
    typeof value === 'bigint' ? { N: encodeBigInteger(value, name) } : refuse(name, 'a bigint'),
  decode: (wire, name) => integerOf(under('N', wire, name)) ?? refuse(name, 'an integer'),
};

export const booleanCodec: ValueCodec = {
  type: 'boolean',
  encode: (value, name) => (typeof value === 'boolean' ? { BOOL: value } : refuse(name, KINDS.BOOL)),
  decode: (wire, name) => under('BOOL', wire, name),
};

export const binaryCodec: ValueCodec = {
  type: 'binary',
  encode: (value, name) => (value instanceof Uint8Array ? { B: encodeBinary(value) } : refuse(name, KINDS.B)),
  decode: (wire, name) => decodeBinary(under('B', wire, name)),
};

export const anyCodec: ValueCodec = {
  type: 'any',
  encode: encodeUnknown,
  decode: (wire, name) => decodeUnknown(wire, name),
};

/** Reads also what was stored as DynamoDB's own lists and maps. */
export function jsonCodec<Value>(form: JsonForm<Value> | undefined): ValueCodec {
  const { pack, unpack } = form ?? AS_IT_IS;
  return {
    type: 'string',
    hasForm: form !== undefined,
    encode: (value, name) => {
      const text = JSON.stringify(pack(value as Value)) as string | undefined;
      return text === undefined ? refuse(name, 'a value that JSON has') : { S: text };
    },
    decode: (wire, name) => {
      if ('S' in wire) return unpack(parsedIfJson(wire.S));
      const value = decodeUnknown(wire, name);
      // A binary or a set would be written as another value.
      return form || isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
        ? unpack(value)
        : refuse(name, 'a value that JSON has');
    },
  };
}

/** How a value is stored, if not as it is. `unpack` receives whatever was ever stored. */
export interface JsonForm<Value> {
  pack: (value: Value) => unknown;
  unpack: (stored: unknown) => Value;
}
const AS_IT_IS: JsonForm<unknown> = { pack: (value) => value, unpack: (stored) => stored };

/** Other text is returned as it is: what checks a table must be able to read what should not be there. */
function parsedIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Undefined if it is not valid, or of a year that has not four digits, whose text would sort wrongly. */
function timestampOf(date: Date): string | undefined {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.length === 24 ? text : undefined;
}

export const dateCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) => {
    const text = value instanceof Date ? timestampOf(value) : undefined;
    return text === undefined ? refuse(name, 'a valid Date of a year from 0 to 9999') : { S: text };
  },
  decode: (wire, name) => {
    const date = 'S' in wire ? new Date(wire.S) : undefined;
    // 30 February would be written as 2 March.
    return date && timestampOf(date) === (wire as Stored).S ? date : refuse(name, 'an ISO 8601 timestamp');
  },
};

const SETS = { SS: ['stringSet', 'S'], NS: ['numberSet', 'N'], BS: ['binarySet', 'B'] } as const;

/** A set of `entry` values. DynamoDB has no empty ones: those that `isLeftOut` does not leave out are refused. */
export function setCodec(tag: keyof typeof SETS, entry: AnyAttribute): ValueCodec {
  const [type, entryTag] = SETS[tag];
  const { encode, decode } = entry.codec;
  return {
    type,
    entries: entry,
    encode: (value, name) =>
      value instanceof Set && value.size > 0
        ? ({
            [tag]: [...value].map((each) => (encode(each, name) as Record<string, unknown>)[entryTag]),
          } as WireValue)
        : refuse(name, `${KINDS[tag]} with at least one entry`),
    decode: (wire, name) =>
      new Set(under(tag, wire, name).map((each) => decode({ [entryTag]: each } as WireValue, name))),
  };
}

/** How many values of newer programs are remembered: what holds text of every kind must not fill the memory. */
const MAX_ADDED_VALUES = 1_000;

export function enumerationCodec(values: readonly string[]): ValueCodec {
  const added = new Set<string>();
  return {
    type: 'string',
    oneOf: values,
    encode: (value, name) =>
      values.includes(value as string) || added.has(value as string)
        ? { S: value as string }
        : refuse(name, `one of ${values.join(', ')}`),
    // An older program must survive a value that a newer one has added: what it has read it can write again.
    decode: (wire, name) => {
      const value = under('S', wire, name);
      if (!values.includes(value)) {
        added.delete(value);
        if (added.size === MAX_ADDED_VALUES) added.delete(added.values().next().value as string);
        added.add(value);
      }
      return value;
    },
  };
}

export function listCodec(entry: AnyAttribute): ValueCodec {
  const { encode, decode } = entry.codec;
  return {
    type: 'list',
    entries: entry,
    encode: (value, name) =>
      Array.isArray(value)
        ? { L: value.map((each, index) => encode(each, `${name}[${index}]`)) }
        : refuse(name, KINDS.L),
    decode: (wire, name, isPart) => under('L', wire, name).map((each) => decode(each, name, isPart)),
  };
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : refuse(name, KINDS.M);
}

export function recordCodec(entry: AnyAttribute): ValueCodec {
  const { encode, decode } = entry.codec;
  return {
    type: 'map',
    entries: entry,
    encode: (value, name) => {
      const map: WireItem = {};
      for (const [key, each] of Object.entries(objectOf(value, name)))
        define(map, key, encode(each, `${name}.${key}`));
      return { M: map };
    },
    decode: (wire, name, isPart) => {
      const stored = under('M', wire, name);
      const map: Record<string, unknown> = {};
      for (const key in stored) define(map, key, decode(stored[key] as WireValue, name, isPart));
      return map;
    },
  };
}

export function mapCodec(members: AttributeMap): ValueCodec {
  const entries = Object.entries(members);
  return {
    type: 'map',
    members,
    encode: (value, name) => {
      const source = objectOf(value, name);
      refuseUnknown(members, source, `${name}.`);
      const map: WireItem = {};
      for (const [key, { codec, settings }] of entries) {
        const given = source[key];
        const each = given === undefined ? settings.generation?.make(new Date()) : given;
        if (isLeftOut(members[key]!, each)) continue;
        if (each !== undefined) map[key] = codec.encode(each, `${name}.${key}`);
        else if (settings.presence !== 'optional') refuse(`${name}.${key}`, 'present');
      }
      return { M: map };
    },
    decode: (wire, name, isPart) => {
      const stored = under('M', wire, name);
      const map: Record<string, unknown> = {};
      for (const [key, member] of entries) {
        const each = stored[key];
        if (each !== undefined) map[key] = member.codec.decode(each, `${name}.${key}`, isPart);
        else if (!isPart && member.settings.presence !== 'optional')
          map[key] = standIn(member, `A stored ${name}`, key);
      }
      return map;
    },
  };
}

/** True for an empty set that is written by leaving it out: DynamoDB has none, and a missing one reads as this. */
export function isLeftOut({ settings, codec }: AnyAttribute, value: unknown): boolean {
  if (!(value instanceof Set) || value.size > 0 || !codec.type.endsWith('Set')) return false;
  const { constant }: Partial<Generation> = settings.generation ?? {};
  return (
    settings.presence !== 'optional' &&
    (constant instanceof Set ? constant.size === 0 : constant === undefined)
  );
}

/** What a stored item has in place of a value that it lacks, although its type promises one; throws if there is nothing. */
export function standIn({ settings, codec }: AnyAttribute, holder: string, name: string): unknown {
  // DynamoDB has no empty sets: a set whose last entry was removed is not stored.
  const emptySet = codec.type.endsWith('Set') ? new Set() : undefined;
  const { constant = emptySet }: Partial<Generation> = settings.generation ?? {};
  if (constant !== undefined) return constant;
  return refuseAttribute(
    'MissingAttribute',
    name,
    `${holder} has no ${name}, and no upcaster or default gives it one.`,
  );
}

/** Refuses values under undeclared names. `prefix` is the path to them. */
export function refuseUnknown(
  attributes: AttributeMap,
  given: Readonly<Record<string, unknown>>,
  prefix = '',
): void {
  for (const name in given) {
    if (given[name] === undefined || Object.hasOwn(attributes, name)) continue;
    throw new SingleTableError('UnknownAttribute', `There is no attribute ${prefix}${name}.`, {
      attribute: prefix + name,
    });
  }
}
