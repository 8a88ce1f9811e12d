import type { EngineAnswer } from '../../support/weak-table/engine-call.js';
import { refused } from '../../support/weak-table/engine-call.js';

/** A value in DynamoDB's JSON. */
export interface Value {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: true;
  L?: Value[];
  M?: Item;
  SS?: string[];
  NS?: string[];
  BS?: string[];
}

export type Item = Record<string, Value>;

/** An answer that refuses a request, on its way out of the model. */
export class Refusal extends Error {
  constructor(readonly answer: EngineAnswer) {
    super(String(answer.body['message']));
  }
}

export function refuse(name: string, message: string, more?: Record<string, unknown>): never {
  throw new Refusal(refused(name, message, more));
}

export function invalid(message: string): never {
  return refuse('ValidationException', message);
}

/** The simulation meets something that the product is not known to send: to be modelled first. */
export function notModelled(what: string): never {
  throw new Error(`The model of the table knows no ${what}.`);
}

export function typeOf(value: Value): keyof Value {
  for (const type in value) return type as keyof Value;
  return invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
}

/** In the order of UTF-8 bytes, which is not JavaScript's where surrogates are concerned. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return inBytes(one) - inBytes(other);
  }
  return a.length - b.length;
}

function inBytes(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Of two values of one type that has an order; undefined otherwise. */
export function compare(a: Value, b: Value): number | undefined {
  if (a.S !== undefined && b.S !== undefined) return compareText(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N);
  if (a.B !== undefined && b.B !== undefined)
    return Buffer.compare(Buffer.from(a.B, 'base64'), Buffer.from(b.B, 'base64'));
  return undefined;
}

export function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a.S !== undefined || b.S !== undefined) return a.S === b.S;
  if (a.N !== undefined) return b.N !== undefined && Number(a.N) === Number(b.N);
  if (a.M) return b.M !== undefined && isEqualItem(a.M, b.M);
  if (a.L) return a.L.length === b.L?.length && a.L.every((each, at) => isEqual(each, b.L?.[at]));
  for (const set of ['SS', 'NS', 'BS'] as const)
    if (a[set]) return a[set].length === b[set]?.length && a[set].every((each) => b[set]?.includes(each));
  return a.B === b.B && a.BOOL === b.BOOL && a.NULL === b.NULL;
}

export function isEqualItem(a: Item, b: Item): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isEqual(a[name], b[name]));
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function sizeOf(value: Value): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(digitsOf(value.N) / 2) + 1;
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64');
  if (value.M) return 3 + itemSize(value.M) + Object.keys(value.M).length;
  if (value.L) return value.L.reduce((sum, each) => sum + 1 + sizeOf(each), 3);
  if (value.SS) return value.SS.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  if (value.NS) return value.NS.reduce((sum, each) => sum + Math.ceil(digitsOf(each) / 2) + 1, 0);
  if (value.BS) return value.BS.reduce((sum, each) => sum + Buffer.byteLength(each, 'base64'), 0);
  return 1;
}

function digitsOf(number: string): number {
  return number.replace(/^-/, '').replace('.', '').length;
}

const sizes = new WeakMap<Item, number>();

/** Items are never changed, only replaced: each is measured once. */
export function itemSize(item: Item): number {
  let size = sizes.get(item);
  if (size === undefined) {
    size = 0;
    for (const name in item) size += Buffer.byteLength(name) + sizeOf(item[name]!);
    sizes.set(item, size);
  }
  return size;
}
