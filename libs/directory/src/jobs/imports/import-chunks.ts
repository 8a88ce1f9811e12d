import { asRefusal, DomainError } from '#libs/domain';
import type { Directory, ChunkResult } from '../../core/directory.js';
import { commitProgress, passOver } from '../progress.js';
import type { Job } from '../../table/items/jobs.js';
import { runnerOf } from '../rights.js';
import { grantTenant } from '../../core/tenant.js';
import { importPartEntity } from '../../table/items/imports.js';
import { importMemberships } from './import-memberships.js';
import { importServiceGroups } from './import-service-groups.js';
import { importUsers } from './import-users.js';
import { keepRefusedRow, noteRefusedRow } from './refused-rows.js';
import { invalidRow, type ImportRow, type RowOutcome, type RowValues } from './rows.js';

/** After a kill the part is executed again: finished rows are recognised, and count as they did the first time. */
export async function importNextPart(directory: Directory, job: Job): Promise<ChunkResult> {
  const { accountId, correlationId } = job;
  const asked = job.import!;
  const { kind, dryRun } = asked;
  const stored = await directory.table.get(importPartEntity, partOf(job), { consistent: true });
  if (!stored)
    return passOver(directory, job, () =>
      moveOn(directory, job, { processed: 0, created: 0, changed: 0, refused: 0 }),
    );
  const rows = JSON.parse(stored.rows) as ImportRow[];
  const run = {
    users: importUsers,
    'service-groups': importServiceGroups,
    memberships: importMemberships,
  };
  const readable = rows.filter((row) => 'values' in row);
  const decisionContext = {
    tenant: grantTenant(directory, accountId),
    context: { actor: runnerOf(job), correlationId, dryRun },
    manages: asked,
  };
  const outcomes = await refusedTogether(
    readable.map(({ values }) => values),
    (values) => run[kind](decisionContext, values),
  );
  const refused = [
    ...rows.flatMap((row) => ('unreadable' in row ? [{ row, error: invalidRow(row.unreadable) }] : [])),
    ...readable.flatMap((row, index) => {
      const outcome = outcomes[index];
      return outcome instanceof DomainError ? [{ row, error: outcome }] : [];
    }),
  ];
  await noteErrors(directory, job, refused);
  return moveOn(directory, job, {
    processed: rows.length,
    created: outcomes.filter((outcome) => outcome === 'created').length,
    changed: outcomes.filter((outcome) => outcome === 'changed').length,
    refused: refused.length,
  });
}

/** Imports that predate `uploadId` stored their parts under the id of the job. */
function partOf({ jobId, nextPart: part = 0, import: asked }: Job): { jobId: string; part: number } {
  return { jobId: asked!.uploadId ?? jobId, part };
}

/** A reason that refuses all rows, such as a suspended account, becomes the reason of each. */
async function refusedTogether(
  values: RowValues[],
  run: (values: RowValues[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  try {
    return await run(values);
  } catch (error) {
    const refusal = asRefusal(error);
    return values.map(() => refusal);
  }
}

async function noteErrors(
  directory: Directory,
  job: Job,
  refused: readonly { row: ImportRow; error: DomainError }[],
): Promise<void> {
  // A line is an item: of two reasons for one line the last is stored.
  const byLine = new Map(refused.map((each) => [each.row.line, each]));
  const puts = [...byLine.values()].flatMap(({ row: { line, lastLine, written }, error }) => {
    const place = { line, ...(lastLine !== undefined && { lastLine }) };
    const noted = noteRefusedRow(directory, job, place, error);
    return written ? [noted, keepRefusedRow(directory, job, place, written)] : [noted];
  });
  if (puts.length > 0) await directory.table.batchWrite(puts);
}

type Progress = Record<'processed' | 'created' | 'changed' | 'refused', number>;

function moveOn(directory: Directory, job: Job, add: Progress): Promise<ChunkResult> {
  const { nextPart: part = 0 } = job;
  const isDone = part + 1 >= job.import!.parts;
  const done = importPartEntity.delete(partOf(job));
  return commitProgress(directory, job, [done], { set: { nextPart: part + 1 }, add, isDone });
}
