import { refuseAttribute, SingleTableError } from './errors.js';

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

const LARGEST = 9.9999999999999999999999999999999999999e125;
const SMALLEST = 1e-130;

/** Writes a number exactly, or refuses: integers beyond 2^53 and magnitudes DynamoDB cannot store. */
export function encodeNumber(value: unknown, attribute: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuseAttribute('InvalidAttribute', attribute, `${attribute} must be a finite number.`);
  }
  const magnitude = Math.abs(value);
  if (
    (Number.isInteger(value) && !Number.isSafeInteger(value)) ||
    magnitude > LARGEST ||
    (magnitude < SMALLEST && value !== 0)
  ) {
    throw new SingleTableError('NumberNotExact', `${attribute} cannot be represented exactly as a number.`, {
      attribute,
    });
  }
  return String(value);
}

/** Reads a stored number, or refuses if JavaScript cannot represent it exactly. */
export function decodeNumber(text: string, attribute: string): number {
  const value = Number(text);
  // Fifteen significant digits are always exact; beyond that the digits are compared.
  if (text.length > 15 && significantDigits(text) !== significantDigits(String(value))) {
    throw new SingleTableError('NumberNotExact', `${attribute} holds a number beyond exact range.`, {
      attribute,
    });
  }
  return value;
}

function significantDigits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, '').replace(/[-+.]/g, '');
  return mantissa.replace(/^0+/, '').replace(/0+$/, '');
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
      return { N: encodeNumber(value, attribute) };
    case 'bigint':
      return { N: encodeBigInteger(value, attribute) };
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
    if (entries.every((entry) => typeof entry === 'number')) {
      return { NS: entries.map((entry) => encodeNumber(entry, attribute)) };
    }
    if (entries.every((entry) => entry instanceof Uint8Array)) return { BS: entries.map(encodeBinary) };
  }
  return refuseAttribute(
    'InvalidAttribute',
    attribute,
    `${attribute} must be a set of one kind with at least one entry.`,
  );
}

/** DynamoDB keeps 38 significant digits. */
export function encodeBigInteger(value: bigint, attribute: string): string {
  const text = value.toString();
  if (significantDigits(text).length > 38 || text.length > 126) {
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
  if (wire.NS !== undefined) return new Set(wire.NS.map((entry) => decodeNumber(entry, attribute)));
  return new Set(wire.BS?.map(decodeBinary));
}

type ReadNumber = (text: string, attribute: string) => number | bigint;
const exactNumber: ReadNumber = decodeNumber;

/** An integer that no number holds exactly is a bigint, which is written back as it was. */
export function decodeStored(value: WireValue, attribute: string): unknown {
  return decodeUnknown(value, attribute, (text) => {
    const isLarge = /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text));
    return isLarge ? BigInt(text) : decodeNumber(text, attribute);
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
