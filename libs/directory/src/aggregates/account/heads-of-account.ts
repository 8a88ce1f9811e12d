import { AGGREGATE_KINDS, AGGREGATES } from '#libs/domain';
import { HEADS } from '../../table/items/heads.js';
import { pagesOf } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';

/**
 * Everything about an account in one call of up to 1 MB: its head, and those of all its aggregates, with those removed that
 * have not expired. Strongly consistent.
 */
export function headsOfAccount({ directory: { table }, accountId }: Tenant, cursor?: string) {
  return table.queryCollection(Object.values(HEADS), { accountId }, { consistent: true, cursor });
}

export async function aggregateIdsOf(tenant: Tenant): Promise<string[]> {
  const ids: string[] = [];
  for await (const { items } of pagesOf((cursor) => headsOfAccount(tenant, cursor)))
    for (const kind of AGGREGATE_KINDS) {
      const heads: readonly object[] = items[kind];
      ids.push(...heads.map((head) => (head as Record<string, string>)[AGGREGATES[kind].idName] as string));
    }
  return ids;
}
