import { api } from '../../../api/client.js';
import { asQuery, type User, type UserFilter } from '../../../api/resources/users.js';
import type { BulkRequest } from '../../jobs/bulk.js';
import type { Selected } from './selected-users.js';

/** The API takes this many ids. */
const MAX_IDS = 10_000;

/** For a bulk job, which knows the filters but not the search: users found by a search are named one by one. */
export async function selectionOf(
  accountId: string,
  selected: Selected,
  filter: UserFilter,
): Promise<Pick<BulkRequest, 'userIds' | 'query'>> {
  if (selected.kind === 'some') return { userIds: [...selected.ids] };
  const { role, status, groupId } = filter;
  if (!filter.q)
    return {
      query: {
        ...(groupId && { groupId }),
        ...(role && { role: role as User['role'] }),
        ...(status && { status: status as Exclude<User['status'], 'removed'> }),
      },
    };
  const userIds: string[] = [];
  const query = { ...asQuery(filter), limit: 100 };
  for await (const { id } of api.each('/v1/accounts/{accountId}/users', { path: { accountId }, query })) {
    userIds.push(id);
    if (userIds.length === MAX_IDS) break;
  }
  return { userIds };
}
