import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Moment } from '../../../../api/moment.js';
import { columnsOf, rememberedColumns } from '../../../../api/remembered-columns.js';
import type { User } from '../../../../api/resources/users.js';
import { useWidth } from '../../../../components/media.js';
import { allGroupsQuery } from '../../../groups/queries.js';
import { accessQuery } from './queries.js';

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
}

const Context = createContext<InView | undefined>(undefined);

interface GroupsInViewProps {
  accountId: string;
  moment: Moment | undefined;
  rows: readonly User[];
  children: ReactNode;
}

/** Gives the rows of a list what they need to say which service groups their people may enter. */
export function GroupsInView({ accountId, moment, rows, children }: GroupsInViewProps) {
  const { data: all } = useQuery(allGroupsQuery(accountId, moment));
  const most = useMost();
  const inView = useMemo<InView>(() => {
    const groups = columnsOf(all ?? [], rememberedColumns(accountId));
    return { accountId, moment, rows, groups, areAll: groups.length === all?.length, most };
  }, [accountId, moment, rows, all, most]);
  return <Context value={inView}>{children}</Context>;
}

function useMost(): number {
  const [isMedium, isWide, isWidest] = [useWidth('md'), useWidth('xl'), useWidth('2xl')];
  return isWidest ? 5 : isWide ? 3 : isMedium ? 2 : 0;
}

/**
 * What the person in a row may enter, of the service groups in view: read with the rows around it, once one of these is rendered.
 * @param index where the row is
 */
export function useAccessInView({ id }: User, index: number, isAsked: boolean) {
  const inView = use(Context);
  if (!inView) throw new Error('There is no list around this row.');
  const { accountId, moment, rows, groups, most } = inView;
  const start = index - (index % ROWS_AT_ONCE);
  const userIds = rows.slice(start, start + ROWS_AT_ONCE).map((row) => row.id);
  const groupIds = groups.map((group) => group.id);
  const query = accessQuery(accountId, userIds, groupIds, moment);
  const {
    data: cells,
    isPending,
    isPlaceholderData,
  } = useQuery({
    ...query,
    enabled: query.enabled && isAsked && most > 0,
    select: (access) => access[id],
  });
  const isAwaited = isPending ? groups.length > 0 : isPlaceholderData && !cells;
  return { ...inView, cells, isAwaited };
}
