import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Tiles of C2SP give an entry's length in two bytes. */
export const MAX_ENTRY_BYTES = 65_535;

/** Frozen: an attribute more or less would give an event another leaf. `userKey` is what an erasure removes. */
export const NEVER_LOGGED: readonly string[] = ['PK', 'SK', 'GSI1PK', 'GSI1SK', 'userKey'];

const VERSION = 1;

/**
 * The log's entry of an event: a version byte and its stored attributes as canonical JSON (RFC 8785). Frozen too: the leaves of two
 * versions of the worker have to agree. Throws if a value has no such form.
 */
export function logEntry(item: Readonly<Record<string, unknown>>): Uint8Array {
  const attributes = new Map(
    Object.entries(item)
      .filter(([name, value]) => value !== undefined && !NEVER_LOGGED.includes(name))
      .map(([name, value]) => [memberName(name), toJson(value)]),
  );
  let entry = bytesOf(attributes);
  const tooLong = [...attributes]
    .map(([name, value]) => ({ name, bytes: Buffer.from(canonicalize(value)!) }))
    .sort((one, other) => other.bytes.length - one.bytes.length || (one.name < other.name ? -1 : 1));
  while (entry.length > MAX_ENTRY_BYTES) {
    const longest = tooLong.shift();
    if (longest === undefined) throw new RangeError('The names of the attributes are too long');
    const digest = createHash('sha256').update(longest.bytes).digest('hex');
    attributes.set(longest.name, { $sha256: digest });
    entry = bytesOf(attributes);
  }
  return entry;
}

const bytesOf = (attributes: ReadonlyMap<string, unknown>): Uint8Array =>
  Buffer.concat([Uint8Array.of(VERSION), Buffer.from(canonicalize(Object.fromEntries(attributes))!)]);

/** Names that begin with `$` are of values that JSON does not have. */
const memberName = (name: string): string => (name.startsWith('$') ? `$${name}` : name);

function toJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return { $number: String(value) };
  if (isStoredNumber(value)) return { $number: value.text };
  if (value instanceof Uint8Array) return { $binary: Buffer.from(value).toString('base64') };
  if (value instanceof Set) {
    const members = [...value].map((each) => canonicalize(toJson(each))!);
    return { $set: members.sort(byCodeUnits).map((each): unknown => JSON.parse(each)) };
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [memberName(name), toJson(member)]),
    );
  }
  throw new TypeError(
    `A log has no form for ${typeof value === 'object' ? value.constructor.name : typeof value}`,
  );
}

/** As the table's library reads a number that neither a number nor a bigint holds. */
const isStoredNumber = (value: unknown): value is { text: string } =>
  Object.prototype.toString.call(value) === '[object StoredNumber]';

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
