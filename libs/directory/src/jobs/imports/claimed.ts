import type { ItemReference } from '@rollbook/single-table';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import type { Tenant } from '../../core/tenant.js';

/** No claim or id can have this value: it keeps the places of a batch. */
export const NOBODYS = '-';

/** Who holds each row's external id, or else its email or name. */
export async function holdersOf<Id extends string>(
  { directory, accountId }: Tenant,
  kind: 'user' | 'service-group' | 'team',
  rows: readonly { externalId?: string | null | undefined }[],
  named: ItemReference[],
): Promise<(Id | undefined)[]> {
  const byExternalId = rows.map(({ externalId }) =>
    externalIdClaimEntity.at({ accountId, kind, externalId: externalId ?? NOBODYS }),
  );
  const claims = await directory.table.batchGet([...byExternalId, ...named], { consistent: true });
  const holders = claims.map((claim) => {
    const { ownerId, userId, serviceGroupId, teamId } = (claim ?? {}) as Record<string, Id | undefined>;
    return ownerId ?? userId ?? serviceGroupId ?? teamId;
  });
  return rows.map((_, position) => holders[position] ?? holders[rows.length + position]);
}
