import { infiniteQueryOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

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
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** Such a list as a DataGrid takes it. */
export function useRows<Row>(query: {
  data?: { pages: ListPage<Row>[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const first = data?.pages[0];
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const total = first?.total?.value ?? (hasNextPage ? undefined : rows.length);
  return { rows, total, isExact: first?.total?.exact ?? !hasNextPage, facets: first?.facets, onEnd };
}

const DEBOUNCE_MS = 150;

/** Text being typed, passed on when typing pauses. */
export function useDebouncedText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value);
  const passedOn = useRef(value);
  useEffect(() => {
    // What was passed on comes back late, for example by the address: more may have been typed since.
    if (value !== passedOn.current) setText(value);
    passedOn.current = value;
  }, [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      passedOn.current = text;
      onChange(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return [text, setText] as const;
}
