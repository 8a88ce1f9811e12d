import { isSingleTableError } from '#libs/single-table';
import type { Directory } from './directory.js';
import {
  accountEntity,
  emailClaimEntity,
  groupNameClaimEntity,
  membershipEntity,
  serviceGroupEntity,
} from './entities.js';

/**
 * Counts for readers, kept on the heads by the stream processor. They are counted anew rather than counted on: so a
 * change that is reported twice, late or in another order cannot make them wrong, and a later count never gives way to
 * an earlier one. What is counted are the smallest items there is one of for each.
 */

/** Counts the users and service groups of an account: each holds one claim. Strongly consistent. */
export async function countAccount({ table, now }: Directory, accountId: string): Promise<void> {
  const countedAt = new Date(now()).toISOString();
  const consistent = { consistent: true };
  // A job removes what is left of a closed account part by part: each part would be counted for nobody.
  if ((await table.get(accountEntity, { accountId }, consistent))?.status === 'closed') return;
  let [userCount, serviceGroupCount] = [0, 0];
  const emails = table.each(emailClaimEntity, { accountId }, { ...consistent, select: ['userId'] });
  for await (const _claim of emails) userCount += 1;
  const select = ['serviceGroupId'] as const;
  const names = table.each(groupNameClaimEntity, { accountId }, { ...consistent, select });
  for await (const _claim of names) serviceGroupCount += 1;
  await unlessCountedLater(
    table.update(
      accountEntity,
      { accountId },
      {
        set: { userCount, serviceGroupCount, countedAt },
        condition: (c) =>
          c.and(c.ne('status', 'closed'), c.or(c.notExists('countedAt'), c.lt('countedAt', countedAt))),
      },
    ),
  );
}

/**
 * Counts the members of a service group by the index, which may lag behind what is known already.
 *
 * @param known users of whom it is known whether they were made members or ceased to be
 * @returns false when the index does not show them so yet: it is to be counted again
 */
export async function countMembers(
  { table, now }: Directory,
  accountId: string,
  serviceGroupId: string,
  known: ReadonlyMap<string, boolean> = new Map(),
): Promise<boolean> {
  const countedAt = new Date(now()).toISOString();
  // As with a closed account: the members of a removed service group are ended part by part.
  const group = await table.get(serviceGroupEntity, { accountId, serviceGroupId }, { consistent: true });
  if (group?.status !== 'active') return true;
  const listed = new Set<string>();
  let memberCount = 0;
  const members = table.each(membershipEntity.by('GSI1'), { serviceGroupId }, { select: ['userId'] });
  for await (const { userId } of members) {
    memberCount += 1;
    if (known.has(userId)) listed.add(userId);
  }
  const surprising = [...known].filter(([userId, isMember]) => listed.has(userId) !== isMember);
  for (const [userId] of surprising) {
    const membership = await table.get(membershipEntity, { userId, serviceGroupId }, { consistent: true });
    if ((membership !== undefined) !== listed.has(userId)) return false;
  }
  await unlessCountedLater(
    table.update(
      serviceGroupEntity,
      { accountId, serviceGroupId },
      {
        set: { memberCount, countedAt },
        condition: (c) =>
          c.and(c.eq('status', 'active'), c.or(c.notExists('countedAt'), c.lt('countedAt', countedAt))),
      },
    ),
  );
  return true;
}

/** It was counted later than this, or is gone: there is nothing to do. */
async function unlessCountedLater(update: Promise<unknown>): Promise<void> {
  try {
    await update;
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
  }
}
