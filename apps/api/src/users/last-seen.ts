import { findLastSeen, type SearchPage } from '#libs/directory';
import type { User } from '#libs/domain';
import type { RequestTenant } from '../auth/caller/caller.js';
import { requireAlone } from '../http/query/filters.js';

/** `lastSeenAt`: null if they have not been here, undefined if not requested. */
export type SeenUser = User & { lastSeenAt?: string | null };

type Fields = ReadonlySet<string> | undefined;

/** Only who names the field pays for it: one table call. */
function isRequested(fields: Fields): boolean {
  return fields?.has('lastSeenAt') === true;
}

/** It has no history, and ends with the user. @throws Problem `not_allowed_value` */
export function refuseLastSeen(parameter: 'asOf' | 'status=removed', fields: Fields): void {
  requireAlone(parameter, { 'fields=lastSeenAt': isRequested(fields) || undefined });
}

export async function withLastSeen<Page extends Pick<SearchPage<User>, 'items'>>(
  tenant: RequestTenant,
  fields: Fields,
  page: Page,
): Promise<Omit<Page, 'items'> & { items: SeenUser[] }> {
  const { items } = page;
  if (!isRequested(fields) || items.length === 0) return page;
  const seen = await findLastSeen(
    tenant,
    items.map(({ userId }) => userId),
  );
  return { ...page, items: items.map((user) => ({ ...user, lastSeenAt: seen.get(user.userId) ?? null })) };
}
