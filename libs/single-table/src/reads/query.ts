import type { Capacity } from '../connection/capacity.js';
import type { Connection } from '../connection/connection.js';
import { readCursor, writeCursor, type Position } from '../connection/cursor.js';
import { compareKeys, refuseQuery, type QueryPlan } from './query-plan.js';
import {
  bindingOf,
  positionNames,
  positionOf,
  readPage,
  type Found,
  type Paging,
  type Reader,
  type Run,
} from './query-page.js';
import { keyTextOf } from '../definitions/table.js';

export interface QueryResult {
  found: Found[];
  cursor: string | undefined;
  capacity: Capacity | undefined;
}

const LARGEST_PAGE = 1000;

const hasItems = ({ buffer }: Reader) => buffer.length > 0;
const isDry = ({ buffer, readTo }: Reader) => buffer.length === 0 && readTo !== 'done';
const isEnded = ({ buffer, readTo }: Reader) => buffer.length === 0 && readTo === 'done';

/** The reader whose next item is first in order, or undefined if every buffer is empty. */
function firstOf({ plan, paging }: Run, readers: readonly Reader[]): Reader | undefined {
  const sortOf = ({ buffer }: Reader) => keyTextOf(buffer[0]?.wire[plan.keys.names[1] ?? '']);
  const direction = paging.order === 'descending' ? -1 : 1;
  return readers
    .filter(hasItems)
    .reduce<Reader | undefined>(
      (best, each) =>
        best && compareKeys(plan.keys, sortOf(best), sortOf(each)) * direction <= 0 ? best : each,
      undefined,
    );
}

function takeNext(run: Run, readers: readonly Reader[]): Found | undefined {
  const next = readers.length === 1 ? readers[0] : firstOf(run, readers);
  const candidate = next?.buffer.shift();
  if (!next || !candidate) return undefined;
  next.last = candidate.wire;
  return candidate.found;
}

function isExhausted({ paging: { maxPages, maxReadUnits }, pages, capacity }: Run): boolean {
  return pages >= (maxPages ?? Infinity) || (capacity?.read ?? 0) >= (maxReadUnits ?? Infinity);
}

function startRun(connection: Connection, plan: QueryPlan, paging: Paging): { run: Run; readers: Reader[] } {
  const { limit = 1 } = paging;
  if (!Number.isSafeInteger(limit) || limit < 1) refuseQuery('A limit must be a whole number of at least 1.');
  connection.tenant?.check(plan);
  const keyNames = positionNames(connection, plan);
  const run: Run = { connection, plan, paging, keyNames, pages: 0, capacity: undefined };
  const isEmpty = plan.range.kind === 'empty';
  const { cursor } = paging;
  const { partitions } = plan;
  const positions =
    cursor === undefined
      ? undefined
      : readCursor(connection.cursorSecret, bindingOf(run), cursor, partitions.length);
  const readers = partitions.map((partition, at): Reader => {
    const start: Position = isEmpty ? 'done' : (positions?.[at] ?? null);
    return { partition, start, last: undefined, readTo: start, buffer: [] };
  });
  return { run, readers };
}

function refill(run: Run, readers: readonly Reader[], limit: number | undefined): Promise<unknown> {
  return Promise.all(readers.filter(isDry).map((reader) => readPage(run, reader, limit)));
}

/** One item more than the limit is requested, so that a cursor means that there is more. */
export async function runQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): Promise<QueryResult> {
  const { run, readers } = startRun(connection, plan, paging);
  const { limit = Infinity, filter } = paging;
  const found: Found[] = [];
  let pageSize = paging.limit === undefined ? undefined : limit + 1;
  for (let first = true; ; first = false) {
    const stop = !first && (pageSize === undefined || isExhausted(run));
    if (!stop) await refill(run, readers, pageSize);
    if (pageSize && filter) pageSize = Math.min(pageSize * 2, LARGEST_PAGE);
    // The next item in order is only known while every unfinished partition has something buffered.
    while (found.length < limit && !readers.some(isDry)) {
      const next = takeNext(run, readers);
      if (!next) break;
      found.push(next);
    }
    const ended = readers.every(isEnded);
    const full = found.length >= limit && (filter !== undefined || readers.some(hasItems));
    if (stop || ended || full) {
      return { found, cursor: ended ? undefined : cursorOf(run, readers), capacity: run.capacity };
    }
  }
}

/** Where each partition continues: after the last item returned, or after all it has read. */
function cursorOf(run: Run, readers: readonly Reader[]): string {
  const positions = readers.map((reader) => {
    if (!hasItems(reader)) return reader.readTo;
    return reader.last ? positionOf(run, reader.last) : reader.start;
  });
  return writeCursor(run.connection.cursorSecret, bindingOf(run), positions);
}

export async function* iterateQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): AsyncGenerator<Found, void, undefined> {
  const { run, readers } = startRun(connection, plan, paging);
  const { limit, filter } = paging;
  for (let left = limit ?? Infinity; left > 0; left--) {
    while (readers.some(isDry)) {
      if (isExhausted(run)) return;
      await refill(run, readers, limit === undefined || filter ? undefined : Math.min(left, LARGEST_PAGE));
    }
    const next = takeNext(run, readers);
    if (!next) return;
    yield next;
  }
}
