import { countAccount, countMembers } from '../counts.js';
import type { Directory } from '../directory.js';
import { accountEntity, serviceGroupEntity } from '../entities.js';
import type { AccountCheck } from './check-aggregate.js';
import type { Diagnosis } from './findings.js';

/** How many there are by the events. */
export interface Population {
  users: number;
  serviceGroups: number;
  /** By service group. */
  members: ReadonlyMap<string, number>;
}

/**
 * Compares the counts that readers are shown with the events. They follow changes by moments, so they are stale at worst;
 * and what was never counted says that it is of the beginning.
 */
export async function checkCounts(
  { directory, accountId }: AccountCheck,
  { users, serviceGroups, members }: Population,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  const add = (entity: string, aggregateId: string, key: Record<string, string>, counts: string) =>
    diagnoses.push({
      finding: {
        level: 'stale',
        problem: 'differs',
        entity,
        accountId,
        aggregateId,
        key,
        message: `The head says that there were ${counts}.`,
        repairable: true,
      },
      repair: [],
    });
  const account = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  if (account?.countedAt && account.status !== 'closed') {
    const { userCount, serviceGroupCount } = account;
    if (userCount !== users || serviceGroupCount !== serviceGroups)
      add(
        'account',
        accountId,
        accountEntity.at({ accountId }).key,
        `${userCount} users and ${serviceGroupCount} service groups; there are ${users} and ${serviceGroups}`,
      );
  }
  const groups = directory.table.each(serviceGroupEntity, { accountId }, { consistent: true });
  for await (const { serviceGroupId, status, countedAt, memberCount } of groups) {
    const count = members.get(serviceGroupId) ?? 0;
    if (!countedAt || status !== 'active' || memberCount === count) continue;
    const { key } = serviceGroupEntity.at({ accountId, serviceGroupId });
    add('service-group', serviceGroupId, key, `${memberCount} members; there are ${count}`);
  }
  return diagnoses;
}

/** Counts everything of an account anew. */
export async function recount(directory: Directory, accountId: string): Promise<void> {
  await countAccount(directory, accountId);
  const select = ['serviceGroupId', 'status'] as const;
  const groups = directory.table.each(serviceGroupEntity, { accountId }, { consistent: true, select });
  for await (const { serviceGroupId, status } of groups)
    if (status === 'active') await countMembers(directory, accountId, serviceGroupId);
}
