import { packsOf } from './packs.js';
import { newUlid } from '../wire/ulid.js';
import type {
  Access,
  AnyAttribute,
  AnyPacked,
  Attribute,
  AttributeMap,
  AttributeSettings,
  Generation,
  MapValue,
  Presence,
  ValueCodec,
} from './attribute-types.js';
import {
  anyCodec,
  bigIntegerCodec,
  binaryCodec,
  booleanCodec,
  dateCodec,
  enumerationCodec,
  jsonCodec,
  listCodec,
  mapCodec,
  nullableCodec,
  numberCodec,
  recordCodec,
  setCodec,
  stringCodec,
  type JsonForm,
} from './value-codecs.js';

/** An attribute of any kind, before its type is known. */
export function attribute<Value, P extends Presence, A extends Access>(
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
    keyOnly: () => next<Value, P, 'readOnly'>({ access: 'readOnly', keyOnly: true }),
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
  // The ~ members exist only for the compiler.
  return made as unknown as Attribute<Value, P, A>;
}

const required = { presence: 'required', access: 'open' } as const;

/** Text. A narrower type, such as the ids of one entity, is what the caller vouches for: only the compiler knows of it. */
export const string = <Value extends string = string>() =>
  attribute<Value, 'required', 'open'>(stringCodec, required);
/** A number that JavaScript represents exactly; others are refused when written and when read. */
export const number = () => attribute<number, 'required', 'open'>(numberCodec, required);
/** An integer of up to 38 digits, stored exactly. */
export const bigInteger = () => attribute<bigint, 'required', 'open'>(bigIntegerCodec, required);
export const boolean = () => attribute<boolean, 'required', 'open'>(booleanCodec, required);
export const binary = () => attribute<Uint8Array, 'required', 'open'>(binaryCodec, required);
/** A Date of a year from 0 to 9999, stored as ISO 8601 text in UTC with milliseconds, so that it sorts. */
export const date = () => attribute<Date, 'required', 'open'>(dateCodec, required);
export const stringSet = () => attribute<Set<string>, 'required', 'open'>(setCodec('SS', string()), required);
export const numberSet = () => attribute<Set<number>, 'required', 'open'>(setCodec('NS', number()), required);
export const binarySet = () =>
  attribute<Set<Uint8Array>, 'required', 'open'>(setCodec('BS', binary()), required);
/** One of a fixed list of strings: checked when written. A value added later can still be read, and then written. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  attribute<Values[number], 'required', 'open'>(enumerationCodec(values), required);
/** Any JSON (and Uint8Array, Set, bigint) of a type the caller vouches for. */
export const any = <Value = unknown>() => attribute<Value, 'required', 'open'>(anyCodec, required);

/**
 * JSON of a type the caller vouches for, stored as text: for what is read and written only as a whole. It takes less of a processor
 * than DynamoDB's lists and maps, which reads accept as well, and no condition or update reaches into it.
 * @param form how values are stored; a migration writes what is stored in another one
 */
export const json = <Value = unknown>(form?: JsonForm<Value>) =>
  attribute<Value, 'required', 'open'>(jsonCodec(form), required);

/** What can be inside a map, list or record: nothing of it is hidden there, computed, or set at each write. */
type Inner<P extends Presence> = AnyAttribute & {
  readonly '~presence': P;
  readonly '~access': 'open' | 'readOnly';
};

export const list = <Entry extends Inner<'required'>>(entry: Entry) =>
  attribute<Entry['~value'][], 'required', 'open'>(listCodec(entry), required);

/** A map from any string to one kind of value. */
export const record = <Entry extends Inner<'required'>>(entry: Entry) =>
  attribute<Record<string, Entry['~value']>, 'required', 'open'>(recordCodec(entry), required);

/** A map of declared attributes. */
export const map = <M extends Readonly<Record<string, Inner<'required' | 'optional' | 'default'>>>>(
  members: M,
) => attribute<MapValue<M>, 'required', 'open'>(mapCodec(members), required);

type Packed<M extends AttributeMap, Name extends string> = {
  [K in keyof M]: Attribute<M[K]['~value'], M[K]['~presence'], `packed:${Name}`>;
};

/**
 * Attributes that are stored as one, a string with their JSON: `attributes: { id: string(), ...packed('d', { … }) }`. Items have them as
 * any other, also those that were stored with each on its own. They are in no key, condition or path, and an update sets all of them.
 * @param short the names that some have there instead of their own; only new ones can be added later
 */
export function packed<
  const Name extends string,
  M extends Readonly<Record<string, Inner<'required' | 'optional' | 'default'>>>,
>(name: Name, members: M, short: { readonly [K in keyof M]?: string } = {}): Packed<M, Name> {
  const entries = Object.entries(members).map(([member, { codec, settings }]) => {
    const pack = { name, as: short[member] ?? member, packsOf };
    return [member, attribute<unknown, Presence, AnyPacked>(codec, { ...settings, pack })] as const;
  });
  return Object.fromEntries(entries) as unknown as Packed<M, Name>;
}

/** An attribute that the library creates if a write omits it. */
function generated<Value, A extends Access>(
  codec: ValueCodec,
  access: A,
  on: Generation['on'],
  make: Generation['make'],
): Attribute<Value, 'default', A> {
  return attribute(codec, { presence: 'default', access, generation: { on, make } });
}

const isoNow = (now: Date) => now.toISOString();
/** How a table stores times: as ISO 8601 text, or as the milliseconds since the epoch. */
type TimeFormat = 'iso' | 'milliseconds';
type Time<Format> = Format extends 'milliseconds' ? number : string;

function time<Format extends TimeFormat, A extends Access>(
  format: Format,
  access: A,
  on: Generation['on'],
): Attribute<Time<Format>, 'default', A> {
  return format === 'iso'
    ? generated(stringCodec, access, on, isoNow)
    : generated(numberCodec, access, on, (now) => now.getTime());
}
/** A string id created if a put omits it: the prefix and a ULID, which sorts by creation time. */
export const ulid = (prefix = '') =>
  generated<string, 'readOnly'>(stringCodec, 'readOnly', 'create', (now) => prefix + newUlid(now.getTime()));

/** Time of the first put, maintained by the library unless the put sets it. */
export const createdAt = <Format extends TimeFormat = 'iso'>(format = 'iso' as Format) =>
  time(format, 'readOnly', 'create');

/** Time of the last put or update, maintained by the library unless the write sets it. */
export const updatedAt = <Format extends TimeFormat = 'iso'>(format = 'iso' as Format) =>
  time(format, 'written', 'write');

/** Seconds after the item was first put, in seconds since the epoch: for the attribute named in `timeToLive`. */
export const expiresAfter = (seconds: number) =>
  generated<number, 'open'>(
    numberCodec,
    'open',
    'create',
    (now) => Math.floor(now.getTime() / 1000) + seconds,
  );
