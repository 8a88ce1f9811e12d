/** What a commit asks of whoever reads the table's stream. Each may be done late, twice, or at once with another. */
export type UpkeepTask = RefreshTask | JobTask;

export type RefreshTask =
  /** Copy the user's name, email, role and status to its memberships. */
  | { kind: 'refresh-user'; accountId: string; userId: string }
  /** Copy the service group's name to its memberships. */
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
  /** Count the account's users and service groups. */
  | { kind: 'count-account'; accountId: string }
  /** Count the service group's members. */
  | { kind: 'count-members'; accountId: string; serviceGroupId: string };

/** Run the next chunks of a job. Each changes the job's item, which asks for the next. */
export interface JobTask {
  kind: 'run-job';
  accountId: string;
  jobId: string;
}

/** The same for the same task: what is asked for twice is done once. */
export function taskKey(task: UpkeepTask): string {
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
