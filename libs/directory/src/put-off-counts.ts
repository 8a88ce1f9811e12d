import { isSingleTableError, type Item } from '#libs/single-table';
import { countedHead, countNow, type Counted } from './counts.js';
import type { Directory } from './directory.js';
import { putOffCountEntity } from './upkeep-entities.js';
import { taskKey, type CountTask } from './upkeep-tasks.js';

/**
 * A count reads everything it counts, about 6 read units for each 100: what is large and changes all the time would be
 * read again for each batch of changes. So it waits, the longer the larger it is, and whoever puts it off leaves an item
 * that says when it is due.
 */

/** Up to so many are counted at each change: some 60 read units. */
const ALWAYS_COUNTED = 1_000;
/** Beyond, each takes so long until the next count: ten read units a second, and ten minutes for 100,000. */
const MS_FOR_EACH = 6;
/** What was asked for so shortly before a count may be missing in it: the index lags behind the table. */
const INDEX_SETTLED_AFTER_MS = 10_000;
/** How long whoever counts what is due has it for itself. */
const CLAIM_MS = 60_000;

type PutOffCount = Item<typeof putOffCountEntity>;

/** When it may be counted again: at once, if the clocks agree, where little is to be counted. */
function dueAfter({ count, countedAt }: Counted): number {
  if (countedAt === undefined) return 0;
  return Date.parse(countedAt) + 1 + (count <= ALWAYS_COUNTED ? 0 : count * MS_FOR_EACH);
}

/**
 * Counts what a change asks for, or puts it off.
 *
 * @param known of members: whether they were made members or ceased to be
 * @returns false when the index does not show it yet, and it is to be counted again
 */
export async function countNowOrLater(
  directory: Directory,
  task: CountTask,
  known?: ReadonlyMap<string, boolean>,
): Promise<boolean> {
  const counted = await countedHead(directory, task);
  if (!counted) return true;
  const due = dueAfter(counted);
  if (directory.now() >= due) return countNow(directory, task, known);
  await putOffCount(directory, task, new Date(due).toISOString());
  return true;
}

/** Leaves word that it is to be counted. What was put off before is asked for again. */
export async function putOffCount({ table, now }: Directory, task: CountTask, dueAt: string): Promise<void> {
  const at = new Date(now()).toISOString();
  await table.put(putOffCountEntity, {
    task: taskKey(task),
    asked: task,
    accountId: task.accountId,
    askedAt: at,
    dueAt,
    createdAt: at,
    updatedAt: at,
  });
}

/**
 * Counts what was put off and is due. May run anywhere and at the same time, and break off anywhere: what was put off is
 * forgotten only when a count that began later is written.
 *
 * @returns what was counted
 * @throws AggregateError when some could not be counted; the others were
 */
export async function countWhatIsDue(directory: Directory): Promise<string[]> {
  const { table, now } = directory;
  const at = new Date(now()).toISOString();
  const due = table.each(putOffCountEntity, {}, { consistent: true, filter: (c) => c.lte('dueAt', at) });
  const counted: string[] = [];
  const failures: unknown[] = [];
  for await (const each of due)
    try {
      if (await countIfDue(directory, each)) counted.push(each.task);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, `Counting failed: ${failures.join('; ')}`);
  return counted;
}

async function countIfDue(directory: Directory, putOff: PutOffCount): Promise<boolean> {
  const { asked, askedAt } = putOff;
  const settledAt = Date.parse(askedAt) + INDEX_SETTLED_AFTER_MS;
  const head = await countedHead(directory, asked);
  if (!head || Date.parse(head.countedAt ?? '') > settledAt) {
    await forget(directory, putOff);
    return false;
  }
  const due = dueAfter(head);
  const begun = directory.now();
  if (begun < due) {
    await moveTo(directory, putOff, due);
    return false;
  }
  if (!(await moveTo(directory, putOff, begun + CLAIM_MS))) return false;
  await countNow(directory, asked);
  // Otherwise it comes again, and is counted once more when that is due.
  if (begun > settledAt) await forget(directory, putOff);
  return true;
}

/** @returns false when it was asked for again meanwhile, or somebody else has it */
async function moveTo({ table }: Directory, { task, askedAt, dueAt }: PutOffCount, due: number) {
  return unlessChanged(
    table.update(
      putOffCountEntity,
      { task },
      {
        set: { dueAt: new Date(due).toISOString() },
        condition: (c) => c.and(c.eq('askedAt', askedAt), c.eq('dueAt', dueAt)),
      },
    ),
  );
}

/** Unless it was asked for again meanwhile. */
async function forget({ table }: Directory, { task, askedAt }: PutOffCount) {
  return unlessChanged(
    table.delete(putOffCountEntity, { task }, { condition: (c) => c.eq('askedAt', askedAt) }),
  );
}

async function unlessChanged(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return false;
  }
}
