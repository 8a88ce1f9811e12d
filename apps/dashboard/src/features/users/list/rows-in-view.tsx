import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Moment } from '../../../api/moment.js';
import { columnsOf, rememberedColumns } from '../../../api/remembered-columns.js';
import { lastSeenQuery, type User } from '../../../api/resources/users.js';
import { useWidth } from '../../../components/media.js';
import { allGroupsQuery } from '../../groups/queries.js';
import { accessQuery, FRESH_MS } from './groups/queries.js';

// What the rows of the list show beside what the list itself has: read for the rows around them, once one of these is rendered.

/** A page of the list has four times as many rows, and with eight service groups they fit one request. */
const ROWS_AT_ONCE = 25;

interface InView {
  accountId: string;
  moment: Moment | undefined;
  rows: readonly User[];
  /** The columns of the matrix, which are those that the person has chosen to look at. */
  groups: readonly { id: string; name: string }[];
  areAll: boolean;
  /** How many service groups a row has room for. */
  most: number;
  hasRoomForTimes: boolean;
}

const Context = createContext<InView | undefined>(undefined);

interface RowsInViewProps {
  accountId: string;
  moment: Moment | undefined;
  rows: readonly User[];
  children: ReactNode;
}

export function RowsInView({ accountId, moment, rows, children }: RowsInViewProps) {
  const { data: all } = useQuery(allGroupsQuery(accountId, moment));
  const [isMedium, isWide, isWidest] = [useWidth('md'), useWidth('xl'), useWidth('2xl')];
  const most = isWidest ? 5 : isWide ? 3 : isMedium ? 2 : 0;
  const inView = useMemo<InView>(() => {
    const groups = columnsOf(all ?? [], rememberedColumns(accountId));
    const areAll = groups.length === all?.length;
    return { accountId, moment, rows, groups, areAll, most, hasRoomForTimes: isWide };
  }, [accountId, moment, rows, all, most, isWide]);
  return <Context value={inView}>{children}</Context>;
}

/** @param index of one of the rows that are read together */
function useInView(index: number) {
  const inView = use(Context);
  if (!inView) throw new Error('There is no list around this row.');
  const start = index - (index % ROWS_AT_ONCE);
  const userIds = inView.rows.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id);
  return { ...inView, userIds };
}

/**
 * What the person in a row may enter, of the service groups in view.
 * @param isNeeded whether this row needs to know it
 */
export function useAccessInView({ id }: User, index: number, isNeeded: boolean) {
  const { userIds, ...inView } = useInView(index);
  const { accountId, moment, groups, most } = inView;
  const groupIds = groups.map((group) => group.id);
  const query = accessQuery(accountId, userIds, groupIds, moment);
  const {
    data: cells,
    isPending,
    isPlaceholderData,
  } = useQuery({
    ...query,
    enabled: query.enabled && isNeeded && most > 0,
    select: (access) => access[id],
  });
  const isAwaited = isPending ? groups.length > 0 : isPlaceholderData && !cells;
  return { ...inView, cells, isAwaited };
}

/** When the person in a row was last here: null if never, undefined until that is known. */
export function useLastSeenInView({ id }: User, index: number): string | null | undefined {
  const { accountId, userIds, hasRoomForTimes } = useInView(index);
  const { data } = useQuery({
    ...lastSeenQuery(accountId, userIds),
    enabled: hasRoomForTimes,
    staleTime: FRESH_MS,
    placeholderData: (previous) => previous,
    select: (seen) => seen[id],
  });
  return data;
}
