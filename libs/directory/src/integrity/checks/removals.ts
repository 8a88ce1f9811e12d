import {
  idOf,
  isIdOf,
  kindOfAggregate,
  type DomainEvent,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { jobEntity, type Job } from '../../table/items/jobs.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { teamAccessEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { createJob, lowerFence, newJob, raiseFence } from '../../core/jobs.js';
import type { AccountCheck } from './aggregate.js';
import type { PlainKind } from '../../table/items/heads.js';
import { isPlain, outlivesAccount } from './plain-aggregate.js';
import type { Diagnosis, Finding } from '../derivation/findings.js';
import {
  foldAccount,
  foldAggregate,
  foldServiceGroup,
  foldTeam,
  type FoldedHistory,
} from '../derivation/folded-history.js';
import { foldUser } from '../derivation/folded-user.js';
import { readEvents, readUnfinishedJobs } from '../derivation/stored-account.js';

/** Something removed or erased, or a closed account: when, and by which event. */
export interface Removal {
  type: Job['type'];
  subjectId: string;
  removedAt: string;
  eventId: string;
  actor: Job['actor'];
  correlationId: string;
  /** For a service group: a user who is still a member. For a team: a user who is still in it, or a group it still opens. For an account: a user or service group that still exists. */
  leftId: string | undefined;
}

/**
 * Compares the account's fence and its jobs with what was removed: every removal that still has memberships must be behind
 * the fence, with a job that makes progress; nothing else may be.
 * @param removals by the removed user or service group
 * @param stuckAfterMs how long a job may stall before it is reported
 */
export async function checkRemovals(
  check: AccountCheck,
  removals: ReadonlyMap<string, Removal>,
  stuckAfterMs: number,
): Promise<Diagnosis[]> {
  const { directory, accountId } = check;
  const fences = await directory.table.get(fencesEntity, { accountId }, { consistent: true });
  const unfinished = await readUnfinishedJobs(directory, accountId);
  const jobs = new Map(unfinished.map((job) => [fenceKey(job.type, job.subjectId), job]));
  const looked = { fences, jobs, stuckAfterMs };
  const diagnoses: Diagnosis[] = [];
  for (const subjectId of fences?.removedIds ?? []) {
    const removal = removals.get(subjectId) ?? (await removalNow(check, subjectId));
    const hides = `the memberships of ${subjectId}, which is not removed`;
    diagnoses.push(...checkFenced(check, looked, removal, { type: typeOf(subjectId), subjectId, hides }));
  }
  for (const subjectId of fences?.erasedIds ?? []) {
    const erasure = erasureOf(
      await foldUser(accountId, subjectId as UserId, readEvents(directory, subjectId, undefined, '').events),
    );
    const hides = `the name of ${subjectId}, which is not erased`;
    diagnoses.push(...checkFenced(check, looked, erasure, { type: 'erase-user', subjectId, hides }));
  }
  for (const removal of removals.values()) {
    const { type, subjectId } = removal;
    if (fences?.removedIds?.has(subjectId) || !(await isLeft(check, removal))) continue;
    const message = `${subjectId} is removed, ${removal.leftId} is left of it, and no fence hides it.`;
    const createdAt = new Date(directory.now()).toISOString();
    const raise = raiseFence({ type, accountId, subjectId, createdAt }, fences);
    const job = jobs.get(fenceKey(type, subjectId));
    diagnoses.push(
      diagnosis(accountId, { problem: 'missing', aggregateId: subjectId, message }, [
        raise,
        ...(job ? [wake(directory, job)] : resumedRemoval(directory, accountId, removal)),
      ]),
    );
  }
  return diagnoses;
}

/** Everything behind a fence must be there for a reason, and its job must make progress. */
function checkFenced(
  { directory, accountId }: AccountCheck,
  { jobs, stuckAfterMs }: { jobs: ReadonlyMap<string, Job>; stuckAfterMs: number },
  removal: Removal | undefined,
  { type, subjectId, hides }: { type: Job['type']; subjectId: string; hides: string },
): Diagnosis[] {
  if (!removal) {
    const message = `The fence hides ${hides}.`;
    const lower = lowerFence(directory, { type, accountId, subjectId });
    return [diagnosis(accountId, { problem: 'unexpected', aggregateId: subjectId, message }, [lower])];
  }
  const job = jobs.get(fenceKey(type, subjectId));
  const restedMs = directory.now() - Date.parse(job?.updatedAt ?? removal.removedAt);
  if (job?.status === 'paused' || restedMs < stuckAfterMs) return [];
  const what = type === 'erase-user' ? 'erasure' : 'removal';
  const message = `The ${what} of ${subjectId} has been stalled for ${Math.round(restedMs / 60_000)} minutes.`;
  return [
    diagnosis(accountId, { problem: 'stuck', aggregateId: subjectId, message }, [
      ...(job ? [wake(directory, job)] : resumedRemoval(directory, accountId, removal)),
    ]),
  ];
}

function diagnosis(
  accountId: string,
  finding: Pick<Finding, 'problem' | 'aggregateId' | 'message'>,
  repair: WriteOperation[],
): Diagnosis {
  return {
    finding: { level: 'wrong', entity: 'fences', accountId, ...finding, repairable: true },
    repair,
  };
}

function fenceKey(type: Job['type'], subjectId: string): string {
  return `${type === 'erase-user' ? 'erased' : 'removed'} ${subjectId}`;
}

function typeOf(subjectId: string): Job['type'] {
  const kind = kindOfAggregate(subjectId);
  if (kind === 'account') return 'close-account';
  if (kind === 'team') return 'remove-team';
  return kind === 'service-group' ? 'remove-service-group-memberships' : 'remove-user-memberships';
}

/** Something may have been removed since the check. */
async function removalNow(
  { directory, accountId }: AccountCheck,
  subjectId: string,
): Promise<Removal | undefined> {
  const { events } = readEvents(directory, subjectId, undefined, '');
  if (subjectId === accountId) return removalOf(await foldAccount(accountId, events), 'close-account');
  if (kindOfAggregate(subjectId) === 'team')
    return removalOf(await foldTeam(accountId, subjectId, events), 'remove-team');
  return kindOfAggregate(subjectId) === 'service-group'
    ? removalOf(
        await foldServiceGroup(accountId, subjectId as ServiceGroupId, events),
        'remove-service-group-memberships',
      )
    : removalOf(await foldUser(accountId, subjectId as UserId, events), 'remove-user-memberships');
}

/** A job may have ended since its leftovers were seen. */
async function isLeft(check: AccountCheck, { type, subjectId, leftId }: Removal): Promise<boolean> {
  if (leftId === undefined) return false;
  const kind = kindOfAggregate(leftId);
  if (isPlain(kind)) return outlivesAccount(kind, await foldNow(check, kind, leftId));
  if (type === 'close-account') return (await removalNow(check, leftId)) === undefined;
  if (type === 'remove-team') return isLeftOfTeam(check.directory, idOf('team', subjectId), leftId);
  const key = { userId: leftId as UserId, serviceGroupId: subjectId as ServiceGroupId };
  return (await check.directory.table.get(membershipEntity, key, { consistent: true })) !== undefined;
}

/** @param leftId a user, or a service group */
async function isLeftOfTeam({ table }: Directory, teamId: TeamId, leftId: string): Promise<boolean> {
  const read = { consistent: true };
  const left = isIdOf('user', leftId)
    ? await table.get(teamPlaceEntity, { userId: leftId, teamId }, read)
    : await table.get(teamAccessEntity, { teamId, serviceGroupId: idOf('service-group', leftId) }, read);
  return left !== undefined;
}

function foldNow({ directory, accountId }: AccountCheck, kind: PlainKind, id: string) {
  return foldAggregate(kind, { accountId, id }, readEvents(directory, id, undefined, '').events);
}

/** @returns the removal or closing in a history, if there is one */
export function removalOf(
  { aggregateId, removal }: FoldedHistory<unknown>,
  type: Removal['type'],
): Removal | undefined {
  return removal && endedBy(aggregateId, removal, type);
}

function erasureOf({ aggregateId, erasure }: FoldedHistory<unknown>): Removal | undefined {
  return erasure && endedBy(aggregateId, erasure, 'erase-user');
}

function endedBy(
  subjectId: string,
  { at: removedAt, eventId, actor, correlationId }: DomainEvent,
  type: Removal['type'],
): Removal {
  return { type, subjectId, removedAt, eventId, actor, correlationId, leftId: undefined };
}

/** Rewriting a job unchanged makes the stream reader run it again. */
function wake({ now }: Directory, { jobId, version }: Job): WriteOperation {
  return jobEntity.update(
    { jobId },
    {
      set: { updatedAt: new Date(now()).toISOString() },
      condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
    },
  );
}

/** A job that resumes a removal whose own job does not exist. */
function resumedRemoval(
  { newId, now }: Directory,
  accountId: string,
  { type, subjectId, removedAt, eventId, actor, correlationId }: Removal,
): WriteOperation[] {
  const cause = { accountId, actor, correlationId, causationId: eventId };
  const job = { ...cause, jobId: newId('job'), type, subjectId, fencedAt: removedAt };
  return createJob(newJob(job, new Date(now()).toISOString()));
}
