import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, type ListPage } from '../../api/lists.js';
import { keptAsOf, type Moment } from '../../api/moment.js';
import { queryClient } from '../../api/query-client.js';
import {
  MAX_ROWS_AT_ONCE,
  readMatrixRows,
  type MatrixGroup,
  type MatrixRow,
} from '../../api/resources/matrix.js';
import { asListedThen, asQuery } from '../../api/resources/users.js';
import type { Cell } from './draft/draft.js';

export interface MatrixFilter {
  q?: string;
  role?: string;
  status?: string;
}

/** Users page by page, each with the cells of the groups that are shown. */
export function matrixQuery(
  accountId: string,
  filter: MatrixFilter,
  groupIds: readonly string[],
  moment: Moment | undefined,
) {
  const key = ['matrix', accountId, filter, groupIds, moment?.key];
  const query = listOptions(key, async (cursor, signal): Promise<ListPage<MatrixRow>> => {
    const of = { groupIds, moment, signal };
    const page = api.get('/v1/accounts/{accountId}/users', {
      path: { accountId },
      query: {
        ...(moment ? asListedThen(filter, moment) : asQuery(filter)),
        limit: MAX_ROWS_AT_ONCE,
        ...(cursor && { cursor }),
      },
      signal,
    });
    // A page that is read again mostly has the same users: their cells are read without waiting for it.
    const shown = queryClient.getQueryData(query.queryKey);
    const before = shown?.pages[shown.pageParams.indexOf(cursor)]?.data.map(({ user }) => user.id) ?? [];
    const [users, again] = await Promise.all([
      page as Promise<ListPage<Schemas['User']>>,
      readMatrixRows(accountId, { ...of, userIds: before }),
    ]);
    const userIds = users.data.map(({ id }) => id);
    const added = userIds.filter((id) => !before.includes(id));
    const rows = [...again, ...(await readMatrixRows(accountId, { ...of, userIds: added }))];
    const byId = new Map(rows.map((row) => [row.user.id, row]));
    return { ...users, data: userIds.flatMap((id) => byId.get(id) ?? []) };
  });
  return { ...query, enabled: groupIds.length > 0, ...keptAsOf(moment) };
}

export function cellOf({ user, cells }: MatrixRow, group: Pick<MatrixGroup, 'id' | 'name'>): Cell {
  const { id: userId, name: userName, version } = user;
  const held = cells[group.id];
  return {
    ...{ userId, userName, version, groupId: group.id, groupName: group.name },
    isMember: held !== undefined,
    isSuspended: user.status === 'suspended',
    ...(held?.expiresAt && { expiresAt: held.expiresAt }),
  };
}
