import { createHash } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { ID_PREFIXES, type UserId } from '#libs/domain';
import { realRuntime, type Runtime } from '#libs/pacing';

/** What an id identifies: an aggregate, or the cause of its events. */
const PREFIXES = { ...ID_PREFIXES, command: 'cmd', job: 'job' } as const;

export type IdKind = keyof typeof PREFIXES;

/** Creates prefixed ULIDs, increasing within this process: `user_01J…`. */
export type IdSource = <Kind extends IdKind>(kind: Kind) => `${(typeof PREFIXES)[Kind]}_${string}`;

export function ulidSource({ now, bytes }: Pick<Runtime, 'now' | 'bytes'> = realRuntime): IdSource {
  const next = monotonicFactory(() => bytes(1).readUInt8() / 256);
  return (kind) => `${PREFIXES[kind]}_${next(now())}`;
}

/** Crockford's base 32. https://github.com/ulid/spec */
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const HASH_CHARACTERS = 14;

const ULID = /(?:^|_)([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

/** Milliseconds since the epoch, as an id contains them; undefined for an id that is no ULID with or without a prefix. */
export function timeOfUlid(id: string): number | undefined {
  const [, ulid] = ULID.exec(id) ?? [];
  if (ulid === undefined) return undefined;
  return [...ulid.slice(0, TIME_CHARACTERS)].reduce((time, letter) => 32 * time + BASE_32.indexOf(letter), 0);
}

/** The same however often the batch is resumed: the batch's time, and 70 bits of a hash of its random id. */
export function derivedUserId(commandId: string, row: number): UserId {
  const time = commandId.slice(commandId.indexOf('_') + 1).slice(0, TIME_CHARACTERS);
  const digest = createHash('sha256').update(`${commandId} ${row}`).digest();
  const random = Array.from(digest.subarray(0, HASH_CHARACTERS), (byte) => BASE_32[byte % 32]).join('');
  return `${PREFIXES.user}_${time}${BASE_32[row >> 5]}${BASE_32[row & 31]}${random}`;
}

/** The id of the job for an idempotency key: the same however often it is requested. */
export function derivedJobId(seed: string): string {
  return `${PREFIXES.job}_${derivedUlid(seed)}`;
}

/** The cause of what a job does to one aggregate: the same however often that part is run. */
export function derivedCommandId(jobId: string, aggregateId: string): string {
  return `${PREFIXES.command}_${derivedUlid(`${jobId} ${aggregateId}`)}`;
}

function derivedUlid(seed: string): string {
  const digest = createHash('sha256').update(seed).digest();
  const [first = 0, ...rest] = digest.subarray(0, TIME_CHARACTERS + 2 + HASH_CHARACTERS);
  // A ULID is 128 bits in 26 characters of 5: the first has 3 of them.
  return [first % 8, ...rest.map((byte) => byte % 32)].map((value) => BASE_32[value]).join('');
}
