import { fold } from '#libs/domain';
import { eachOf, type Page, type PageRequest } from '#libs/directory';
import { Problem } from '../../problems/problem.js';
import type { ScimObject } from '../schema/conform.js';
import type { Comparison, Filter } from './filter.js';
import type { ListQuery } from './query.js';

/** How a filter is answered: by looking up a few things, or by walking a list in its order. */
export type Source<Item> =
  | { kind: 'few'; find: () => Promise<Item[]> }
  | { kind: 'list'; page: (request: PageRequest) => Promise<Page<Item>> };

export interface Found<Item> {
  items: Item[];
  total?: number;
  startIndex?: number;
  nextCursor?: string | undefined;
}

/** Paging by index reads everything before a page, and counts everything behind it: only lists up to this long. */
const LONGEST_INDEXED_LIST = 10_000;
const WALKED_AT_ONCE = 1_000;
/** A list that shows little of what it reads returns a short page rather than reading on. */
const READS_FOR_A_PAGE = 10;

export async function search<Item>(
  source: Source<Item>,
  query: ListQuery,
  represent: (item: Item) => ScimObject,
  isMeant: (item: Item) => boolean,
): Promise<Found<Item>> {
  if (source.kind === 'few') return sliceOf(sorted(await source.find(), query, represent), query);
  if (query.cursor) return pageByCursor(source.page, query, isMeant);
  const first = query.startIndex ?? 1;
  const walked = await walk(source.page, isMeant, first - 1, query.count);
  if (walked) return { items: walked.items, total: walked.total, startIndex: first };
  if (first > 1)
    throw new Problem(
      'too_many_results',
      `A list of more than ${LONGEST_INDEXED_LIST} must be paged by cursor (RFC 9865).`,
    );
  // A client that did not request a page by cursor continues with one (RFC 9865, section 2.4).
  return pageByCursor(source.page, query, isMeant);
}

async function pageByCursor<Item>(
  page: (request: PageRequest) => Promise<Page<Item>>,
  { cursor, count }: ListQuery,
  isMeant: (item: Item) => boolean,
): Promise<Found<Item>> {
  const items: Item[] = [];
  let from = cursor?.from;
  for (let reads = 0; reads < READS_FOR_A_PAGE; reads += 1) {
    const read = await page({ limit: count - items.length, cursor: from });
    items.push(...read.items.filter(isMeant));
    from = read.cursor;
    if (from === undefined || items.length >= count) break;
  }
  return { items, nextCursor: from };
}

/** The part of a list from an index on, and how long it is as a whole; undefined when it is too long. */
async function walk<Item>(
  page: (request: PageRequest) => Promise<Page<Item>>,
  isMeant: (item: Item) => boolean,
  skipped: number,
  count: number,
): Promise<{ items: Item[]; total: number } | undefined> {
  const items: Item[] = [];
  let total = 0;
  let seen = 0;
  for await (const item of eachOf((cursor) => page({ limit: WALKED_AT_ONCE, cursor }))) {
    seen += 1;
    if (seen > LONGEST_INDEXED_LIST) return undefined;
    if (!isMeant(item)) continue;
    if (total >= skipped && items.length < count) items.push(item);
    total += 1;
  }
  return { items, total };
}

function sliceOf<Item>(all: Item[], { startIndex = 1, count, cursor }: ListQuery): Found<Item> {
  if (cursor) {
    const from = offsetIn(cursor.from);
    const end = from + count;
    const nextCursor = end < all.length ? `i${end}` : undefined;
    return { items: all.slice(from, end), total: all.length, nextCursor };
  }
  return { items: all.slice(startIndex - 1, startIndex - 1 + count), total: all.length, startIndex };
}

/** A lookup is repeated for its next page: the cursor says where that begins. */
function offsetIn(cursor: string | undefined): number {
  const [, offset] = /^i(\d{1,4})$/.exec(cursor ?? 'i0') ?? [];
  if (offset === undefined) throw new Problem('invalid_cursor', 'The cursor does not belong to this list.');
  return Number(offset);
}

function sorted<Item>(
  items: Item[],
  { sortBy, descending }: ListQuery,
  represent: (item: Item) => ScimObject,
): Item[] {
  if (sortBy === undefined) return items;
  const keyed = items.map((item) => ({ item, key: sortKey(represent(item), sortBy) }));
  const direction = descending ? -1 : 1;
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * direction);
  return keyed.map(({ item }) => item);
}

function sortKey(resource: ScimObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, step) => (at as ScimObject | undefined)?.[step], resource);
  return typeof value === 'string' ? fold(value) : '';
}

const MAX_LOOKUPS = 25;

/** No id of another system is longer. */
const LONGEST_TEXT = 512;

/** Looks up the one thing with a unique text. */
export async function byUniqueText<Item>(
  text: string,
  find: (text: string) => Promise<Item | undefined>,
): Promise<Item[]> {
  return text.length > LONGEST_TEXT ? [] : present([await find(text)]);
}

export function present<Item>(items: (Item | undefined)[]): Item[] {
  return items.filter((item) => item !== undefined);
}

/** @param lookup of one comparison. @returns undefined if only reading the whole list would find everything */
export function lookupsFor<Item>(
  filter: Filter,
  lookup: (comparison: Comparison) => (() => Promise<Item[]>) | undefined,
): (() => Promise<Item[]>)[] | undefined {
  const found = collect(filter, lookup);
  if (found && found.length > MAX_LOOKUPS)
    throw new Problem('invalid_filter', `A filter can have at most ${MAX_LOOKUPS} comparisons.`);
  return found;
}

function collect<Item>(
  filter: Filter,
  lookup: (comparison: Comparison) => (() => Promise<Item[]>) | undefined,
): (() => Promise<Item[]>)[] | undefined {
  if (filter.op === 'and') {
    // One part with a lookup is enough: the others are applied to its results.
    const found = filter.filters.map((each) => collect(each, lookup));
    return found.find((each) => each !== undefined);
  }
  if (filter.op === 'or') {
    const all = filter.filters.map((each) => collect(each, lookup));
    return all.every((each) => each !== undefined) ? all.flat() : undefined;
  }
  const found = filter.op === 'eq' ? lookup(filter) : undefined;
  return found && [found];
}

export async function lookUp<Item>(
  lookups: (() => Promise<Item[]>)[],
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const found = await Promise.all(lookups.map((each) => each()));
  return [...new Map(found.flat().map((item) => [idOf(item), item])).values()];
}

export function conjunctsOf(filter: Filter | undefined): Filter[] {
  if (filter === undefined) return [];
  return filter.op === 'and' ? filter.filters.flatMap(conjunctsOf) : [filter];
}

/** @throws Problem `invalid_filter`, which says what is supported */
export function refuseFilter(answerable: string): never {
  throw new Problem(
    'invalid_filter',
    `This filter would require reading everything. Supported: ${answerable}.`,
  );
}
