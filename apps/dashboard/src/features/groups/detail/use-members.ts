import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRows } from '../../../api/lists.js';
import { managersQuery, membersQuery, readMembersQuery, type ServiceGroup } from '../queries.js';
import { shownOf, type Shown } from '../shown/shown.js';

/** The members page by page; with a filter or an order, which are not those of the list, as many as are read for it. */
export function useMembers({ accountId, id: groupId }: ServiceGroup, shown: Shown) {
  const isChosen = Boolean(shown.show ?? shown.sort);
  const paged = useInfiniteQuery({ ...membersQuery(accountId, groupId), enabled: !isChosen });
  const list = useRows(paged);
  const chosen = useQuery({
    ...readMembersQuery(accountId, groupId, shown.show === 'ending'),
    enabled: isChosen,
  });
  const managers = useQuery({ ...managersQuery(accountId, groupId), enabled: shown.show === 'managers' });
  if (!isChosen) return { query: paged, ...list, isCut: false };
  const managing = new Set(managers.data?.map(({ userId }) => userId));
  const { members = [], isCut = false } = chosen.data ?? {};
  const rows = shownOf(members, shown, ({ userId }) => managing.has(userId));
  const query = shown.show === 'managers' && !managers.data ? managers : chosen;
  return { query, rows, total: rows.length, onEnd: undefined, isCut };
}
