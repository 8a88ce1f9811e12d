import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useList, useSteady } from '../../../api/lists.js';
import { useMoment } from '../../../session/moment.js';
import { managersQuery, membersQuery, type ServiceGroup } from '../queries.js';
import { everybodyQuery, readMembersQuery } from './read-members.js';
import { shownOf, type Shown } from '../shown/shown.js';

/** The members page by page; with a filter or an order, which are not those of the list, as many as are read for it. */
export function useMembers({ accountId, id: groupId }: ServiceGroup, shown: Shown) {
  const moment = useMoment();
  const isChosen = Boolean(shown.show ?? shown.sort ?? shown.q);
  const everybody = shown.paths === 'all';
  const listQuery = (everybody ? everybodyQuery : membersQuery)(accountId, groupId, moment);
  const list = useList({ ...listQuery, enabled: !isChosen }, ({ id }) => id);
  const chosen = useQuery({
    ...readMembersQuery(accountId, groupId, { ending: shown.show === 'ending', everybody }, moment),
    enabled: isChosen,
  });
  const managers = useQuery({
    ...managersQuery(accountId, groupId, moment),
    enabled: shown.show === 'managers',
  });
  const read = useMemo(() => {
    const managing = new Set(managers.data?.map(({ userId }) => userId));
    return shownOf(chosen.data?.members ?? [], shown, {
      isManaging: ({ userId }) => managing.has(userId),
      nameOf: ({ user }) => user.name,
      emailOf: ({ user }) => user.email,
    });
  }, [chosen.data, managers.data, shown]);
  const { rows, news } = useSteady(read, {
    list: chosen.data && [groupId, shown, moment?.key],
    readAt: chosen.dataUpdatedAt,
    keyOf: ({ id }) => id,
  });
  if (!isChosen) return { ...list, isCut: false };
  const isCut = chosen.data?.isCut ?? false;
  const query = shown.show === 'managers' && !managers.data ? managers : chosen;
  return { query, rows, news, total: rows.length, onEnd: undefined, isCut };
}
