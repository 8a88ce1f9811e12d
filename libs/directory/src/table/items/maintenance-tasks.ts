import type { ServiceGroupId, UserId } from '#libs/domain';

/** What the work of a projection is about: one user or service group, or else the account. */
export interface Subject {
  accountId: string;
  userId?: UserId;
  serviceGroupId?: ServiceGroupId;
}

/** Bring what a projection keeps of a subject up to date, or run the next chunks of a job. */
export interface MaintenanceTask extends Subject {
  kind: string;
  jobId?: string;
}

/** Run the next chunks of a job. Each changes the job's item, which triggers the next. */
export interface JobTask {
  kind: 'run-job';
  accountId: string;
  jobId: string;
}

export function taskKey({ kind, jobId, userId, serviceGroupId, accountId }: MaintenanceTask): string {
  return `${kind} ${jobId ?? userId ?? serviceGroupId ?? accountId}`;
}
