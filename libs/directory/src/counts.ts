import { isSingleTableError } from '#libs/single-table';
import type { Directory } from './directory.js';
import {
  accountEntity,
  emailClaimEntity,
  groupNameClaimEntity,
  membershipEntity,
  serviceGroupEntity,
} from './entities.js';
import type { CountTask } from './upkeep-tasks.js';

/**
 * Counts for readers, kept on the heads by the stream processor. They are counted anew rather than counted on: so a
 * change that is reported twice, late or in another order cannot make them wrong, and a later count never gives way to
 * an earlier one. What is counted are the smallest items there is one of for each.
 */

/** What a head says was counted last; without a time nothing was. */
export interface Counted {
  count: number;
  countedAt: string | undefined;
}

/** What was counted last of what a task counts; undefined where nothing is counted any more. Strongly consistent. */
export async function countedHead({ table }: Directory, task: CountTask): Promise<Counted | undefined> {
  const { accountId } = task;
  const consistent = { consistent: true };
  if (task.kind === 'count-account') {
    const account = await table.get(accountEntity, { accountId }, consistent);
    if (!account || account.status === 'closed') return undefined;
    const { userCount = 0, serviceGroupCount = 0, countedAt } = account;
    return { count: userCount + serviceGroupCount, countedAt };
  }
  const { serviceGroupId } = task;
  const group = await table.get(serviceGroupEntity, { accountId, serviceGroupId }, consistent);
  if (group?.status !== 'active') return undefined;
  const { memberCount: count = 0, countedAt } = group;
  return { count, countedAt };
}

/** Counts the users and service groups of an account: each holds one claim. Strongly consistent. */
export async function countAccount(directory: Directory, accountId: string): Promise<void> {
  await countIfThere(directory, { kind: 'count-account', accountId });
}

/**
 * Counts the members of a service group by the index, which may lag behind what is known already.
 *
 * @param known users of whom it is known whether they were made members or ceased to be
 * @returns false when the index does not show them so yet: it is to be counted again
 */
export async function countMembers(
  directory: Directory,
  accountId: string,
  serviceGroupId: string,
  known?: ReadonlyMap<string, boolean>,
): Promise<boolean> {
  return countIfThere(directory, { kind: 'count-members', accountId, serviceGroupId }, known);
}

/** A job ends the members of a removed service group part by part: each part would be counted for nobody. */
async function countIfThere(directory: Directory, task: CountTask, known?: ReadonlyMap<string, boolean>) {
  return (await countedHead(directory, task)) === undefined || countNow(directory, task, known);
}

/**
 * Counts what is there still.
 *
 * @param known of members: whether they were made members or ceased to be
 * @returns false when the index does not show it yet
 */
export async function countNow(
  directory: Directory,
  task: CountTask,
  known: ReadonlyMap<string, boolean> = new Map(),
): Promise<boolean> {
  const countedAt = new Date(directory.now()).toISOString();
  return task.kind === 'count-account'
    ? countClaims(directory, task.accountId, countedAt)
    : countMemberships(directory, task, countedAt, known);
}

async function countClaims({ table }: Directory, accountId: string, countedAt: string): Promise<true> {
  const consistent = { consistent: true };
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
  return true;
}

async function countMemberships(
  { table }: Directory,
  { accountId, serviceGroupId }: Extract<CountTask, { kind: 'count-members' }>,
  countedAt: string,
  known: ReadonlyMap<string, boolean>,
): Promise<boolean> {
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
