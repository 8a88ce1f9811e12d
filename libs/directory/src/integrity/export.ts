import { createHash } from 'node:crypto';
import { kindOfAggregate } from '#libs/domain';
import { aggregateIdsOf } from '../aggregates/account/heads-of-account.js';
import type { Directory } from '../core/directory.js';
import { eventEntity } from '../table/items/events.js';
import { eachWithKey } from '../core/event-opener.js';
import { unsealEvent } from '../core/sealed-events.js';
import type { Tenant } from '../core/tenant.js';
import type { EventItem } from './derivation/stored-account.js';

export const EXPORT_FORMAT = 'rollbook-account-events';
/** 2: a line may contain `personal`, for a user whose personal data has been erased. */
export const EXPORT_FORMAT_VERSION = 2;

export interface ExportHeader {
  format: typeof EXPORT_FORMAT;
  formatVersion: number;
  accountId: string;
  /** The export contains every commit that began up to this time. */
  upTo: string;
}

/** The last line: without it an export is incomplete. */
export interface ExportFooter {
  events: number;
  /** Of every line before this one, each with its line break. */
  sha256: string;
}

/**
 * An event in its own schema version, without the attributes that every item has. Its personal data is decrypted, to be
 * encrypted with another key by the import; data that nobody can decrypt any more stays as stored.
 */
export type ExportedEvent = Omit<EventItem, 'createdAt' | 'updatedAt' | 'userKey'>;

/**
 * The events of an account as lines of NDJSON: service groups, then teams and users, then their requests, then the account itself, with each aggregate's
 * events together and in order, so that a reader can restore one aggregate after the other, and the account last. Keeps only
 * the ids of the aggregates and one page of events in memory.
 */
export async function* exportAccount(tenant: Tenant): AsyncGenerator<string> {
  const { directory, accountId } = tenant;
  const upTo = new Date(directory.now()).toISOString();
  const hash = createHash('sha256');
  const line = (value: ExportHeader | ExportedEvent) => {
    const text = `${JSON.stringify(inOrder(value))}\n`;
    hash.update(text);
    return text;
  };
  yield line({ format: EXPORT_FORMAT, formatVersion: EXPORT_FORMAT_VERSION, accountId, upTo });
  let events = 0;
  for (const aggregateId of await aggregatesOf(tenant)) {
    for await (const event of eventsUpTo(directory, aggregateId, upTo)) {
      events += 1;
      yield line(event);
    }
  }
  const footer: ExportFooter = { events, sha256: hash.digest('hex') };
  yield `${JSON.stringify(footer)}\n`;
}

/** Those with a head, and, from the log, an index that shows a change late, those removed so long ago that theirs has expired. */
async function aggregatesOf(tenant: Tenant): Promise<string[]> {
  const { accountId } = tenant;
  const ids = new Set(await aggregateIdsOf(tenant));
  const log = tenant.directory.table.each(eventEntity.by('GSI1'), { accountId }, { select: ['aggregateId'] });
  for await (const { aggregateId } of log) ids.add(aggregateId);
  ids.delete(accountId);
  const sorted = [...ids].sort();
  const first = sorted.filter((id) => kindOfAggregate(id) === 'service-group');
  // What they say about users is encrypted with the keys of these.
  const last = sorted.filter((id) => kindOfAggregate(id) === 'access-request');
  const isBetween = (id: string) => !first.includes(id) && !last.includes(id);
  return [...first, ...sorted.filter(isBetween), ...last, accountId];
}

/** Whole commits only: the events of one have the same cause. */
async function* eventsUpTo(
  directory: Directory,
  aggregateId: string,
  upTo: string,
): AsyncGenerator<ExportedEvent> {
  let lastCause: string | undefined;
  const stored = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  for await (const [item, key] of eachWithKey(directory, stored)) {
    if (item.at > upTo && item.causationId !== lastCause) return;
    lastCause = item.causationId;
    const { createdAt: _, updatedAt: __, userKey: ___, ...event } = item;
    yield key ? (unsealEvent(item, key) as ExportedEvent) : event;
  }
}

/** The table returns the attributes of an item in any order; exports of the same events must be identical. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]));
}
