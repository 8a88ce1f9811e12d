import type { WriteOperation } from '#libs/single-table';
import type { Directory } from '../directory.js';
import { fencesEntity, jobEntity, membershipEntity } from '../entities.js';
import { kindOfId } from '../ids.js';
import type { Job } from '../jobs.js';
import type { AccountCheck } from './check-aggregate.js';
import type { Diagnosis, Finding } from './findings.js';
import { foldServiceGroup, type FoldedHistory } from './folded-history.js';
import { foldUser } from './folded-user.js';
import { readEvents, readUnfinishedJobs } from './stored-account.js';

/** A removal by events: what was removed, when, and by which event. */
export interface Removal {
  type: Job['type'];
  subjectId: string;
  removedAt: string;
  /** The event of the removal. */
  eventId: string;
  actor: Job['actor'];
  correlationId: string;
  /** One of the members that a removed service group still has, by that user's events. */
  memberId: string | undefined;
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
    const { subjectId, memberId } = removal;
    if (memberId === undefined || fences?.removedIds?.has(subjectId)) continue;
    // Its job may have ended since the users were looked at.
    const key = { userId: memberId, serviceGroupId: subjectId };
    if (!(await directory.table.get(membershipEntity, key, { consistent: true }))) continue;
    const message = `${subjectId} is removed and has memberships, and no fence hides them.`;
    const at = new Date(directory.now()).toISOString();
    const raise = fences
      ? fencesEntity.update(
          { accountId },
          { set: { updatedAt: at }, add: { removedIds: new Set([subjectId]) } },
        )
      : fencesEntity.put({ accountId, removedIds: new Set([subjectId]), createdAt: at, updatedAt: at });
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
  return kindOfId(subjectId) === 'serviceGroup'
    ? removalOf(await foldServiceGroup(accountId, subjectId, events), 'remove-service-group-memberships')
    : removalOf(await foldUser(accountId, subjectId, events), 'remove-user-memberships');
}

/** @returns the removal that a history ends with, if it does */
export function removalOf(
  { aggregateId, state, lastCommit }: FoldedHistory<{ status: string }>,
  type: Removal['type'],
): Removal | undefined {
  const event = lastCommit.at(-1);
  if (state.status !== 'removed' || !event) return undefined;
  const { at: removedAt, eventId, actor, correlationId } = event;
  return { type, subjectId: aggregateId, removedAt, eventId, actor, correlationId, memberId: undefined };
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
