import type { Job } from '#libs/directory';
import type { FieldsOf } from '../requests/fields.js';

export class JobDto {
  id!: string;
  accountId!: string;
  type!: 'remove-user-memberships' | 'remove-service-group-memberships' | 'close-account' | 'erase-user';
  status!: 'running' | 'paused' | 'done';
  /** The removed or erased user, the removed service group, or the closed account. */
  subjectId!: string;
  /** Memberships ended or erased, or users and service groups removed, so far. */
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
