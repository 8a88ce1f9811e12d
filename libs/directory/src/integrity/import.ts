import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isIdOf, upcast, type AccessRequestEvent, type UserId } from '#libs/domain';
import { isSingleTableError } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { eventEntity } from '../table/items/events.js';
import { Retries } from '../core/retries.js';
import { sealEvent, unsealEvent, type EventItem } from '../core/sealed-events.js';
import { newUserKey, openUserKey, type UserKey } from '../core/user-keys.js';
import {
  EXPORT_FORMAT,
  EXPORT_FORMAT_VERSION,
  type ExportedEvent,
  type ExportFooter,
  type ExportHeader,
} from './export.js';
import { startRestore } from './restore.js';
import { hasAccessRoles, hasTeams } from '../table/shape/stored-shape.js';

/** The input of an import is not an export, was truncated, or contradicts the table. Says where. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export interface Import {
  accountId: string;
  created: number;
  alreadyThere: number;
  aggregates: number;
}

/** A transaction takes 4 MB and 100 operations; another aggregate's events are never included. */
const EVENTS_AT_ONCE = 50;
const READABLE_VERSIONS: ReadonlySet<unknown> = new Set([1, EXPORT_FORMAT_VERSION]);
const BYTES_AT_ONCE = 2_000_000;

/**
 * Restores an account from its exported lines: its events with the same ids, and everything derived from them. Keeps one
 * batch of events in memory, and while an aggregate is restored its present items.
 *
 * Can be run again, after a failure or on a longer export of the same account: an event is created only if it does not
 * exist, and an existing one must be the same. The account's own head is written last, so that nobody sees an incomplete
 * account.
 * @param onProgress called with the number of finished events
 * @throws ImportError
 */
export async function importAccount(
  directory: Directory,
  lines: AsyncIterable<string>,
  onProgress?: (events: number) => void,
): Promise<Import> {
  const reader = readExport(lines);
  const { value: header } = (await reader.next()) as { value: ExportHeader };
  const { accountId } = header;
  const restoreAggregate = startRestore(directory, accountId);
  const result: Import = { accountId, created: 0, alreadyThere: 0, aggregates: 0 };
  let batch: ExportedEvent[] = [];
  let bytes = 0;
  let last: ExportedEvent | undefined;
  let keys: Keys = { seals: undefined, opens: undefined };
  const flush = async () => {
    const created = await createEvents(directory, batch, keys);
    result.created += created;
    result.alreadyThere += batch.length - created;
    onProgress?.(result.created + result.alreadyThere);
    [batch, bytes] = [[], 0];
  };
  const endAggregate = async () => {
    await flush();
    if (!last) return;
    result.aggregates += 1;
    await restoreAggregate(last.aggregateId);
  };
  for await (const event of reader as AsyncGenerator<ExportedEvent>) {
    requireNext(event, last, accountId);
    if (last && last.aggregateId !== event.aggregateId) await endAggregate();
    if (event.version === 1) {
      await requireTaken(directory, event);
      keys = await keysFor(directory, event);
    }
    bytes += JSON.stringify(event).length;
    if (batch.length === EVENTS_AT_ONCE || bytes > BYTES_AT_ONCE) await flush();
    batch.push(event);
    last = event;
  }
  await endAggregate();
  return result;
}

/** Yields the header, then each event; checks the footer at the end. */
async function* readExport(lines: AsyncIterable<string>): AsyncGenerator<ExportHeader | ExportedEvent> {
  const hash = createHash('sha256');
  let [number, events] = [0, 0];
  for await (const text of lines) {
    number += 1;
    const value = parse(text, number);
    if (number === 1) {
      if (value['format'] !== EXPORT_FORMAT) throw new ImportError('Line 1 is not the header of an export.');
      if (!READABLE_VERSIONS.has(value['formatVersion']))
        throw new ImportError(`The export's format version ${String(value['formatVersion'])} is unknown.`);
    } else if ('sha256' in value) {
      const footer = value as unknown as ExportFooter;
      if (footer.events === events && footer.sha256 === hash.digest('hex')) return;
      throw new ImportError('The lines differ from those that were exported: the checksum does not match.');
    } else events += 1;
    hash.update(`${text}\n`);
    yield value as unknown as ExportHeader | ExportedEvent;
  }
  throw new ImportError(
    'The export is truncated: its last line is missing. The events up to there have been restored.',
  );
}

function parse(text: string, number: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new ImportError(`Line ${number} is not valid JSON.`, { cause: error });
  }
}

function requireNext(event: ExportedEvent, last: ExportedEvent | undefined, accountId: string): void {
  const { eventId, aggregateId, version } = event;
  if (event.accountId !== accountId)
    throw new ImportError(`The event ${eventId} belongs to another account.`);
  const expected = last?.aggregateId === aggregateId ? last.version + 1 : 1;
  if (version !== expected || eventId !== `${aggregateId}.${version}`)
    throw new ImportError(`${aggregateId} continues with ${eventId} instead of version ${expected}.`);
  if (last?.aggregateId === accountId && aggregateId !== accountId)
    throw new ImportError('The account itself must come last.');
  // Fails now rather than when somebody reads it.
  upcast(event);
}

/** @throws ImportError for what programs of earlier versions, which may use the table as well, would take no notice of */
async function requireTaken({ table }: Directory, { aggregateId }: ExportedEvent): Promise<void> {
  const what = isIdOf('team', aggregateId)
    ? { name: 'teams', isTaken: hasTeams }
    : isIdOf('access-roles', aggregateId) && { name: 'access roles', isTaken: hasAccessRoles };
  if (!what || (await what.isTaken(table))) return;
  throw new ImportError(
    `The account has ${what.name}, which the table does not take yet: run \`rollbook migrate --run\` first.`,
  );
}

/** The key that encrypts the personal data of an aggregate's events, and the one that decrypts existing ones. */
interface Keys {
  seals: UserKey | undefined;
  opens: UserKey | undefined;
}

/** A user's events keep the key of an earlier import. Data erased since stays so, under a key nobody has. */
async function keysFor({ table, keyRing }: Directory, event: ExportedEvent): Promise<Keys> {
  const userId = subjectOfExported(event);
  if (!userId) return { seals: undefined, opens: undefined };
  const there = await table.get(eventEntity, { aggregateId: userId, version: 1 }, { consistent: true });
  const opens = await openUserKey(keyRing, userId, there?.userKey);
  const isPlain = there !== undefined && there.personal === undefined;
  return { seals: opens ?? (isPlain ? undefined : await newUserKey(keyRing, userId)), opens };
}

/** Whose key encrypts the personal data of an aggregate, of which this is the first event. */
function subjectOfExported({ aggregateId, data }: ExportedEvent): UserId | undefined {
  if (isIdOf('user', aggregateId)) return aggregateId;
  if (!isIdOf('access-request', aggregateId)) return undefined;
  return (data as AccessRequestEvent['data']).userId;
}

/** @returns how many did not exist before */
async function createEvents(
  directory: Directory,
  events: readonly ExportedEvent[],
  { seals, opens }: Keys,
): Promise<number> {
  let left = events;
  const retries = new Retries(directory);
  while (left.length > 0) {
    const operations = left.map((event) => eventEntity.create(itemOf(event, seals)));
    try {
      await directory.table.transactWrite(operations, { clientRequestToken: directory.id() });
      return left.length;
    } catch (error) {
      if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
      const { reasons } = error.details;
      const there = new Set(
        reasons.filter(({ code }) => code === 'ConditionalCheckFailed').map(({ operation }) => operation),
      );
      for (const { operation, item } of reasons)
        if (there.has(operation)) requireSame(left[operation], item, opens);
      left = left.filter((_, index) => !there.has(index));
      if (there.size === 0) await retries.backOff();
    }
  }
  return 0;
}

/** An event whose personal data nobody can decrypt is stored as it was. */
function itemOf(event: ExportedEvent, key: UserKey | undefined) {
  const times = { createdAt: event.at, updatedAt: event.at };
  return event.personal === undefined ? sealEvent(event, key) : { ...event, ...times };
}

/** If personal data was erased since the export, the rest must be the same: an import restores nothing that was erased. */
function requireSame(event: ExportedEvent | undefined, item: unknown, key: UserKey | undefined): void {
  const { createdAt: _, updatedAt: __, userKey: ___, ...stored } = (item ?? {}) as EventItem;
  const erased = stored.personal !== undefined && !key;
  const found = erased ? stored : unsealEvent(item as EventItem, key);
  const expected = erased && event?.personal === undefined ? erasedLike(stored, event) : event;
  if (isDeepStrictEqual(found, expected)) return;
  throw new ImportError(`The event ${event?.eventId ?? ''} in the table differs from the one in the export.`);
}

/** The exported event with its personal data as unreadable as that of the stored one. */
function erasedLike(
  { data, personal, personalOf }: Pick<ExportedEvent, 'data' | 'personal' | 'personalOf'>,
  event: ExportedEvent | undefined,
) {
  const nulls = Object.fromEntries(Object.entries(data).filter(([, value]) => value === null));
  const of = personalOf === undefined ? {} : { personalOf };
  return { ...event, data: { ...event?.data, ...nulls }, personal, ...of };
}
