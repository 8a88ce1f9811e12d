import type { Schemas } from '#libs/client';
import { api } from '../client.js';
import { ROWS_PER_PAGE, type ListPage } from '../lists.js';

type User = Schemas['User'];

/** More are not read to be put in order. */
const MAX_REMOVED = 1_000;

/**
 * Who was removed last comes first: nothing happens to them afterwards. The API lists them by when they were added, does not search
 * for them, and compares their words.
 */
export async function readRemoved(
  accountId: string,
  { q, role }: { q?: string; role?: string },
  signal: AbortSignal,
): Promise<ListPage<User>> {
  const data: User[] = [];
  const wanted = { ...(q && { q }), ...(role && { role: role as User['role'] }) };
  const query = { status: 'removed' as const, order: 'desc' as const, limit: ROWS_PER_PAGE, ...wanted };
  const request = { path: { accountId }, query, signal };
  for await (const user of api.each('/v1/accounts/{accountId}/users', request))
    if (data.push(user) === MAX_REMOVED) break;
  data.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  return { data, nextCursor: null };
}
