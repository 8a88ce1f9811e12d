import type { AnyAttribute, AttributeMap, ValueCodec } from './attribute-types.js';
import { SingleTableError } from './errors.js';
import {
  decodeBinary,
  decodeNumber,
  decodeUnknown,
  define,
  encodeBigInteger,
  encodeBinary,
  encodeNumber,
  encodeSet,
  encodeUnknown,
  type WireItem,
  type WireValue,
} from './wire.js';

function refuse(name: string, expected: string): never {
  throw new SingleTableError('InvalidAttribute', `${name} must be ${expected}.`, { attribute: name });
}

export function nullableCodec(codec: ValueCodec): ValueCodec {
  return {
    ...codec,
    encode: (value, name) => (value === null ? { NULL: true } : codec.encode(value, name)),
    decode: (wire, name) => ('NULL' in wire ? null : codec.decode(wire, name)),
  };
}

export const stringCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) => (typeof value === 'string' ? { S: value } : refuse(name, 'a string')),
  decode: (wire, name) => ('S' in wire ? wire.S : refuse(name, 'a string')),
};

export const numberCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) => ({ N: encodeNumber(value, name) }),
  decode: (wire, name) => ('N' in wire ? decodeNumber(wire.N, name) : refuse(name, 'a number')),
};

export const bigIntegerCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) =>
    typeof value === 'bigint' ? { N: encodeBigInteger(value, name) } : refuse(name, 'a bigint'),
  decode: (wire, name) => ('N' in wire ? BigInt(wire.N) : refuse(name, 'an integer')),
};

export const booleanCodec: ValueCodec = {
  type: 'boolean',
  encode: (value, name) => (typeof value === 'boolean' ? { BOOL: value } : refuse(name, 'a boolean')),
  decode: (wire, name) => ('BOOL' in wire ? wire.BOOL : refuse(name, 'a boolean')),
};

export const binaryCodec: ValueCodec = {
  type: 'binary',
  encode: (value, name) =>
    value instanceof Uint8Array ? { B: encodeBinary(value) } : refuse(name, 'a Uint8Array'),
  decode: (wire, name) => ('B' in wire ? decodeBinary(wire.B) : refuse(name, 'binary')),
};

export const anyCodec: ValueCodec = { type: 'any', encode: encodeUnknown, decode: decodeUnknown };

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const dateCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) =>
    value instanceof Date && !Number.isNaN(value.getTime())
      ? { S: value.toISOString() }
      : refuse(name, 'a valid Date'),
  decode: (wire, name) =>
    'S' in wire && isoTimestamp.test(wire.S) ? new Date(wire.S) : refuse(name, 'an ISO 8601 timestamp'),
};

export function setCodec(type: 'stringSet' | 'numberSet' | 'binarySet'): ValueCodec {
  const tag = ({ stringSet: 'SS', numberSet: 'NS', binarySet: 'BS' } as const)[type];
  return {
    type,
    encode: (value, name) => {
      const wire = value instanceof Set ? encodeSet(value, name) : undefined;
      return wire && tag in wire ? wire : refuse(name, `a Set for ${tag}`);
    },
    decode: (wire, name) => (tag in wire ? decodeUnknown(wire, name) : refuse(name, `a Set for ${tag}`)),
  };
}

export function enumerationCodec(values: readonly string[]): ValueCodec {
  const known = new Set<unknown>(values);
  return {
    type: 'string',
    oneOf: values,
    encode: (value, name) =>
      known.has(value) ? { S: value as string } : refuse(name, `one of ${values.join(', ')}`),
    // Reading is lenient: an older program must survive a value that a newer one has added.
    decode: stringCodec.decode,
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
        : refuse(name, 'an array'),
    decode: (wire, name) => ('L' in wire ? wire.L.map((each) => decode(each, name)) : refuse(name, 'a list')),
  };
}

export function recordCodec(entry: AnyAttribute): ValueCodec {
  const { encode, decode } = entry.codec;
  return {
    type: 'map',
    entries: entry,
    encode: (value, name) => {
      if (typeof value !== 'object' || value === null) return refuse(name, 'an object');
      const map: WireItem = {};
      for (const [key, each] of Object.entries(value)) define(map, key, encode(each, `${name}.${key}`));
      return { M: map };
    },
    decode: (wire, name) => {
      if (!('M' in wire)) return refuse(name, 'a map');
      const map: Record<string, unknown> = {};
      for (const key in wire.M) define(map, key, decode(wire.M[key] as WireValue, name));
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
      if (typeof value !== 'object' || value === null) return refuse(name, 'an object');
      const source = value as Record<string, unknown>;
      for (const key in source) {
        if (!Object.hasOwn(members, key) && source[key] !== undefined) {
          throw new SingleTableError('UnknownAttribute', `${name} has no attribute ${key}.`, {
            attribute: `${name}.${key}`,
          });
        }
      }
      const map: WireItem = {};
      for (const [key, member] of entries) {
        const each = source[key] ?? member.settings.generation?.make(new Date());
        if (each !== undefined) map[key] = member.codec.encode(each, `${name}.${key}`);
        else if (member.settings.presence !== 'optional') refuse(`${name}.${key}`, 'present');
      }
      return { M: map };
    },
    decode: (wire, name) => {
      if (!('M' in wire)) return refuse(name, 'a map');
      const map: Record<string, unknown> = {};
      for (const [key, member] of entries) {
        const each = wire.M[key];
        if (each !== undefined) map[key] = member.codec.decode(each, `${name}.${key}`);
      }
      return map;
    },
  };
}
