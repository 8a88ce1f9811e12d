import { queryOptions } from '@tanstack/react-query';
import { keptAsOf, type Moment } from '../../../../api/moment.js';
import { pause } from '../../../../api/pause.js';
import { queryClient } from '../../../../api/query-client.js';
import { readMatrixRows, type MatrixCell } from '../../../../api/resources/matrix.js';
import { refetchAtEnd } from '../../../../components/data/until.js';

/** What each of some people may enter, by user id and service group id. */
export type AccessOf = Record<string, Record<string, MatrixCell>>;

/** Rows that are scrolled past in less time are not read. */
const SETTLED_MS = 100;
/** What changes is read again when it does. */
export const FRESH_MS = 30_000;

/** Which of these service groups these people may enter. With `matrix` in its key, it follows changes as the matrix does. */
export const accessQuery = (
  accountId: string,
  userIds: readonly string[],
  groupIds: readonly string[],
  moment: Moment | undefined,
) => {
  const queryKey = ['matrix', accountId, 'of', userIds.join(), groupIds.join(), moment?.key];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<AccessOf> => {
      if (queryClient.getQueryData(queryKey) === undefined) await pause(SETTLED_MS, signal);
      const rows = await readMatrixRows(accountId, { userIds, groupIds, moment, signal });
      return Object.fromEntries(rows.map(({ user, cells }) => [user.id, cells]));
    },
    enabled: userIds.length > 0 && groupIds.length > 0,
    staleTime: FRESH_MS,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data } }) => refetchAtEnd(endsIn(data)),
    ...keptAsOf(moment),
  });
};

const endsIn = (access: AccessOf = {}) =>
  Object.values(access).flatMap((cells) => Object.values(cells).map(({ expiresAt }) => expiresAt));
