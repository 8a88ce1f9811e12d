import type { Directory } from '../../../core/directory.js';
import { accountCountsEntity, accountEntity } from '../../../table/items/accounts.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { shownCounts } from '../../../aggregates/account/views.js';
import type { AccountCheck } from '../aggregate.js';
import type { Diagnosis, Finding } from '../../derivation/findings.js';

/** How long the stream processor may take for a first count. */
const FIRST_COUNTED_AFTER_MS = 60_000;

export interface Population {
  users: number;
  serviceGroups: number;
  members: ReadonlyMap<string, number>;
}

/**
 * Compares the counts shown to readers with the events. The stream processor is behind by moments, so a count that differs
 * is called stale; if it still differs when the stream has been read, it was forged, or records were lost.
 */
export async function checkCounts(
  { directory, accountId }: AccountCheck,
  { users, serviceGroups, members }: Population,
): Promise<Diagnosis[]> {
  const { table } = directory;
  const diagnoses: Diagnosis[] = [];
  const [account, counts] = await table.batchGet(
    [accountEntity.at({ accountId }), accountCountsEntity.at({ accountId })],
    { consistent: true },
  );
  const isChecked = account && account.status !== 'closed' && isDue({ ...account, ...counts }, directory);
  const shown = isChecked ? shownCounts(account, counts) : { users, serviceGroups };
  if (shown.users !== users || shown.serviceGroups !== serviceGroups)
    diagnoses.push(
      differs({
        entity: 'account-counts',
        accountId,
        aggregateId: accountId,
        key: accountCountsEntity.at({ accountId }).key,
        message: `${shown.users} users and ${shown.serviceGroups} service groups are counted, but there are ${users} and ${serviceGroups}.`,
      }),
    );
  for await (const group of table.each(serviceGroupEntity, { accountId }, { consistent: true })) {
    const { serviceGroupId, status, memberCount = 0 } = group;
    const count = members.get(serviceGroupId) ?? 0;
    if (status !== 'active' || memberCount === count || !isDue(group, directory)) continue;
    diagnoses.push(
      differs({
        entity: 'service-group',
        accountId,
        aggregateId: serviceGroupId,
        key: serviceGroupEntity.at({ accountId, serviceGroupId }).key,
        message: `${memberCount} members are counted, but there are ${count}.`,
      }),
    );
  }
  return diagnoses;
}

/** Something new may be counted for the first time in a moment. */
function isDue(
  { countedAt, createdAt }: { countedAt?: string; createdAt: string },
  { now }: Directory,
): boolean {
  return countedAt !== undefined || Date.parse(createdAt) < now() - FIRST_COUNTED_AFTER_MS;
}

/** Fixed by recounting. */
function differs(
  about: Pick<Finding, 'entity' | 'accountId' | 'aggregateId' | 'key' | 'message'>,
): Diagnosis {
  return { finding: { ...about, level: 'stale', problem: 'differs', repairable: true }, repair: [] };
}
