import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { UpkeepTask } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';

type Image = Record<string, AttributeValue>;

const COPIED_FROM_USER = ['name', 'email', 'role', 'status'];
const COPIED_FROM_SERVICE_GROUP = ['name'];

/** What a stream record asks for, if anything. Told from the images alone. */
export function taskOf(record: StreamRecord): UpkeepTask | undefined {
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
      if (after['status']?.S === 'running')
        return { kind: 'run-job', accountId: text(after, 'accountId'), jobId: text(after, 'jobId') };
      return importOf(record) && { kind: 'count-account', accountId: text(after, 'accountId') };
    default:
      return undefined;
  }
}

/** The import that a record is of: whether it goes on, and what all that it commits has in common. */
export function importOf({
  dynamodb,
}: StreamRecord): { isRunning: boolean; correlationId: string } | undefined {
  const after = dynamodb?.NewImage;
  if (after?.['entity']?.S !== 'job' || after['type']?.S !== 'import') return undefined;
  return { isRunning: after['status']?.S === 'running', correlationId: text(after, 'correlationId') };
}

/** Of the request that the last commit of a user or service group goes back to. */
export function correlationIdOf({ dynamodb }: StreamRecord): string {
  return dynamodb?.NewImage?.['lastEvents']?.L?.[0]?.M?.['correlationId']?.S ?? '';
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
