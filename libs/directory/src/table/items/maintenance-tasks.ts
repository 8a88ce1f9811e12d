import type { ServiceGroupId, UserId } from '#libs/domain';
export type MaintenanceTask = RefreshTask | JobTask;

export type RefreshTask =
  /** Copy the user's name, email, role and status to its memberships. */
  | { kind: 'refresh-user'; accountId: string; userId: UserId }
  | { kind: 'refresh-service-group'; accountId: string; serviceGroupId: ServiceGroupId }
  /** End that a removed user manages service groups. */
  | { kind: 'end-managing'; accountId: string; userId: UserId }
  /** Delete when a removed user was last here. */
  | { kind: 'forget-last-seen'; accountId: string; userId: UserId }
  | CountTask
  | IndexTask;

/** Append to the search entries of an account, or to those of all accounts, what has changed of them. */
export interface IndexTask {
  kind: 'index-entries';
  accountId: string;
}

export type CountTask =
  | { kind: 'count-account'; accountId: string }
  | { kind: 'count-members'; accountId: string; serviceGroupId: ServiceGroupId };

/** Run the next chunks of a job. Each changes the job's item, which triggers the next. */
export interface JobTask {
  kind: 'run-job';
  accountId: string;
  jobId: string;
}

export function taskKey(task: MaintenanceTask): string {
  switch (task.kind) {
    case 'refresh-user':
    case 'end-managing':
    case 'forget-last-seen':
      return `${task.kind} ${task.userId}`;
    case 'refresh-service-group':
    case 'count-members':
      return `${task.kind} ${task.serviceGroupId}`;
    case 'count-account':
    case 'index-entries':
      return `${task.kind} ${task.accountId}`;
    case 'run-job':
      return `${task.kind} ${task.jobId}`;
    default:
      return task satisfies never;
  }
}
