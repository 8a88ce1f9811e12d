import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import type { ChunkResult, Directory, JobHandler } from '../core/directory.js';
import { TornReadError } from '../core/execute.js';
import { ContentionError } from '../core/retries.js';
import {
  importErrorEntity,
  importPartEntity,
  REASONS_RETENTION_SECONDS,
  refusedRowEntity,
  ROWS_RETENTION_SECONDS,
} from '../table/items/imports.js';
import { jobEntity, type Job } from '../table/items/jobs.js';
import { commitProgress, type Progress } from './progress.js';

export type RowOutcome = 'created' | 'changed' | 'unchanged' | DomainError;

/** A row that the job has done: its lines in the file or the selection, what it is about, and what came of it. */
export interface DoneRow {
  line: number;
  lastLine?: number;
  userId?: UserId;
  serviceGroupId?: ServiceGroupId;
  /** Its values, if they are kept so that it can be corrected. */
  written?: readonly string[] | undefined;
  outcome: RowOutcome;
}

/** The next rows of a job, and where it goes on. */
export interface DoneRows {
  rows: readonly DoneRow[];
  /** Committed with the progress: if it is not, nothing of the rows has been done. By default each row has been committed. */
  commit?: readonly WriteOperation[];
  /** And what else is. */
  also?: readonly WriteOperation[];
  set: Progress['set'];
  isDone: boolean;
}

/**
 * The handler of a job whose rows are independent: an import, a bulk job, an undo. It takes the next rows from their source, decides
 * them, and notes which are refused, and why.
 * @param next or why there are none
 */
export function jobOfRows(
  next: (directory: Directory, job: Job) => Promise<DoneRows | ChunkResult>,
): JobHandler {
  return async (directory, job) => {
    try {
      const done = await next(directory, job);
      return typeof done === 'string' ? done : await commitRows(directory, job, done);
    } catch (error) {
      if (error instanceof TornReadError) return 'conflicted';
      // Such as too many removals in progress: this one goes on when some have ended.
      if (error instanceof ContentionError) return 'waiting';
      throw error;
    }
  };
}

async function commitRows(
  directory: Directory,
  job: Job,
  { rows, commit, also = [], set, isDone }: DoneRows,
): Promise<ChunkResult> {
  const refused = rows.flatMap((row) => (row.outcome instanceof DomainError ? [row] : []));
  // A line is an item: of two reasons for one line the last is stored.
  const byLine = [...new Map(refused.map((row) => [row.line, row])).values()];
  const notes = byLine.flatMap((row) => noteRefused(directory, job, row));
  if (!commit && notes.length > 0) await directory.table.batchWrite(notes);
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const add = {
    processed: rows.length,
    ...(job.import && { created: count('created') }),
    changed: count('changed'),
    refused: refused.length,
  };
  const operations = commit ? [...commit, ...notes, ...also] : also;
  return commitProgress(directory, job, operations, { set, add, isDone });
}

function noteRefused(
  { now }: Directory,
  { jobId, accountId }: Job,
  { written, outcome, ...row }: DoneRow,
): WriteOperation[] {
  const { code, message: detail } = outcome as DomainError;
  const at = new Date(now()).toISOString();
  const item = { jobId, accountId, createdAt: at, updatedAt: at };
  const until = (seconds: number) => Math.floor(now() / 1000) + seconds;
  const expiresAt = until(REASONS_RETENTION_SECONDS);
  const note = importErrorEntity.put({ ...item, ...row, code, detail, expiresAt });
  if (!written) return [note];
  // Without them, only those who still have the file can correct a row.
  const values = { line: row.line, values: written, expiresAt: until(ROWS_RETENTION_SECONDS) };
  return [note, refusedRowEntity.put({ ...item, ...values })];
}

/** A part of the rows that were sent with the job: the last worker to do it deletes it. */
export async function takePart(
  { table }: Directory,
  { jobId: id, version, nextPart: part = 0 }: Job,
  { uploadId, parts }: { uploadId: string; parts: number },
) {
  const key = { jobId: uploadId, part };
  const stored = await table.get(importPartEntity, key, { consistent: true });
  // Another worker has executed it, or it expired in a long pause, and its rows stay undone.
  const isPassed =
    !stored && (await table.get(jobEntity, { jobId: id }, { consistent: true }))?.version !== version;
  if (isPassed) return undefined;
  return { part, rows: stored?.rows ?? '[]', done: importPartEntity.delete(key), isLast: part + 1 >= parts };
}
