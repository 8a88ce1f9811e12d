import { DAY_MS, existingAccount } from '#libs/domain';
import { isSingleTableError } from '@rollbook/single-table';
import { accountState } from '../aggregates/account/state.js';
import type { Directory } from '../core/directory.js';
import type { Tenant } from '../core/tenant.js';
import { accountEntity } from '../table/items/accounts.js';
import { scimRefusalsEntity, type ScimRefusal } from '../table/items/scim-refusals.js';

export const MAX_SCIM_REFUSALS = 20;
const KEPT_MS = 7 * DAY_MS;
const MAX_ATTEMPTS = 3;

/** The most recent ones of a week, newest first. @throws DomainError `account_not_found` */
export async function listScimRefusals({ directory, accountId }: Tenant): Promise<readonly ScimRefusal[]> {
  const { table, now } = directory;
  const [account, item] = await table.batchGet(
    [accountEntity.at({ accountId }), scimRefusalsEntity.at({ accountId })],
    { consistent: true },
  );
  existingAccount(accountState(account));
  return recent(item?.refusals ?? [], now());
}

/** Adds refusals to those of the account: one read and one write, however many there are. */
export async function addScimRefusals(
  { table, now }: Directory,
  accountId: string,
  added: readonly ScimRefusal[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await table.get(scimRefusalsEntity, { accountId }, { consistent: true });
    const { refusals = [], revision = 0 } = stored ?? {};
    const item = {
      accountId,
      refusals: recent([...added, ...refusals], now()),
      revision: revision + 1,
      expiresAt: Math.ceil((now() + KEPT_MS) / 1000),
    };
    try {
      await table.put(scimRefusalsEntity, item, {
        condition: (c) => (stored ? c.eq('revision', revision) : c.notExists('revision')),
      });
      return;
    } catch (error) {
      if (!isSingleTableError(error, 'ConditionFailed') || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function recent(refusals: readonly ScimRefusal[], now: number): ScimRefusal[] {
  const since = new Date(now - KEPT_MS).toISOString();
  return refusals
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MAX_SCIM_REFUSALS);
}
