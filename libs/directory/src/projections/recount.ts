import type { Directory } from '../core/directory.js';
import { accountCountsEntity, accountEntity } from '../table/items/accounts.js';
import { membershipEntity } from '../table/items/memberships.js';
import { groupNameClaimEntity, serviceGroupEntity } from '../table/items/service-groups.js';
import { emailClaimEntity } from '../table/items/users.js';
import { unchangedSince, unlessRefused } from './counts.js';
import { wholeSecond, type CountTask } from './increments.js';

/**
 * Recounts everything by reading it: for a rebuild, or after stream records were lost. It counts the smallest items of which
 * there is exactly one each.
 *
 * Records that the count already includes but that are processed later, because the stream is behind, are skipped by their
 * time. Those of the same second are not, and members are counted by the index: to be sure, count when nothing has changed for
 * two seconds.
 */

const MAX_ATTEMPTS = 5;

export async function recount(directory: Directory, task: CountTask): Promise<void> {
  const attempt = task.kind === 'count-account' ? recountAccount : recountServiceGroup;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1)
    if (await attempt(directory, task as never)) return;
  throw new Error('The count changed during each recount: count again when less is changing.');
}

export async function recountAll(directory: Directory, accountId: string): Promise<void> {
  await recount(directory, { kind: 'count-account', accountId });
  const select = ['serviceGroupId', 'status'] as const;
  const groups = directory.table.each(serviceGroupEntity, { accountId }, { consistent: true, select });
  for await (const { serviceGroupId, status } of groups)
    if (status === 'active') await recount(directory, { kind: 'count-members', accountId, serviceGroupId });
}

type Task<Kind extends CountTask['kind']> = Extract<CountTask, { kind: Kind }>;

/** @returns false if the stream processor changed the count in the meantime */
async function recountAccount(
  { table, now }: Directory,
  { accountId }: Task<'count-account'>,
): Promise<boolean> {
  const consistent = { consistent: true };
  const [account, stored] = await table.batchGet(
    [accountEntity.at({ accountId }), accountCountsEntity.at({ accountId })],
    consistent,
  );
  if (!account || account.status === 'closed') return true;
  const counting = now();
  const emails = table.each(emailClaimEntity, { accountId }, { ...consistent, select: ['userId'] });
  const users = await lengthOf(emails);
  const select = ['serviceGroupId'] as const;
  const serviceGroups = await lengthOf(
    table.each(groupNameClaimEntity, { accountId }, { ...consistent, select }),
  );
  const counts = { users, serviceGroups, ...notesOf(counting, stored) };
  const { isRefused } = await unlessRefused(() =>
    stored
      ? table.update(
          accountCountsEntity,
          { accountId },
          { set: counts, condition: unchangedSince(stored) as never },
        )
      : table.create(accountCountsEntity, { accountId, ...counts }),
  );
  return !isRefused;
}

/** By the index, which may lag behind the table by moments. */
async function recountServiceGroup(
  { table, now }: Directory,
  { accountId, serviceGroupId }: Task<'count-members'>,
): Promise<boolean> {
  const group = await table.get(serviceGroupEntity, { accountId, serviceGroupId }, { consistent: true });
  if (group?.status !== 'active') return true;
  const counting = now();
  const members = table.each(membershipEntity.by('GSI1'), { serviceGroupId }, { select: ['userId'] });
  const memberCount = await lengthOf(members);
  const set = { memberCount, ...notesOf(counting, group) };
  const { isRefused, stored } = await unlessRefused(() =>
    table.update(
      serviceGroupEntity,
      { accountId, serviceGroupId },
      { set, condition: (c) => c.and(c.eq('status', 'active'), unchangedSince(group)(c)) },
    ),
  );
  return !isRefused || stored?.status !== 'active';
}

/** A count without any records is also marked as one of this kind. */
function notesOf(counting: number, { countedUpTo = {} }: { countedUpTo?: Record<string, string> } = {}) {
  return { countedAt: new Date(counting).toISOString(), recountedAt: wholeSecond(counting), countedUpTo };
}

async function lengthOf(items: AsyncIterable<unknown>): Promise<number> {
  let length = 0;
  for await (const _item of items) length += 1;
  return length;
}
