import type { ServiceGroupId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { countNotes } from '../table/items/every-item.js';
import type { serviceGroupEntity } from '../table/items/service-groups.js';

/** What is counted: the users and service groups of an account, or the members of a service group. */
export type CountTask =
  | { kind: 'count-account'; accountId: string }
  | { kind: 'count-members'; accountId: string; serviceGroupId: ServiceGroupId };

export interface Increment {
  sequenceNumber: string;
  /** When the change was made, by the stream's clock, to the second. ISO 8601. */
  createdAt: string;
  users?: number;
  serviceGroups?: number;
  members?: number;
}

/** The records of one shard for one count, in the order of the shard. */
export interface Increments {
  shardId: string;
  increments: readonly Increment[];
}

export interface StoredCount extends StoredNotes {
  users?: number;
  serviceGroups?: number;
  status?: string;
  name?: string;
  version?: number;
}

export type StoredNotes = Partial<Pick<Item<typeof serviceGroupEntity>, keyof typeof countNotes>>;

/** A stream keeps records for 24 hours: older ones cannot be delivered again. */
const FORGET_AFTER_MS = 48 * 60 * 60 * 1000;

/** Sorts like the sequence number, which has up to 40 digits: more than a number attribute can hold. */
export function placeOf({ sequenceNumber }: Increment): string {
  const digits = BigInt(sequenceNumber).toString();
  return `${String(digits.length).padStart(2, '0')}${digits}`;
}

export function shardName(shardId: string): string {
  return shardId.replace(/^shardId-0*/, '').replace(/[^\w-]/g, '_') || '0';
}

/** After the position, the time does not affect the order. */
export function notedPlace(increment: Increment, now: number): string {
  return `${placeOf(increment)} ${new Date(now).toISOString().slice(0, 16)}Z`;
}

/** Without notes from before any record that can still be delivered. */
export function recentPlaces(places: Record<string, string> = {}, now: number): Record<string, string> {
  const oldest = now - FORGET_AFTER_MS;
  return Object.fromEntries(
    Object.entries(places).filter(([, noted]) => Date.parse(noted.split(' ')[1] ?? '') > oldest),
  );
}

/** Records that are not yet part of a count. */
export function notCountedYet(
  { countedUpTo = {}, recountedAt = '' }: Pick<StoredCount, 'countedUpTo' | 'recountedAt'>,
  { shardId, increments }: Increments,
): Increment[] {
  const upTo = countedUpTo[shardName(shardId)]?.split(' ')[0] ?? '';
  return increments.filter((each) => placeOf(each) > upTo && each.createdAt >= recountedAt);
}

/** To the second, like the times of stream records. */
export function wholeSecond(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}

export function sumOf(increments: readonly Increment[], of: 'users' | 'serviceGroups' | 'members'): number {
  return increments.reduce((sum, increment) => sum + (increment[of] ?? 0), 0);
}
