import type { Directory } from '../../directory.js';
import { accountCountsEntity, accountEntity } from '../../accounts/items.js';
import { serviceGroupEntity } from '../../service-groups/items.js';
import { shownCounts } from '../../views.js';
import type { AccountCheck } from './aggregate.js';
import type { Diagnosis, Finding } from '../findings.js';

/** As long as the stream processor may take for a first count. */
const FIRST_COUNTED_AFTER_MS = 60_000;

/** How many there are by the events. */
export interface Population {
  users: number;
  serviceGroups: number;
  /** By service group. */
  members: ReadonlyMap<string, number>;
}

/**
 * Compares the counts that readers are shown with the events. The stream processor is behind by moments, so one that differs
 * is called stale; one that still differs when the stream has been read was forged, or lost its records.
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
        message: `${shown.users} users and ${shown.serviceGroups} service groups are counted; there are ${users} and ${serviceGroups}.`,
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
        message: `${memberCount} members are counted; there are ${count}.`,
      }),
    );
  }
  return diagnoses;
}

/** What was made just now may be counted in a moment for the first time. */
function isDue(
  { countedAt, createdAt }: { countedAt?: string; createdAt: string },
  { now }: Directory,
): boolean {
  return countedAt !== undefined || Date.parse(createdAt) < now() - FIRST_COUNTED_AFTER_MS;
}

/** Put right by counting anew. */
function differs(
  about: Pick<Finding, 'entity' | 'accountId' | 'aggregateId' | 'key' | 'message'>,
): Diagnosis {
  return { finding: { ...about, level: 'stale', problem: 'differs', repairable: true }, repair: [] };
}
