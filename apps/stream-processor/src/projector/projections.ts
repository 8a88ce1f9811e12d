import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { StreamRecord } from '#libs/dynamodb-streams';

/** What a change asks of the projector. Each may be done late, twice, or at once with another. */
export type Task =
  /** Copy the user's name, email, role and status to its memberships. */
  | { kind: 'refresh-user'; accountId: string; userId: string }
  /** Copy the service group's name to its memberships. */
  | { kind: 'refresh-service-group'; accountId: string; serviceGroupId: string }
  /** Run the next chunk of a job. Each chunk changes the job's item, which asks for the next one. */
  | { kind: 'run-job'; jobId: string };

type Image = Record<string, AttributeValue>;

const COPIED_FROM_USER = ['name', 'email', 'role', 'status'];
const COPIED_FROM_SERVICE_GROUP = ['name'];

/** What a stream record asks for, if anything. Told from the images alone. */
export function taskOf(record: StreamRecord): Task | undefined {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  if (!after) return undefined;
  switch (after['entity']?.S ?? '') {
    case 'user':
      return before && after['status']?.S !== 'removed' && changed(before, after, COPIED_FROM_USER)
        ? { kind: 'refresh-user', accountId: text(after, 'accountId'), userId: text(after, 'userId') }
        : undefined;
    case 'service-group':
      return before && after['status']?.S === 'active' && changed(before, after, COPIED_FROM_SERVICE_GROUP)
        ? {
            kind: 'refresh-service-group',
            accountId: text(after, 'accountId'),
            serviceGroupId: text(after, 'serviceGroupId'),
          }
        : undefined;
    case 'job':
      return after['status']?.S === 'running' ? { kind: 'run-job', jobId: text(after, 'jobId') } : undefined;
    default:
      return undefined;
  }
}

/** The same task asked for several times in a batch is one task. */
export function taskKey(task: Task): string {
  return JSON.stringify(Object.values(task));
}

function changed(before: Image, after: Image, names: readonly string[]): boolean {
  return names.some((name) => before[name]?.S !== after[name]?.S);
}

function text(image: Image, name: string): string {
  return image[name]?.S ?? '';
}
