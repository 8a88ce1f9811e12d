import { api } from '../../../api/client.js';
import type { BulkRequest } from '../../jobs/bulk.js';
import { asQuery, type User, type UserFilter } from '../../../api/resources/users.js';

/** Users selected one by one, or all that match the list's filter. */
export type Selected = { kind: 'some'; ids: ReadonlySet<string> } | { kind: 'all' };

export const NO_USERS: Selected = { kind: 'some', ids: new Set() };

export function isSelected(selected: Selected, id: string): boolean {
  return selected.kind === 'all' || selected.ids.has(id);
}

/** If all are selected, selecting one starts over with just that one. */
export function toggled(selected: Selected, id: string): Selected {
  const ids = new Set(selected.kind === 'some' ? selected.ids : []);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

export function countOf(selected: Selected, total: number): number {
  return selected.kind === 'all' ? total : selected.ids.size;
}

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
