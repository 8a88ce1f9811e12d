// projections: what the stream processor keeps up to date: counts, copies of names, memberships that came too late.
// Imports metering and what is below it.

import { isSingleTableError, type ConditionOf } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { accountCountsEntity, accountEntity } from '../table/items/accounts.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import {
  notCountedYet,
  notedPlace,
  placeOf,
  recentPlaces,
  shardName,
  sumOf,
  wholeSecond,
  type CountTask,
  type Increment,
  type Increments,
  type StoredCount,
  type StoredNotes,
} from './increments.js';

/**
 * Counts for readers, maintained by the stream processor: each stream record is added to or subtracted from a count exactly
 * once. The write that changes a count also notes up to which record of the shard it has counted, so a record that is
 * delivered again, by a retry, another process or a start from an earlier checkpoint, is skipped.
 *
 * It relies on each process counting the records of a shard in order, and none before its predecessors have been counted.
 */

const MAX_ATTEMPTS = 10;

export async function count(
  directory: Directory,
  task: CountTask,
  batch: Increments,
): Promise<StoredCount | undefined> {
  let written = await addWithoutReading(directory, task, batch);
  for (let attempt = 1; written.isRefused; attempt += 1) {
    if (attempt > MAX_ATTEMPTS) throw new Error('Other writers of the count kept being faster.');
    written = await addWhatIsNew(directory, task, batch, written.stored);
  }
  return written.stored;
}

interface Written {
  isRefused: boolean;
  stored: StoredCount | undefined;
}

/** Refused unless the count knows the shard, and all records of it here are later than those counted. */
async function addWithoutReading(
  directory: Directory,
  task: CountTask,
  { shardId, increments }: Increments,
): Promise<Written> {
  const [first] = increments as [Increment];
  const shard = `countedUpTo.${shardName(shardId)}` as const;
  const oldest = increments.map(({ createdAt }) => createdAt).sort()[0]!;
  const now = directory.now();
  const set = { countedAt: new Date(now).toISOString(), [shard]: notedPlace(increments.at(-1)!, now) };
  return add(directory, task, increments, {
    set,
    condition: (c) =>
      c.and(c.lt(shard, placeOf(first)), c.or(c.notExists('recountedAt'), c.lte('recountedAt', oldest))),
  });
}

async function addWhatIsNew(
  directory: Directory,
  task: CountTask,
  { shardId, increments }: Increments,
  stored: StoredCount | undefined,
): Promise<Written> {
  const before = stored ?? (await countBefore(directory, task));
  if (!before || ('status' in before && before.status !== 'active'))
    return { isRefused: false, stored: before };
  const recountedAt = countedAnewAt(before);
  const fresh = notCountedYet({ ...before, recountedAt }, { shardId, increments });
  if (fresh.length === 0) return { isRefused: false, stored: before };
  const now = directory.now();
  const set = {
    countedAt: new Date(now).toISOString(),
    ...(recountedAt !== undefined && { recountedAt }),
    countedUpTo: {
      ...recentPlaces(before.countedUpTo, now),
      [shardName(shardId)]: notedPlace(fresh.at(-1)!, now),
    },
  };
  if (!stored) return createAccountCounts(directory, task.accountId, { ...before, ...set }, fresh);
  return add(directory, task, fresh, { set, condition: unchangedSince(stored) });
}

/** Until a count has noted a record, an existing count is one that an earlier version counted. */
function countedAnewAt({ countedUpTo, countedAt, recountedAt }: StoredCount): string | undefined {
  return recountedAt ?? (countedUpTo || !countedAt ? undefined : wholeSecond(Date.parse(countedAt)));
}

/** The counts of an account without an item for them: what an earlier version stored on its head, or nothing. */
async function countBefore(
  { table }: Directory,
  { kind, accountId }: CountTask,
): Promise<StoredCount | undefined> {
  if (kind !== 'count-account') return undefined;
  const account = await table.get(accountEntity, { accountId }, { consistent: true });
  if (!account) return undefined;
  const { userCount: users = 0, serviceGroupCount: serviceGroups = 0, countedAt } = account;
  return { users, serviceGroups, ...(countedAt !== undefined && { countedAt }) };
}

async function createAccountCounts(
  { table }: Directory,
  accountId: string,
  { users = 0, serviceGroups = 0, ...notes }: StoredCount,
  increments: readonly Increment[],
): Promise<Written> {
  const counts = {
    users: users + sumOf(increments, 'users'),
    serviceGroups: serviceGroups + sumOf(increments, 'serviceGroups'),
  };
  return unlessRefused(() => table.create(accountCountsEntity, { accountId, ...notes, ...counts }));
}

/** Over the notes, which both kinds of items with counts have. */
type NotesCondition = ConditionOf<typeof serviceGroupEntity>;

async function add(
  { table }: Directory,
  task: CountTask,
  increments: readonly Increment[],
  { set, condition }: { set: StoredNotes; condition: NotesCondition },
): Promise<Written> {
  const sum = (name: 'users' | 'serviceGroups' | 'members') => sumOf(increments, name);
  const { accountId } = task;
  if (task.kind === 'count-account') {
    const sums = { users: sum('users'), serviceGroups: sum('serviceGroups') };
    const changes = { set, add: sums, condition: condition as never };
    return unlessRefused(() => table.update(accountCountsEntity, { accountId }, changes));
  }
  const { serviceGroupId } = task;
  return unlessRefused(() =>
    table.update(
      serviceGroupEntity,
      { accountId, serviceGroupId },
      {
        set,
        add: { memberCount: sum('members') },
        // A job ends the members of a removed service group part by part: nobody needs that count.
        condition: (c) => c.and(c.eq('status', 'active'), condition(c)),
      },
    ),
  );
}

/** It is as it was read. */
export function unchangedSince({ countedUpTo, recountedAt }: StoredNotes): NotesCondition {
  return (c) =>
    c.and(
      countedUpTo ? c.eq('countedUpTo', countedUpTo) : c.notExists('countedUpTo'),
      recountedAt === undefined ? c.notExists('recountedAt') : c.eq('recountedAt', recountedAt),
    );
}

/** A write whose condition does not hold says what is stored instead. */
export async function unlessRefused(write: () => Promise<StoredCount>): Promise<Written> {
  try {
    return { isRefused: false, stored: await write() };
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return { isRefused: true, stored: error.details.item as StoredCount | undefined };
  }
}
