import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { StreamRecord } from '#libs/dynamodb-streams';

/** What a change asks of the projector. Each may be done late, twice, or at once with another. */
export type Task =
  /** Copy the user's name, email, role and status to its memberships. */
  | { kind: 'refresh-user'; accountId: string; userId: string }
  /** Copy the service group's name to its memberships. */
  | { kind: 'refresh-service-group'; accountId: string; serviceGroupId: string }
  /** Count the account's users and service groups. */
  | { kind: 'count-account'; accountId: string }
  /** Count the service group's members. */
  | { kind: 'count-members'; accountId: string; serviceGroupId: string }
  /** Run the next chunk of a job. Each chunk changes the job's item, which asks for the next one. */
  | { kind: 'run-job'; jobId: string };

type Image = Record<string, AttributeValue>;

const COPIED_FROM_USER = ['name', 'email', 'role', 'status'];
const COPIED_FROM_SERVICE_GROUP = ['name'];

/** What a stream record asks for, if anything. Told from the images alone. */
export function taskOf(record: StreamRecord): Task | undefined {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  const membership = after ?? before;
  if (membership?.['entity']?.S === 'membership')
    return !before || !after
      ? {
          kind: 'count-members',
          accountId: text(membership, 'accountId'),
          serviceGroupId: text(membership, 'serviceGroupId'),
        }
      : undefined;
  if (!after) return undefined;
  switch (after['entity']?.S ?? '') {
    case 'user':
      if (cameOrWent(before, after)) return { kind: 'count-account', accountId: text(after, 'accountId') };
      return before && after['status']?.S !== 'removed' && changed(before, after, COPIED_FROM_USER)
        ? { kind: 'refresh-user', accountId: text(after, 'accountId'), userId: text(after, 'userId') }
        : undefined;
    case 'service-group':
      if (cameOrWent(before, after)) return { kind: 'count-account', accountId: text(after, 'accountId') };
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

/** A user or service group that is new, or is removed with this. */
function cameOrWent(before: Image | undefined, after: Image): boolean {
  return !before || (before['status']?.S !== 'removed' && after['status']?.S === 'removed');
}

/** Whether each user that some records of memberships are about was a member after the last of them. */
export function membersAfter(records: readonly StreamRecord[]): Map<string, boolean> {
  return new Map(
    records.map(({ dynamodb }) => {
      const image = dynamodb?.NewImage ?? dynamodb?.OldImage ?? {};
      return [text(image, 'userId'), dynamodb?.NewImage !== undefined] as const;
    }),
  );
}

function changed(before: Image, after: Image, names: readonly string[]): boolean {
  return names.some((name) => before[name]?.S !== after[name]?.S);
}

function text(image: Image, name: string): string {
  return image[name]?.S ?? '';
}
