import { refuseAttribute } from './errors.js';

/** Binary is base64 text on the wire; the SDK's stream client has bytes instead, so both are accepted when reading. */
export type WireValue =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { B: string | Uint8Array }
  | { L: WireValue[] }
  | { M: WireItem }
  | { SS: string[] }
  | { NS: string[] }
  | { BS: (string | Uint8Array)[] };

export type WireItem = Record<string, WireValue>;

const SMALLEST = 1e-130;

/** Beyond 2^53 an integer may be another one rounded, and nearer to zero than 1E-130 DynamoDB stores nothing. */
const isExact = (value: number) =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : Math.abs(value) >= SMALLEST;

/** Writes a number exactly, or refuses: integers beyond 2^53 and magnitudes DynamoDB cannot store. */
export function encodeNumber(value: unknown, attribute: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuseAttribute('InvalidAttribute', attribute, `${attribute} must be a finite number.`);
  }
  return isExact(value)
    ? String(value)
    : refuseAttribute('NumberNotExact', attribute, `${attribute} cannot be represented exactly as a number.`);
}

/** Reads a stored number, or refuses if JavaScript cannot represent it exactly: it could not be written again. */
export function decodeNumber(text: string, attribute: string): number {
  const value = Number(text);
  return isHeld(text, value)
    ? value
    : refuseAttribute('NumberNotExact', attribute, `${attribute} holds a number beyond exact range.`);
}

/** Fifteen significant digits are always exact; beyond that the digits are compared. */
function isHeld(text: string, value: number): boolean {
  return isExact(value) && (text.length <= 15 || plainNumber(text) === plainNumber(String(value)));
}

/** Its digits without zeros at the ends, and the power of ten of the last: numbers of 38 digits stay apart. */
export function plainNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

/** The integer that a stored number is, in any notation; undefined for a fraction. */
export function integerOf(text: string): bigint | undefined {
  const [digits = '', power = '0'] = plainNumber(text).split('e');
  return power.startsWith('-') ? undefined : BigInt(digits) * 10n ** BigInt(power);
}

export function encodeBinary(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

export function decodeBinary(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

/** With binaries as requests carry them: in an item that comes with an error, the SDK has made bytes of them. */
export function withBinariesAsText<Wire>(wire: Wire): Wire {
  if (wire instanceof Uint8Array) return encodeBinary(wire) as Wire;
  if (Array.isArray(wire)) return wire.map(withBinariesAsText) as Wire;
  if (typeof wire !== 'object' || wire === null) return wire;
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [name, withBinariesAsText<unknown>(value)]),
  ) as Wire;
}

/** Writes a value that no schema describes: JSON, and also Uint8Array, bigint and Set. */
export function encodeUnknown(value: unknown, attribute: string): WireValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
    case 'bigint':
      return { N: encodeNumeric(value, attribute) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return value === null ? { NULL: true } : encodeObject(value, attribute);
    case 'undefined':
    case 'function':
    case 'symbol':
      return refuseAttribute('InvalidAttribute', attribute, `${attribute} holds a ${typeof value}.`);
  }
}

function encodeObject(value: object, attribute: string): WireValue {
  if (Array.isArray(value)) return { L: value.map((entry) => encodeUnknown(entry, attribute)) };
  if (value instanceof Uint8Array) return { B: encodeBinary(value) };
  if (value instanceof Set) return encodeSet(value, attribute);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return refuseAttribute('InvalidAttribute', attribute, `${attribute} holds an object of a class.`);
  }
  const map: WireItem = {};
  for (const [name, entry] of Object.entries(value)) {
    if (entry !== undefined) define(map, name, encodeUnknown(entry, attribute));
  }
  return { M: map };
}

/** Writes a set of strings, numbers or binaries. Empty sets do not exist in DynamoDB and are refused. */
export function encodeSet(value: ReadonlySet<unknown>, attribute: string): WireValue {
  const entries = [...value];
  if (entries.length > 0) {
    if (entries.every((entry) => typeof entry === 'string')) return { SS: entries };
    if (entries.every((entry) => typeof entry === 'number' || typeof entry === 'bigint')) {
      return { NS: entries.map((entry) => encodeNumeric(entry, attribute)) };
    }
    if (entries.every((entry) => entry instanceof Uint8Array)) return { BS: entries.map(encodeBinary) };
  }
  return refuseAttribute(
    'InvalidAttribute',
    attribute,
    `${attribute} must be a set of one kind with at least one entry.`,
  );
}

function encodeNumeric(value: number | bigint, attribute: string): string {
  return typeof value === 'bigint' ? encodeBigInteger(value, attribute) : encodeNumber(value, attribute);
}

/** DynamoDB keeps 38 significant digits, of 126. */
export function encodeBigInteger(value: bigint, attribute: string): string {
  const text = value.toString();
  const digits = text.replace('-', '');
  if (digits.replace(/0+$/, '').length > 38 || digits.length > 126) {
    return refuseAttribute('NumberNotExact', attribute, `${attribute} has more than 38 digits.`);
  }
  return text;
}

/** Every tag is an optional property: V8 looks up a known name several times faster than it evaluates `in`. */
interface Tags {
  S?: string;
  N?: string;
  BOOL?: boolean;
  NULL?: true;
  B?: string | Uint8Array;
  L?: WireValue[];
  M?: WireItem;
  SS?: string[];
  NS?: string[];
  BS?: (string | Uint8Array)[];
}

export function decodeUnknown(value: WireValue, attribute: string, ofNumber = exactNumber): unknown {
  const wire: Tags = value;
  if (wire.S !== undefined) return wire.S;
  if (wire.N !== undefined) return ofNumber(wire.N, attribute);
  if (wire.M !== undefined) return decodeMap(wire.M, attribute, ofNumber);
  if (wire.L !== undefined) return wire.L.map((entry) => decodeUnknown(entry, attribute, ofNumber));
  if (wire.BOOL !== undefined) return wire.BOOL;
  if (wire.NULL !== undefined) return null;
  if (wire.B !== undefined) return decodeBinary(wire.B);
  if (wire.SS !== undefined) return new Set(wire.SS);
  if (wire.NS !== undefined) return new Set(wire.NS.map((entry) => ofNumber(entry, attribute)));
  return new Set(wire.BS?.map(decodeBinary));
}

/** A number that neither a number nor a bigint holds, which only `batchGetStored` reads. Known by its tag. */
export interface StoredNumber {
  readonly [Symbol.toStringTag]: 'StoredNumber';
  /** The same for the same number, whichever notation an engine answers with: `-15e-1`. */
  readonly text: string;
}

type ReadNumber = (text: string, attribute: string) => number | bigint | StoredNumber;
const exactNumber: ReadNumber = decodeNumber;

/** An integer that no number holds exactly is a bigint, which is written back as it was. */
export function decodeStored(value: WireValue, attribute: string): unknown {
  return decodeUnknown(value, attribute, (text) => {
    const large = Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER ? integerOf(text) : undefined;
    return large ?? decodeNumber(text, attribute);
  });
}

/** What is only read: nothing is refused. */
export function decodeAnything(value: WireValue, attribute: string): unknown {
  return decodeUnknown(value, attribute, (text) => {
    const number = Number(text);
    const isLarge = Math.abs(number) > Number.MAX_SAFE_INTEGER;
    const held = isLarge ? integerOf(text) : isHeld(text, number) ? number : undefined;
    return held ?? ({ [Symbol.toStringTag]: 'StoredNumber', text: plainNumber(text) } satisfies StoredNumber);
  });
}

function decodeMap(wire: WireItem, attribute: string, ofNumber: ReadNumber): Record<string, unknown> {
  const map: Record<string, unknown> = {};
  for (const name in wire) define(map, name, decodeUnknown(wire[name] as WireValue, attribute, ofNumber));
  return map;
}

/** Sets a property even if it is called `__proto__`, which an assignment would lose. */
export function define(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (target as Record<string, unknown>)[name] = value;
  }
}
