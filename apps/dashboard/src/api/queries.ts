import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, EntryOf, ListPath, PathOf, RequestTo } from '#libs/client';
import { api } from './client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from './lists.js';
import { asOfQuery, keptAsOf, type Moment } from './moment.js';
import { queryClient } from './query-client.js';

type Key = readonly unknown[];
type Get<P extends PathOf<'get'>> = Omit<RequestTo<P, 'get'>, 'signal'>;

/** The request as it is at a moment, or now. */
const at = (moment: Moment | undefined, request: { query?: object }) => ({
  ...request,
  query: { ...request.query, ...asOfQuery(moment) },
});

const keyAt = (key: Key, moment: Moment | undefined): Key => (moment ? [...key, moment.key] : key);

const client = api as unknown as {
  get: (path: string, request: object) => Promise<unknown>;
  each: (path: string, request: object) => AsyncIterable<unknown>;
};

/** What a page makes of an answer, now or as of a moment. */
export const partQuery = <P extends PathOf<'get'>, Part>(
  key: Key,
  path: P,
  request: Get<P>,
  part: (answer: AnswerTo<P, 'get'>) => Part,
  moment?: Moment,
) =>
  queryOptions({
    queryKey: keyAt(key, moment),
    queryFn: async ({ signal }) =>
      part((await client.get(path, { ...at(moment, request), signal })) as AnswerTo<P, 'get'>),
    ...keptAsOf(moment),
  });

/** One answer of the API. */
export const readQuery = <P extends PathOf<'get'>>(key: Key, path: P, request: Get<P>, moment?: Moment) =>
  partQuery(key, path, request, (answer) => answer, moment);

/** What an answer lists: of a list that has one page. */
export const dataQuery = <P extends ListPath>(key: Key, path: P, request: Get<P>, moment?: Moment) =>
  partQuery(key, path, request, (answer) => (answer as ListPage<EntryOf<P>>).data, moment);

/** All that a list has, however many pages. */
export const allQuery = <P extends ListPath>(
  key: Key,
  path: P,
  request: Get<P>,
  moment?: Moment,
  order?: (one: EntryOf<P>, other: EntryOf<P>) => number,
) =>
  queryOptions({
    queryKey: keyAt(key, moment),
    queryFn: async ({ signal }) => {
      const all: EntryOf<P>[] = [];
      for await (const entry of client.each(path, { ...at(moment, request), signal }))
        all.push(entry as EntryOf<P>);
      return order ? all.sort(order) : all;
    },
    ...keptAsOf(moment),
  });

/** A list that is read page by page while it is scrolled. */
export const pagesQuery = <P extends ListPath>(key: Key, path: P, request: Get<P>, moment?: Moment) => ({
  ...listOptions(keyAt(key, moment), async (cursor, signal) => {
    const { query, ...rest } = at(moment, request);
    const page = { limit: ROWS_PER_PAGE, ...query, ...(cursor && { cursor }) };
    return (await client.get(path, { ...rest, query: page, signal })) as ListPage<EntryOf<P>>;
  }),
  ...keptAsOf(moment),
});

export const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

/** By the first parts of queries' keys: the types of events that change what they show. */
export const CHANGED_BY: Record<string, RegExp> = {};

/** Beside queries, by the first parts of their keys: the types of events that change what they show. */
export const changedBy = (types: Readonly<Record<string, RegExp>>) => Object.assign(CHANGED_BY, types);

/** Reads again what queries of an account show, by the first parts of their keys. */
export function forget(accountId: string, ...names: string[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name, accountId] });
}
