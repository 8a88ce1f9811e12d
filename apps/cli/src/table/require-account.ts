import { getHistory, grantTenant, listAuditLog, type Directory } from '#libs/directory';

/**
 * A mistyped id must not pass for an account without data. A closed account counts as long as its events exist; the platform's
 * own log has only the events of its API keys.
 */
export async function requireAccount(directory: Directory, accountId: string): Promise<void> {
  const tenant = grantTenant(directory, accountId);
  const one = { limit: 1 };
  if ((await getHistory(tenant, accountId, one)).items.length > 0) return;
  if ((await listAuditLog(tenant, one)).items.length > 0) return;
  throw new Error(`There is no account ${accountId} in this table.`);
}
