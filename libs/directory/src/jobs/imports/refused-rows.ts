import type { DomainError, ServiceGroupId, UserId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { Job } from '../../table/items/jobs.js';
import {
  importErrorEntity,
  REASONS_RETENTION_SECONDS,
  refusedRowEntity,
  ROWS_RETENTION_SECONDS,
} from '../../table/items/imports.js';
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

/** @param row its lines, and what the row of a bulk job or an undo is about */
export function noteRefusedRow(
  { now }: Directory,
  { jobId, accountId }: Job,
  row: RowPlace & { userId?: UserId; serviceGroupId?: ServiceGroupId },
  { code, message: detail }: DomainError,
) {
  const at = new Date(now()).toISOString();
  const expiresAt = Math.floor(now() / 1000) + REASONS_RETENTION_SECONDS;
  const item = { jobId, accountId, createdAt: at, updatedAt: at };
  return importErrorEntity.put({ ...item, ...row, code, detail, expiresAt });
}
