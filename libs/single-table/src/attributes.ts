import { monotonicFactory } from 'ulid';
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

/** `default`: may be left out of a put, is always there after it. `computed`: never given, always there. */
export type Presence = 'required' | 'optional' | 'default' | 'computed';
/** `readOnly`: never in an update. `hidden`: written and usable in conditions, left out of what reads return. */
export type Access = 'open' | 'readOnly' | 'hidden';

/** When and from what the library makes a value itself. */
export interface Generation {
  /** `create`: only when the put leaves it out. `write`: at every put and update. */
  on: 'create' | 'write';
  make(now: Date): unknown;
  /** A default that does not change: old items without the attribute read as having it. */
  constant?: unknown;
}

export interface Computation {
  dependsOn: readonly string[];
  compute(values: Record<string, unknown>): unknown;
}

/** How one kind of value is written, read and described. */
export interface ValueCodec {
  type:
    | 'string'
    | 'number'
    | 'boolean'
    | 'binary'
    | 'list'
    | 'map'
    | 'stringSet'
    | 'numberSet'
    | 'binarySet'
    | 'any';
  encode: (value: unknown, attribute: string) => WireValue;
  decode: (wire: WireValue, attribute: string) => unknown;
  /** Attributes of a map, by name. */
  members?: AttributeMap;
  /** The attribute of each entry of a list or record. */
  entries?: AnyAttribute;
  oneOf?: readonly string[];
}

export interface AttributeSettings {
  presence: Presence;
  access: Access;
  generation?: Generation;
  computation?: Computation;
}

export interface AnyAttribute {
  readonly '~value': unknown;
  readonly '~presence': Presence;
  readonly '~access': Access;
  readonly codec: ValueCodec;
  readonly settings: AttributeSettings;
}

export type AttributeMap = Readonly<Record<string, AnyAttribute>>;

/** The declaration of an attribute: its type, and what may be left out, changed or seen. Immutable; each call gives a new one. */
export interface Attribute<
  Value,
  P extends Presence = 'required',
  A extends Access = 'open',
> extends AnyAttribute {
  readonly '~value': Value;
  readonly '~presence': P;
  readonly '~access': A;
  /** May be missing from the item. */
  optional(): Attribute<Value, 'optional', A>;
  /** May hold DynamoDB's null. */
  nullable(): Attribute<Value | null, P, A>;
  /** Written when a put leaves it out. */
  default(value: Value | (() => Value)): Attribute<Value, 'default', A>;
  /** Cannot be changed by an update. */
  readOnly(): Attribute<Value, P, 'readOnly'>;
  /** Stored, and usable in conditions and filters, but left out of what reads return. */
  hidden(): Attribute<Value, P, 'hidden'>;
  /** Made from other attributes at each write. An update must set all of those or none. */
  computed<Source extends object>(
    dependsOn: readonly (keyof Source & string)[],
    compute: (values: Source) => Value,
  ): Attribute<Value, 'computed', 'readOnly'>;
}

function attribute<Value, P extends Presence, A extends Access>(
  codec: ValueCodec,
  settings: AttributeSettings,
): Attribute<Value, P, A> {
  const next = <V, Q extends Presence, B extends Access>(change: Partial<AttributeSettings>) =>
    attribute<V, Q, B>(codec, { ...settings, ...change });
  const made = {
    codec,
    settings,
    optional: () => next<Value, 'optional', A>({ presence: 'optional' }),
    nullable: () => attribute<Value | null, P, A>(nullableCodec(codec), settings),
    default: (value: Value | (() => Value)) =>
      next<Value, 'default', A>({
        presence: 'default',
        generation:
          typeof value === 'function'
            ? { on: 'create', make: value as () => Value }
            : { on: 'create', make: () => value, constant: value },
      }),
    readOnly: () => next<Value, P, 'readOnly'>({ access: 'readOnly' }),
    hidden: () => next<Value, P, 'hidden'>({ access: 'hidden' }),
    computed: <Source extends object>(
      dependsOn: readonly (keyof Source & string)[],
      compute: (values: Source) => Value,
    ) =>
      next<Value, 'computed', 'readOnly'>({
        presence: 'computed',
        access: 'readOnly',
        computation: { dependsOn, compute: compute as (values: never) => unknown },
      }),
  };
  // The ~ members exist for the compiler only.
  return made as unknown as Attribute<Value, P, A>;
}

const required = { presence: 'required', access: 'open' } as const;

function refuse(name: string, expected: string): never {
  throw new SingleTableError('InvalidAttribute', `${name} must be ${expected}.`, { attribute: name });
}

function nullableCodec(codec: ValueCodec): ValueCodec {
  return {
    ...codec,
    encode: (value, name) => (value === null ? { NULL: true } : codec.encode(value, name)),
    decode: (wire, name) => ('NULL' in wire ? null : codec.decode(wire, name)),
  };
}

const stringCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) => (typeof value === 'string' ? { S: value } : refuse(name, 'a string')),
  decode: (wire, name) => ('S' in wire ? wire.S : refuse(name, 'a string')),
};

const numberCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) => ({ N: encodeNumber(value, name) }),
  decode: (wire, name) => ('N' in wire ? decodeNumber(wire.N, name) : refuse(name, 'a number')),
};

const bigIntegerCodec: ValueCodec = {
  type: 'number',
  encode: (value, name) =>
    typeof value === 'bigint' ? { N: encodeBigInteger(value, name) } : refuse(name, 'a bigint'),
  decode: (wire, name) => ('N' in wire ? BigInt(wire.N) : refuse(name, 'an integer')),
};

const booleanCodec: ValueCodec = {
  type: 'boolean',
  encode: (value, name) => (typeof value === 'boolean' ? { BOOL: value } : refuse(name, 'a boolean')),
  decode: (wire, name) => ('BOOL' in wire ? wire.BOOL : refuse(name, 'a boolean')),
};

const binaryCodec: ValueCodec = {
  type: 'binary',
  encode: (value, name) =>
    value instanceof Uint8Array ? { B: encodeBinary(value) } : refuse(name, 'a Uint8Array'),
  decode: (wire, name) => ('B' in wire ? decodeBinary(wire.B) : refuse(name, 'binary')),
};

const anyCodec: ValueCodec = { type: 'any', encode: encodeUnknown, decode: decodeUnknown };

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const dateCodec: ValueCodec = {
  type: 'string',
  encode: (value, name) =>
    value instanceof Date && !Number.isNaN(value.getTime())
      ? { S: value.toISOString() }
      : refuse(name, 'a valid Date'),
  decode: (wire, name) =>
    'S' in wire && isoTimestamp.test(wire.S) ? new Date(wire.S) : refuse(name, 'an ISO 8601 timestamp'),
};

function setCodec(type: 'stringSet' | 'numberSet' | 'binarySet'): ValueCodec {
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

function enumerationCodec(values: readonly string[]): ValueCodec {
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

function listCodec(entry: AnyAttribute): ValueCodec {
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

function recordCodec(entry: AnyAttribute): ValueCodec {
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

function mapCodec(members: AttributeMap): ValueCodec {
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

export const string = () => attribute<string, 'required', 'open'>(stringCodec, required);
/** A number a JavaScript number holds exactly; others are refused when written and when read. */
export const number = () => attribute<number, 'required', 'open'>(numberCodec, required);
/** An integer of up to 38 digits, kept exactly. */
export const bigInteger = () => attribute<bigint, 'required', 'open'>(bigIntegerCodec, required);
export const boolean = () => attribute<boolean, 'required', 'open'>(booleanCodec, required);
export const binary = () => attribute<Uint8Array, 'required', 'open'>(binaryCodec, required);
/** A Date, stored as ISO 8601 text in UTC with milliseconds, so that it sorts. */
export const date = () => attribute<Date, 'required', 'open'>(dateCodec, required);
export const stringSet = () => attribute<Set<string>, 'required', 'open'>(setCodec('stringSet'), required);
export const numberSet = () => attribute<Set<number>, 'required', 'open'>(setCodec('numberSet'), required);
export const binarySet = () =>
  attribute<Set<Uint8Array>, 'required', 'open'>(setCodec('binarySet'), required);
/** One of a fixed list of strings: checked when written; a value added later still reads. */
export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  attribute<Values[number], 'required', 'open'>(enumerationCodec(values), required);
/** Any JSON (and Uint8Array, Set, bigint) of the type the caller vouches for. */
export const any = <Value = unknown>() => attribute<Value, 'required', 'open'>(anyCodec, required);

/** A list: of a declared attribute, or, without one, of any JSON of the type the caller vouches for. */
export function list<Entry extends AnyAttribute>(entry: Entry): Attribute<Entry['~value'][]>;
export function list<Value>(): Attribute<Value[]>;
export function list(entry?: AnyAttribute): Attribute<unknown[]> {
  return attribute(listCodec(entry ?? any()), required);
}

/** A map from any string to one kind of value. */
export const record = <Entry extends AnyAttribute>(entry: Entry) =>
  attribute<Record<string, Entry['~value']>, 'required', 'open'>(recordCodec(entry), required);

export type MapValue<M extends AttributeMap> = {
  [K in keyof M as M[K]['~presence'] extends 'optional' ? never : K]: M[K]['~value'];
} & { [K in keyof M as M[K]['~presence'] extends 'optional' ? K : never]?: M[K]['~value'] };

/** A map of declared attributes. */
export const map = <M extends AttributeMap>(members: M) =>
  attribute<MapValue<M>, 'required', 'open'>(mapCodec(members), required);

const generated = (codec: ValueCodec, on: Generation['on'], make: Generation['make']) =>
  ({ codec, settings: { presence: 'default', access: 'open', generation: { on, make } } }) as const;

let nextUlid: ReturnType<typeof monotonicFactory> | undefined;

/** A string id made when a put leaves it out: the prefix and a ULID, which sorts by the time it was made. */
export const ulid = (prefix = '') => {
  const made = generated(stringCodec, 'create', (now) => {
    nextUlid ??= monotonicFactory();
    return prefix + nextUlid(now.getTime());
  });
  return attribute<string, 'default', 'readOnly'>(made.codec, { ...made.settings, access: 'readOnly' });
};

/** ISO 8601 time of the first put, kept by the library unless the put gives one. */
export const createdAt = () => {
  const made = generated(stringCodec, 'create', (now) => now.toISOString());
  return attribute<string, 'default', 'readOnly'>(made.codec, { ...made.settings, access: 'readOnly' });
};

/** ISO 8601 time of the last put or update, kept by the library unless the write gives one. */
export const updatedAt = () => {
  const made = generated(stringCodec, 'write', (now) => now.toISOString());
  return attribute<string, 'default', 'open'>(made.codec, made.settings);
};

/**
 * A time to live: the second, since the epoch, that lies this many seconds after the item was first put. For the
 * attribute that the table's definition names in `timeToLive`.
 */
export const expiresAfter = (seconds: number) => {
  const made = generated(numberCodec, 'create', (now) => Math.floor(now.getTime() / 1000) + seconds);
  return attribute<number, 'default', 'open'>(made.codec, made.settings);
};
