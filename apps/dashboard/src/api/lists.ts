import { ConnectionError } from '#libs/client';
import { hashKey, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { steady } from './steady.js';
import { isExpected } from './writes.js';

/** A page of a list, with the fields that `count` and `facets` add. */
export interface ListPage<Row> {
  data: Row[];
  nextCursor: string | null;
  total?: { value: number; exact: boolean };
  facets?: Record<string, Record<string, number>>;
}

/** The most that the API gives at once. */
export const ROWS_PER_PAGE = 100;

/** A list that is read page by page while it is scrolled. */
export function listOptions<Row>(
  key: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const page = await read(pageParam, signal);
      if (page.nextCursor !== null && page.nextCursor === pageParam)
        throw new ConnectionError('The list leads back to a page that was read.');
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

type ListOptions<Row> = ReturnType<typeof listOptions<Row>>;

/** Such a list as a DataGrid takes it, in which nothing moves by itself. */
export function useList<Row>(options: ListOptions<Row>, keyOf: (row: Row) => string) {
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData, dataUpdatedAt } = query;
  const read = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const { rows, news } = useSteady(read, {
    list: isPlaceholderData ? undefined : options.queryKey,
    readAt: dataUpdatedAt,
    keyOf,
    hasMore: hasNextPage,
  });
  const first = data?.pages[0];
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const total = first?.total?.value ?? (hasNextPage ? undefined : rows.length);
  return {
    query,
    rows,
    news,
    total,
    isExact: first?.total?.exact ?? !hasNextPage,
    facets: first?.facets,
    onEnd,
  };
}

const NONE: ReadonlySet<string> = new Set();

/** What a list holds back until somebody wants to see it. */
export interface News {
  added: number;
  /** The keys of rows that are still shown. */
  gone: ReadonlySet<string>;
  show: () => void;
}

interface SteadyOptions<Row> {
  /** Which list it is: another one is shown at once. Undefined for what is shown until it has been read. */
  list: readonly unknown[] | undefined;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
  keyOf: (row: Row) => string;
  hasMore?: boolean;
}

/** Rows that stay where they are when others change what they list; one's own changes are shown at once. */
export function useSteady<Row>(read: readonly Row[], { list, readAt, keyOf, hasMore }: SteadyOptions<Row>) {
  const of = list && hashKey(list);
  const whole = { of, read, readAt, rows: read, added: 0, gone: NONE };
  const [held, setHeld] = useState(whole);
  let shown = held;
  // Reading the same again matters too: what was read before one's own change was answered was held back as that of others.
  if (held.read !== read || held.of !== of || held.readAt !== readAt) {
    const isWhole = held.of !== of || isExpected(readAt);
    shown = isWhole ? whole : { of, read, readAt, ...steady(held.rows, read, keyOf, hasMore) };
    setHeld(shown);
  }
  const { rows, added, gone } = shown;
  return { rows, news: { added, gone, show: () => setHeld(whole) } };
}

/** The filters of a list that are set. */
export const withoutEmpty = <Filter extends object>(filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as {
    [Name in keyof Filter]?: NonNullable<Filter[Name]>;
  };

const DEBOUNCE_MS = 150;

/** Text being typed, passed on when typing pauses. */
export function useDebouncedText(value: string, onChange: (text: string) => unknown) {
  const [text, setText] = useState(value);
  const passedOn = useRef(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    // What was passed on comes back late, for example by the address: more may have been typed since.
    if (value !== passedOn.current) setText(value);
    passedOn.current = value;
  }, [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      passedOn.current = text;
      latest.current(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText] as const;
}
