import { api } from '../../api/client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../../api/lists.js';
import type { Membership } from '../groups/queries.js';
import { partQuery } from '../../api/queries.js';
import { DAY_MS } from '../../components/data/days.js';

const ENDING = '/v1/accounts/{accountId}/memberships/ending';

/** How far ahead it is looked, in milliseconds; undefined: as far as the API looks by itself, which is a week. */
const SPANS = { week: undefined, month: 30 * DAY_MS, all: Infinity } as const;
export type Span = keyof typeof SPANS;

/** No membership ends later. */
const LATEST = '9999-12-31T23:59:59.999Z';

function endOf(span: Span): string | undefined {
  const length = SPANS[span];
  if (length === undefined) return undefined;
  return length === Infinity ? LATEST : new Date(Date.now() + length).toISOString();
}

export const endingQuery = (accountId: string, span: Span) =>
  listOptions(['members', accountId, 'ending', span], async (from, signal): Promise<ListPage<Membership>> => {
    // Later pages are of the same list: until the same time.
    const [cursor, to = endOf(span)] = from?.split(' ') ?? [];
    const query = { limit: ROWS_PER_PAGE, ...(to !== undefined && { to }), ...(cursor && { cursor }) };
    const { data, nextCursor } = await api.get(ENDING, { path: { accountId }, query, signal });
    return { data, nextCursor: nextCursor && [nextCursor, to].filter(Boolean).join(' ') };
  });

/** How many people’s access ends within a week, of the first hundred memberships. */
export const endingSoonQuery = (accountId: string) =>
  partQuery(
    ['members', accountId, 'ending', 'soon'],
    ENDING,
    { path: { accountId }, query: { limit: ROWS_PER_PAGE } },
    ({ data, nextCursor }) => ({
      people: new Set(data.map(({ userId }) => userId)).size,
      more: nextCursor !== null,
      first: data[0]?.expiresAt,
    }),
  );
