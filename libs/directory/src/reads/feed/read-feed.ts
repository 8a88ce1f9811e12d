import { readCursor, writeCursor } from '@rollbook/single-table';
import type { DomainEvent, EventType } from '#libs/domain';
import { openEvents } from '../../core/event-opener.js';
import { CLOCKS_DIFFER_MS } from '../../core/clocks.js';
import { beginFeed, readFeedEnd } from '../../core/feed-end.js';
import type { Directory } from '../../core/directory.js';
import type { EventItem } from '../../core/sealed-events.js';
import { accountEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import { END_OF_HISTORY, feedPartEntity, isAboutTeams, unpackCommits } from '../../table/items/feed.js';
import { ACCOUNTS_SCOPE } from '../../search-index/heads-to-entries.js';

/** The next event: where its part is, and how many events are before it there. */
export interface FeedPosition {
  sequence: number;
  offset: number;
}

export interface FeedRequest {
  /** The cursor or the position of an earlier page, or `now`. From the beginning without it. */
  after?: string | FeedPosition | undefined;
  limit: number;
  types?: readonly EventType[] | undefined;
  /** A user, service group or account concerned by the event, on either side of a membership. */
  subject?: string | undefined;
  /** The page ends before what was looked at exceeds this, in the form in which it is sent; one event is always looked at. */
  maxBytes?: number | undefined;
  /** The form in which an event is sent. */
  toText?: ((event: DomainEvent) => string) | undefined;
}

export interface FedEvent {
  event: DomainEvent;
  /** As `toText` of the request writes it. */
  text: string;
  /** Where to go on after it. */
  cursor: string;
  position: FeedPosition;
}

export interface FeedPage {
  events: FedEvent[];
  /** Where to go on. */
  cursor: string;
  position: FeedPosition;
  /** Events that were looked at, wanted or not, and their bytes. */
  looked: { events: number; bytes: number };
  /** There was nothing more when it was read. */
  upToDate: boolean;
  /**
   * Everything committed before this moment is in the feed up to its end as it was read. Milliseconds since the epoch; undefined if there
   * is no statement to rely on.
   */
  completeTo: number | undefined;
  /** The feed is about teams, up to here or a little after it: its reader must know of them. Of an empty page it is not known. */
  teams: boolean;
}

/** The feed has just begun: it can be read from then on in two minutes, and from the beginning when what happened before has been fed. */
export class FeedNotReadyError extends Error {
  override readonly name = 'FeedNotReadyError';

  constructor() {
    super('The events from before this feed began are being added to it. Try again in a minute.');
  }
}

export const BEGINNING: FeedPosition = { sequence: 1, offset: 0 };
/** A page reads as many small items in its one query, and most have one event or a few. */
const MAX_PARTS = 200;
/** Of the largest events, of which each takes so much, what is read first is then about a page. */
const [MAX_FIRST_READ, LARGE_EVENT_BYTES] = [32, 32_768];
const MAX_READ = 250;
/** Whose first events may not have been fed yet. */
const YOUNG_MS = 5 * 60_000;

/**
 * Access pattern 25: the events of an account, or of all, in an order in which no subject's events ever change places. Strongly
 * consistent with the feed, which the stream processor appends to.
 * @throws FeedNotReadyError
 * @throws SingleTableError `InvalidCursor`
 */
export async function readFeed(
  directory: Directory,
  scope: string,
  { after, limit, maxBytes = Infinity, toText = JSON.stringify, ...filter }: FeedRequest,
): Promise<FeedPage> {
  // First: what is fed in between is in what is read then.
  const completeTo = await directory.feedClock.completeTo();
  const end = after === 'now' ? await endOfFeed(directory, scope) : undefined;
  const from = end ?? positionOf(directory, scope, after);
  const next = await eventsFrom(directory, scope, from, limit);
  const [events, looked]: [FedEvent[], FeedPage['looked']] = [[], { events: 0, bytes: 0 }];
  // Who has read up to the end has learned it on the way; who begins there learns it from the last part.
  let teams = end?.teams === true || next.teams;
  const endAt = (position: FeedPosition, upToDate: boolean): FeedPage => ({
    ...{ events, position, looked, upToDate, completeTo, teams },
    cursor: cursorAt(directory, scope, position),
  });
  const begin = (at: number, size: number) => beginRead(directory, next.refs.slice(at, at + size));
  let position = from;
  let reading = begin(0, Math.min(MAX_FIRST_READ, Math.ceil(maxBytes / LARGE_EVENT_BYTES)));
  while (reading) {
    const { refs } = reading;
    const items = await reading.items;
    const following =
      looked.events > 0
        ? begin(looked.events + refs.length, sizeOfNextRead(withMore(looked, refs.length), maxBytes))
        : undefined;
    // The events of different subjects change places: one about a team may come before that the team was created.
    teams ||= items.some(({ type }) => isAboutTeams(type));
    const isSent = items.map((item) => isWanted(item, filter));
    const opened = await openEvents(
      directory,
      items.filter((_, index) => isSent[index]),
    );
    for (const [index, ref] of refs.entries()) {
      const event = isSent[index] ? opened.shift() : undefined;
      const text = event ? toText(event) : JSON.stringify(items[index]);
      const bytes = Buffer.byteLength(text);
      if (looked.events > 0 && looked.bytes + bytes > maxBytes) return endAt(position, false);
      looked.events += 1;
      looked.bytes += bytes;
      position = ref.next;
      if (event) events.push(fedEvent(directory, scope, { event, text, next: ref.next }));
    }
    reading = following ?? begin(looked.events, sizeOfNextRead(looked, maxBytes));
  }
  return endAt(next.position, next.upToDate);
}

/** As many as there is room for, if they are as large as those before. */
function sizeOfNextRead({ events, bytes }: FeedPage['looked'], maxBytes: number): number {
  return Math.min(MAX_READ, Math.max(1, Math.ceil((maxBytes - bytes) / (bytes / events)) + 1));
}

/** What was looked at, and as many more as large as those. */
function withMore({ events, bytes }: FeedPage['looked'], more: number): FeedPage['looked'] {
  return { events: events + more, bytes: bytes + more * (bytes / events) };
}

/** Begun before the ones before it are opened and sent. Undefined if there are none. */
function beginRead(directory: Directory, refs: NextEvents['refs']) {
  if (refs.length === 0) return undefined;
  const items = eventItems(directory, refs);
  // It fails where it is awaited, which may be never.
  items.catch(() => {});
  return { refs, items };
}

async function eventItems({ table }: Directory, refs: NextEvents['refs']): Promise<EventItem[]> {
  const keys = refs.map(({ aggregateId, version }) => eventEntity.at({ aggregateId, version }));
  const items = await table.batchGet(keys, { consistent: true });
  return items.map((item, index) => {
    const { aggregateId, version } = refs[index]!;
    if (!item) throw new Error(`The event ${aggregateId}.${version} of a feed does not exist.`);
    return item;
  });
}

function fedEvent(
  directory: Directory,
  scope: string,
  { event, text, next }: { event: DomainEvent; text: string; next: FeedPosition },
): FedEvent {
  return {
    event,
    text,
    position: next,
    // Made for those who ask: sealing a thousand takes longer than reading them.
    get cursor() {
      return cursorAt(directory, scope, next);
    },
  };
}

/** @param event opened or not: no personal field is read */
export function isWanted(
  { type, aggregateId, data }: Pick<DomainEvent, 'type' | 'aggregateId' | 'data'>,
  { types, subject }: Pick<FeedRequest, 'types' | 'subject'>,
): boolean {
  const { serviceGroupId, userId } = data as { serviceGroupId?: string; userId?: string };
  if (types?.includes(type) === false) return false;
  return subject === undefined || [aggregateId, serviceGroupId, userId].includes(subject);
}

/** Whether there is something at a position: one call, of one small item. */
export async function hasGrown(
  { table }: Directory,
  scope: string,
  { sequence }: FeedPosition,
): Promise<boolean> {
  const { items } = await table.query(
    feedPartEntity,
    { scope },
    { atLeast: { sequence: Math.max(sequence, 1) }, limit: 1, consistent: true, select: ['sequence'] },
  );
  return items.length > 0;
}

interface NextEvents {
  refs: { aggregateId: string; version: number; next: FeedPosition }[];
  position: FeedPosition;
  upToDate: boolean;
  teams: boolean;
}

async function eventsFrom(
  directory: Directory,
  scope: string,
  from: FeedPosition,
  limit: number,
): Promise<NextEvents> {
  const { items, cursor } = await directory.table.query(
    feedPartEntity,
    { scope },
    { atLeast: { sequence: from.sequence }, limit: Math.min(limit, MAX_PARTS), consistent: true },
  );
  const [first] = items;
  if (!first && from.sequence === BEGINNING.sequence) await beginUnlessYoung(directory, scope);
  const refs: NextEvents['refs'] = [];
  const teams = items.some((part) => part.teams === true);
  let position = from;
  for (const part of items) {
    // Between the history and what is fed as it happens there is a mark, once the history is complete.
    if (part.sequence > position.sequence && !part.whole && part.sequence !== END_OF_HISTORY)
      throw new FeedNotReadyError();
    const offset = part.sequence === from.sequence ? from.offset : 0;
    const events = unpackCommits(part).flatMap(({ aggregateId, first: version, count }) =>
      Array.from({ length: count }, (_, index) => ({ aggregateId, version: version + index })),
    );
    const taken = events.slice(offset, offset + limit - refs.length);
    const behind = (given: number) =>
      given < events.length
        ? { sequence: part.sequence, offset: given }
        : { sequence: part.sequence + 1, offset: 0 };
    for (const [index, event] of taken.entries()) refs.push({ ...event, next: behind(offset + index + 1) });
    position = behind(offset + taken.length);
    if (position.sequence === part.sequence) return { refs, position, upToDate: false, teams };
  }
  return { refs, position, upToDate: cursor === undefined, teams };
}

/** One that has events already is begun, unless they are so young that they will be fed as they happen. */
async function beginUnlessYoung(directory: Directory, scope: string): Promise<void> {
  const { table, now } = directory;
  const account =
    scope === ACCOUNTS_SCOPE
      ? (await table.query(accountEntity.by('GSI1'), {}, { limit: 1 })).items[0]
      : await table.get(accountEntity, { accountId: scope }, { consistent: true });
  if (!account || Date.parse(account.createdAt) > now() - YOUNG_MS) return;
  await beginFeed(directory, scope);
  throw new FeedNotReadyError();
}

/**
 * Behind the last event, from where nothing is missed.
 * @throws FeedNotReadyError when the feed has just begun: what is committed until the moment with which it begins is not appended to it
 */
export async function endOfFeed(
  directory: Directory,
  scope: string,
): Promise<FeedPosition & { teams?: boolean }> {
  const end = await readFeedEnd(directory, scope);
  if (!end) {
    await beginUnlessYoung(directory, scope);
    return BEGINNING;
  }
  const { sequence, filledTo, teams } = end;
  if (filledTo !== undefined && Date.parse(filledTo) + CLOCKS_DIFFER_MS > directory.now())
    throw new FeedNotReadyError();
  return { sequence: sequence + 1, offset: 0, ...(teams && { teams }) };
}

export function cursorAt(
  { cursorSecret }: Directory,
  scope: string,
  { sequence, offset }: FeedPosition,
): string {
  return writeCursor(cursorSecret, bindingOf(scope), [[String(sequence), String(offset)]]);
}

/** @throws SingleTableError `InvalidCursor` */
function positionOf(
  { cursorSecret }: Directory,
  scope: string,
  cursor: string | FeedPosition | undefined,
): FeedPosition {
  if (typeof cursor !== 'string') return cursor ?? BEGINNING;
  const [position] = readCursor(cursorSecret, bindingOf(scope), cursor, 1);
  const [sequence, offset] = (position as readonly string[]).map(Number) as [number, number];
  return { sequence, offset };
}

function bindingOf(scope: string): string {
  return `feed ${scope}`;
}
