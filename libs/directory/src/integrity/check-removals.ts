import type { WriteOperation } from '#libs/single-table';
import type { Directory } from '../directory.js';
import { fencesEntity, jobEntity, membershipEntity } from '../entities.js';
import { kindOfId } from '../ids.js';
import type { Job } from '../jobs.js';
import type { AccountCheck } from './check-aggregate.js';
import type { Diagnosis, Finding } from './findings.js';
import { foldAccount, foldServiceGroup, type FoldedHistory } from './folded-history.js';
import { foldUser } from './folded-user.js';
import { readEvents, readUnfinishedJobs } from './stored-account.js';

/** What was removed, or an account that was closed: when, and by which event. */
export interface Removal {
  type: Job['type'];
  subjectId: string;
  removedAt: string;
  /** The event of the removal. */
  eventId: string;
  actor: Job['actor'];
  correlationId: string;
  /** Of a service group: a user who is still a member. Of an account: a user or service group that is still there. */
  leftId: string | undefined;
}

/**
 * Compares the account's fence and its jobs with what was removed: every removal that still has memberships must be
 * behind the fence, with a job that gets on; nothing else may be.
 *
 * @param removals by the removed user or service group
 * @param stuckAfterMs how long a job may rest before it is reported
 */
export async function checkRemovals(
  check: AccountCheck,
  removals: ReadonlyMap<string, Removal>,
  stuckAfterMs: number,
): Promise<Diagnosis[]> {
  const { directory, accountId } = check;
  const fences = await directory.table.get(fencesEntity, { accountId }, { consistent: true });
  const jobs = new Map((await readUnfinishedJobs(directory, accountId)).map((job) => [job.subjectId, job]));
  const diagnoses: Diagnosis[] = [];
  const add = (finding: Pick<Finding, 'problem' | 'aggregateId' | 'message'>, repair: WriteOperation[]) =>
    diagnoses.push({
      finding: { level: 'wrong', entity: 'fences', accountId, ...finding, repairable: true },
      repair,
    });
  for (const subjectId of fences?.removedIds ?? []) {
    const removal = removals.get(subjectId) ?? (await removalNow(check, subjectId));
    if (!removal) {
      const message = `The fence hides the memberships of ${subjectId}, which is not removed.`;
      add({ problem: 'unexpected', aggregateId: subjectId, message }, [
        lowerFence(directory, accountId, subjectId),
      ]);
      continue;
    }
    const job = jobs.get(subjectId);
    const restedMs = directory.now() - Date.parse(job?.updatedAt ?? removal.removedAt);
    if (job?.status === 'paused' || restedMs < stuckAfterMs) continue;
    const message = `The removal of ${subjectId} has rested for ${Math.round(restedMs / 60_000)} minutes.`;
    add({ problem: 'stuck', aggregateId: subjectId, message }, [
      job ? wake(directory, job) : newJob(directory, accountId, removal),
    ]);
  }
  for (const removal of removals.values()) {
    const { subjectId } = removal;
    if (fences?.removedIds?.has(subjectId) || !(await isLeft(check, removal))) continue;
    const message = `${subjectId} is removed, ${removal.leftId} is left of it, and no fence hides it.`;
    const at = new Date(directory.now()).toISOString();
    const raise = fences
      ? fencesEntity.update(
          { accountId },
          { set: { updatedAt: at }, add: { removedIds: new Set([subjectId]) } },
        )
      : fencesEntity.create({ accountId, removedIds: new Set([subjectId]), createdAt: at, updatedAt: at });
    const job = jobs.get(subjectId);
    add({ problem: 'missing', aggregateId: subjectId, message }, [
      raise,
      job ? wake(directory, job) : newJob(directory, accountId, removal),
    ]);
  }
  return diagnoses;
}

/** Something may have been removed since it was looked at. */
async function removalNow(
  { directory, accountId }: AccountCheck,
  subjectId: string,
): Promise<Removal | undefined> {
  const { events } = readEvents(directory, subjectId, [], '');
  if (subjectId === accountId) return removalOf(await foldAccount(accountId, events), 'close-account');
  return kindOfId(subjectId) === 'serviceGroup'
    ? removalOf(await foldServiceGroup(accountId, subjectId, events), 'remove-service-group-memberships')
    : removalOf(await foldUser(accountId, subjectId, events), 'remove-user-memberships');
}

/** A job may have ended since its leftovers were seen. */
async function isLeft(check: AccountCheck, { type, subjectId, leftId }: Removal): Promise<boolean> {
  if (leftId === undefined) return false;
  if (type === 'close-account') return (await removalNow(check, leftId)) === undefined;
  const key = { userId: leftId, serviceGroupId: subjectId };
  return (await check.directory.table.get(membershipEntity, key, { consistent: true })) !== undefined;
}

/** @returns the removal that a history ends with, if it does */
export function removalOf(
  { aggregateId, state, lastCommit }: FoldedHistory<{ status: string }>,
  type: Removal['type'],
): Removal | undefined {
  const event = lastCommit.at(-1);
  if ((state.status !== 'removed' && state.status !== 'closed') || !event) return undefined;
  const { at: removedAt, eventId, actor, correlationId } = event;
  return { type, subjectId: aggregateId, removedAt, eventId, actor, correlationId, leftId: undefined };
}

function lowerFence({ now }: Directory, accountId: string, subjectId: string): WriteOperation {
  return fencesEntity.update(
    { accountId },
    { set: { updatedAt: new Date(now()).toISOString() }, delete: { removedIds: new Set([subjectId]) } },
  );
}

/** A job that is written again, as it is, is run again by whoever reads the table's stream. */
function wake({ now }: Directory, { jobId, version }: Job): WriteOperation {
  return jobEntity.update(
    { jobId },
    {
      set: { updatedAt: new Date(now()).toISOString() },
      condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
    },
  );
}

/** A job that takes up a removal whose own job is not there. */
export function newJob({ newId, now }: Directory, accountId: string, removal: Removal): WriteOperation {
  const { type, subjectId, removedAt, eventId, actor, correlationId } = removal;
  const at = new Date(now()).toISOString();
  return jobEntity.create({
    jobId: newId('job'),
    type,
    status: 'running',
    version: 1,
    subjectId,
    fencedAt: removedAt,
    actor,
    correlationId,
    causationId: eventId,
    processed: 0,
    accountId,
    createdAt: at,
    updatedAt: at,
  });
}
