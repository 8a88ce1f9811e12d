import type { DomainError, UserId } from '#libs/domain';
import type { Directory } from '../directory.js';
import { JOB_RETENTION_SECONDS, type Job } from '../jobs/jobs.js';
import { importErrorEntity } from './items.js';
import type { RowPlace } from './rows.js';

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
