import { DomainError, idOf, kindOfAggregate } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import type { WriteOperation } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { grantTenant, type Tenant } from '../../core/tenant.js';
import { noteReverted } from '../../reverts/find-change.js';
import { jobEntity, type Job } from '../../table/items/jobs.js';
import { runnerOf } from '../rights.js';
import { jobOfRows } from '../rows-job.js';
import { partsInLog, type FoundPart } from './parts-in-log.js';
import { revertPart, type RevertedPart, type RevertingJob } from './revert-part.js';

const PARTS_PER_CHUNK = 50;
const PARTS_AT_ONCE = 4;

/** Each part is a transaction of its own. After a kill the chunk is run again: what is done is recognised, and counts as it did. */
export const revertNextParts = jobOfRows(async (directory, job) => {
  const { accountId, correlationId, jobId, createdAt, logPosition, processed } = job;
  const spec = job.revert!;
  // What was changed just before it began may still be missing in the log.
  if (!logPosition && directory.indexLag.leftMs(directory, jobId, createdAt) > 0) return 'waiting';
  const tenant = grantTenant(directory, accountId);
  const { parts, position } = await partsInLog(tenant, spec, logPosition, PARTS_PER_CHUNK);
  const reverting = { jobId, spec, context: { actor: runnerOf(job), correlationId } };
  const rows = await revertParts(tenant, parts, reverting);
  const isDone = position === undefined;
  const isChange = (job.changed ?? 0) > 0 || rows.some(({ outcome }) => outcome === 'changed');
  return {
    rows: rows.map(({ part, outcome }, index) => ({
      ...{ line: processed + index + 1, ...subjectOf(part) },
      outcome,
    })),
    also: isDone && isChange ? await notesOf(directory, job) : [],
    // Now it is known how many there were.
    set: isDone ? { revert: { ...spec, rows: processed + rows.length } } : { logPosition: position },
    isDone,
  };
});

export interface RevertedRow extends RevertedPart {
  part: FoundPart;
  outcome: Exclude<RevertedPart['outcome'], 'elsewhere'>;
}

/** What another part of the change stands in the way of: that may be undone too by the time all others have been tried. */
const TRIED_AGAIN: readonly string[] = [
  'email_taken',
  'service_group_name_taken',
  'team_name_taken',
  'external_id_taken',
  'last_owner',
  'limit_reached',
];

/** In the order of the parts. */
export async function revertParts(
  tenant: Tenant,
  parts: readonly FoundPart[],
  reverting: RevertingJob,
): Promise<RevertedRow[]> {
  const rows = new Array<RevertedPart & { part: FoundPart }>(parts.length);
  await inParallel(parts, PARTS_AT_ONCE, async (part, index) => {
    rows[index] = { part, ...(await revertPart(tenant, part, reverting)) };
  });
  for (const [index, { part, outcome }] of rows.entries())
    if (outcome instanceof DomainError && TRIED_AGAIN.includes(outcome.code))
      rows[index] = { part, ...(await revertPart(tenant, part, reverting)) };
  return rows.flatMap(({ outcome, ...row }) => (outcome === 'elsewhere' ? [] : [{ ...row, outcome }]));
}

/** On jobs that are still there. */
async function notesOf({ table }: Directory, { correlationId, revert }: Job): Promise<WriteOperation[]> {
  const find = async (jobIds: readonly string[] = []) => {
    const jobs = await table.batchGet(
      jobIds.map((jobId) => jobEntity.at({ jobId })),
      { consistent: true },
    );
    return jobs.filter((job) => job !== undefined);
  };
  const [jobs, restored] = await Promise.all([find(revert?.jobIds), find(revert?.restoredJobIds)]);
  return noteReverted({ jobs, restored }, correlationId);
}

/** What a row is about: other aggregates are refused without a name. */
export function subjectOf({ aggregateId }: FoundPart) {
  const kind = kindOfAggregate(aggregateId);
  if (kind === 'user') return { userId: idOf('user', aggregateId) };
  if (kind === 'service-group') return { serviceGroupId: idOf('service-group', aggregateId) };
  return {};
}
