import type { DomainError, UserId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { JOB_RETENTION_SECONDS } from '../../core/jobs.js';
import type { Job } from '../../table/items/jobs.js';
import { importErrorEntity, refusedRowEntity, ROWS_RETENTION_SECONDS } from '../../table/items/imports.js';
import type { RowPlace } from './rows.js';

/** Without it a row can only be corrected by somebody who still has the file. */
export function keepRefusedRow(
  { now }: Directory,
  { jobId, accountId }: Job,
  { line }: RowPlace,
  values: readonly string[],
) {
  const at = new Date(now()).toISOString();
  const expiresAt = Math.floor(now() / 1000) + ROWS_RETENTION_SECONDS;
  return refusedRowEntity.put({ jobId, accountId, line, values, createdAt: at, updatedAt: at, expiresAt });
}

/** @param row its lines, and for a bulk job its user */
export function noteRefusedRow(
  { now }: Directory,
  { jobId, accountId }: Job,
  row: RowPlace & { userId?: UserId },
  { code, message: detail }: DomainError,
) {
  const at = new Date(now()).toISOString();
  const expiresAt = Math.floor(now() / 1000) + JOB_RETENTION_SECONDS;
  const item = { jobId, accountId, createdAt: at, updatedAt: at };
  return importErrorEntity.put({ ...item, ...row, code, detail, expiresAt });
}
