import type { Capacity } from './capacity.js';
import type { Connection } from './connection.js';
import { cursorSecretOf, readCursor, writeCursor, type Position } from './cursor.js';
import { compareKeys, type QueryPlan } from './query-plan.js';
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

export interface QueryResult {
  found: Found[];
  cursor: string | undefined;
  capacity: Capacity | undefined;
}

const LARGEST_PAGE = 1000;

/** The reader whose next item is first in order, or undefined when every buffer is empty. */
function firstOf({ plan, paging }: Run, readers: readonly Reader[]): Reader | undefined {
  const { sortKey } = plan;
  const sortOf = (reader: Reader) => {
    const head = reader.buffer[0];
    return head && sortKey !== undefined ? (head.wire[sortKey] as { S: string }).S : '';
  };
  const filled = readers.filter((reader) => reader.buffer.length > 0);
  const direction = paging.order === 'descending' ? -1 : 1;
  return filled.reduce<Reader | undefined>(
    (best, each) => (best && compareKeys(sortOf(best), sortOf(each)) * direction <= 0 ? best : each),
    undefined,
  );
}

/** Hands out the next item in order, or undefined when every buffer is empty. */
function takeNext(run: Run, readers: readonly Reader[]): Found | undefined {
  const next = readers.length === 1 ? readers[0] : firstOf(run, readers);
  const candidate = next?.buffer.shift();
  if (!next || !candidate) return undefined;
  next.last = candidate.wire;
  return candidate.found;
}

/** Where a reader's partition goes on: after the last item handed out, or after all it has read. */
function positionAfter(run: Run, reader: Reader): Position {
  if (reader.buffer.length === 0) return reader.readTo;
  return reader.last ? positionOf(run.keyNames, reader.last) : reader.start;
}

function exhausted(run: Run): boolean {
  const { maxPages, maxReadUnits } = run.paging;
  return (
    (maxPages !== undefined && run.pages >= maxPages) ||
    (maxReadUnits !== undefined && (run.capacity?.read ?? 0) >= maxReadUnits)
  );
}

function startRun(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): { run: Run; readers: Reader[]; binding: () => string } {
  const run: Run = {
    connection,
    plan,
    paging,
    keyNames: positionNames({ connection, plan }),
    pages: 0,
    capacity: undefined,
  };
  const binding = () => bindingOf(run);
  const positions: Position[] =
    paging.cursor === undefined
      ? plan.partitions.map(() => null)
      : readCursor(cursorSecretOf(connection.cursorSecret), binding(), paging.cursor, plan.partitions.length);
  const readers = plan.partitions.map((partition, at): Reader => {
    const position = positions[at] as Position;
    return { partition, start: position, last: undefined, readTo: position, buffer: [] };
  });
  return { run, readers, binding };
}

/** Reads on wherever a partition has nothing buffered and is not at its end. */
async function refill(run: Run, readers: readonly Reader[], limit: number | undefined): Promise<boolean> {
  const empty = readers.filter((reader) => reader.buffer.length === 0 && reader.readTo !== 'done');
  await Promise.all(empty.map((reader) => readPage(run, reader, limit)));
  return empty.length > 0;
}

/**
 * Runs a query. With `limit`, reads on until that many items matched, the end, or a cap; without, reads one page of
 * each partition. One item more than the limit is asked for, so that a cursor means that there is more.
 */
export async function runQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): Promise<QueryResult> {
  const { run, readers, binding } = startRun(connection, plan, paging);
  if (plan.range.kind === 'empty') return { found: [], cursor: undefined, capacity: undefined };
  const { limit = Infinity } = paging;
  const found: Found[] = [];
  let pageSize = paging.limit === undefined ? undefined : limit + 1;
  for (let first = true; ; first = false) {
    const stop = !first && (paging.limit === undefined || exhausted(run));
    if (!stop && (await refill(run, readers, pageSize))) {
      if (pageSize !== undefined) pageSize = paging.filter ? Math.min(pageSize * 2, LARGEST_PAGE) : pageSize;
    }
    // Only while every unfinished partition has something buffered is the next item in order known.
    while (
      found.length < limit &&
      readers.every((each) => each.buffer.length > 0 || each.readTo === 'done')
    ) {
      const next = takeNext(run, readers);
      if (!next) break;
      found.push(next);
    }
    const ended = readers.every((each) => each.buffer.length === 0 && each.readTo === 'done');
    const more = readers.some((each) => each.buffer.length > 0);
    const full = found.length >= limit && (more || paging.filter !== undefined);
    if (stop || ended || full) {
      return { found, cursor: ended ? undefined : cursorOf(run, readers, binding()), capacity: run.capacity };
    }
  }
}

function cursorOf(run: Run, readers: readonly Reader[], binding: string): string | undefined {
  const positions = readers.map((reader) => positionAfter(run, reader));
  return writeCursor(cursorSecretOf(run.connection.cursorSecret), binding, positions);
}

/** Every item of a query, in order, holding no more than a page of each partition in memory. */
export async function* iterateQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): AsyncGenerator<Found, void, undefined> {
  const { run, readers } = startRun(connection, plan, paging);
  let left = plan.range.kind === 'empty' ? 0 : (paging.limit ?? Infinity);
  while (left > 0) {
    while (readers.some((reader) => reader.buffer.length === 0 && reader.readTo !== 'done')) {
      if (exhausted(run)) return;
      await refill(
        run,
        readers,
        paging.limit === undefined || paging.filter ? undefined : Math.min(left, LARGEST_PAGE),
      );
    }
    const next = takeNext(run, readers);
    if (!next) return;
    left--;
    yield next;
  }
}
