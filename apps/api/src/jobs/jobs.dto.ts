import type { Job } from '#libs/directory';
import type { FieldsOf } from '../requests/query/fields.js';

export class JobDto {
  id!: string;
  accountId!: string;
  type!:
    | 'remove-user-memberships'
    | 'remove-service-group-memberships'
    | 'close-account'
    | 'erase-user'
    | 'import';
  status!: 'running' | 'paused' | 'done';
  /** The removed or erased user, the removed service group, the closed account, or the one that is imported into. */
  subjectId!: string;
  /** Memberships ended or erased, users and service groups removed, or rows imported, so far. */
  processed!: number;
  /** Rises with each part that is done, and each pause; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export function representJob(job: Job): JobDto {
  const { jobId: id, accountId, type, status, subjectId, processed, version, createdAt, updatedAt } = job;
  return { id, accountId, type, status, subjectId, processed, version, createdAt, updatedAt };
}

export const JOB_FIELDS: FieldsOf<JobDto> = {
  id: true,
  accountId: true,
  type: true,
  status: true,
  subjectId: true,
  processed: true,
  version: true,
  createdAt: true,
  updatedAt: true,
};
