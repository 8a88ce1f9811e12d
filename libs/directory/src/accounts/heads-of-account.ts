import type { Directory } from '../directory.js';
import { HEADS } from '../heads.js';
import type { Tenant } from '../tenant.js';

/**
 * Everything about an account in one call of up to 1 MB: its head, and those of its users, service groups, API keys and
 * webhook endpoints, with those removed that have not expired. Strongly consistent.
 */
export function headsOfAccount({ table }: Directory, { accountId }: Tenant, cursor?: string) {
  const { account, user, 'service-group': group, 'api-key': apiKey, 'webhook-endpoint': endpoint } = HEADS;
  return table.queryCollection(
    [account, user, group, apiKey, endpoint],
    { accountId },
    { consistent: true, cursor },
  );
}

export async function aggregateIdsOf(directory: Directory, tenant: Tenant): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, cursor: next } = await headsOfAccount(directory, tenant, cursor);
    ids.push(...items.account.map(({ accountId }) => accountId));
    ids.push(...items.user.map(({ userId }) => userId));
    ids.push(...items['service-group'].map(({ serviceGroupId }) => serviceGroupId));
    ids.push(...items['api-key'].map(({ apiKeyId }) => apiKeyId));
    ids.push(...items['webhook-endpoint'].map(({ webhookEndpointId }) => webhookEndpointId));
    cursor = next;
  } while (cursor !== undefined);
  return ids;
}
