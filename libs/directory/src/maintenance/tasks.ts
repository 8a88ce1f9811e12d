/** The work that a commit triggers in the stream processor. Each task may be done late, twice, or concurrently. */
export type MaintenanceTask = RefreshTask | JobTask;

export type RefreshTask =
  /** Copy the user's name, email, role and status to its memberships. */
  | { kind: 'refresh-user'; accountId: string; userId: string }
  | { kind: 'refresh-service-group'; accountId: string; serviceGroupId: string }
  | CountTask
  | IndexTask;

/** Append to the search entries of an account, or to those of all accounts, what has changed of them. */
export interface IndexTask {
  kind: 'index-entries';
  /** Of the account whose entries they are; `accounts` for those of accounts. */
  accountId: string;
}

export type CountTask =
  | { kind: 'count-account'; accountId: string }
  | { kind: 'count-members'; accountId: string; serviceGroupId: string };

/** Run the next chunks of a job. Each changes the job's item, which triggers the next. */
export interface JobTask {
  kind: 'run-job';
  accountId: string;
  jobId: string;
}

/** The same for the same task: several requests for it are done once. */
export function taskKey(task: MaintenanceTask): string {
  switch (task.kind) {
    case 'refresh-user':
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
