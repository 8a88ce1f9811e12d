import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Increment, JobTask, NewMembership, RefreshTask } from '#libs/directory';
import { idOf } from '#libs/domain';
import { createdAtOf, sequenceNumberOf, type StreamRecord } from '#libs/dynamodb-streams';
import { searchChangeOf } from './search-changes.js';

type Image = Record<string, AttributeValue>;

const COPIED_FROM_USER = ['name', 'email', 'role', 'status'];
const COPIED_FROM_SERVICE_GROUP = ['name'];
/** Searches in a service group read its members again when its count has been noted again. */
const SEARCHED_OF_MEMBERSHIP = ['endsAt'];

/** The tasks that a stream record triggers, jobs aside, derived from the images alone. */
export function tasksOf(record: StreamRecord): RefreshTask[] {
  const [task, searched] = [taskOf(record), searchChangeOf(record)];
  const indexing = searched && ({ kind: 'index-entries', accountId: searched.scope } as const);
  const all = [task, indexing, managingOf(record), forgettingOf(record)];
  return all.filter((each) => each !== undefined);
}

/** The task it triggers apart from a change of the search entries, if any. */
function taskOf(record: StreamRecord): RefreshTask | undefined {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  const membership = after ?? before;
  if (membership?.['entity']?.S === 'membership')
    return !before || !after || isNew(before, after) || changed(before, after, SEARCHED_OF_MEMBERSHIP)
      ? {
          kind: 'count-members',
          accountId: text(membership, 'accountId'),
          serviceGroupId: idOf('service-group', text(membership, 'serviceGroupId')),
        }
      : undefined;
  if (!after) return undefined;
  switch (after['entity']?.S ?? '') {
    case 'user':
      if (exists(before) !== exists(after))
        return { kind: 'count-account', accountId: text(after, 'accountId') };
      return before && after['status']?.S !== 'removed' && changed(before, after, COPIED_FROM_USER)
        ? {
            kind: 'refresh-user',
            accountId: text(after, 'accountId'),
            userId: idOf('user', text(after, 'userId')),
          }
        : undefined;
    case 'service-group':
      if (exists(before) !== exists(after))
        return { kind: 'count-account', accountId: text(after, 'accountId') };
      return before && after['status']?.S === 'active' && changed(before, after, COPIED_FROM_SERVICE_GROUP)
        ? {
            kind: 'refresh-service-group',
            accountId: text(after, 'accountId'),
            serviceGroupId: idOf('service-group', text(after, 'serviceGroupId')),
          }
        : undefined;
    default:
      return undefined;
  }
}

/** The job that a record triggers the next chunk of, if any. */
export function jobOf({ dynamodb }: StreamRecord): JobTask | undefined {
  const { NewImage: after } = dynamodb ?? {};
  if (after?.['entity']?.S !== 'job' || after['status']?.S !== 'running') return undefined;
  return { kind: 'run-job', accountId: text(after, 'accountId'), jobId: text(after, 'jobId') };
}

/** A user was removed: they may have managed service groups. */
function managingOf({ dynamodb }: StreamRecord): RefreshTask | undefined {
  const { NewImage: after, OldImage: before } = dynamodb ?? {};
  if (after?.['entity']?.S !== 'user' || !exists(before) || exists(after)) return undefined;
  return {
    kind: 'end-managing',
    accountId: text(after, 'accountId'),
    userId: idOf('user', text(after, 'userId')),
  };
}

/** Also when a removed user is erased: a request that had been let in before their removal may have been noted after it. */
function forgettingOf({ dynamodb }: StreamRecord): RefreshTask | undefined {
  const { NewImage: after } = dynamodb ?? {};
  if (after?.['entity']?.S !== 'user' || exists(after)) return undefined;
  return {
    kind: 'forget-last-seen',
    accountId: text(after, 'accountId'),
    userId: idOf('user', text(after, 'userId')),
  };
}

/** The shard of what is due, and when, if the record is about that. */
export function dueOf(record: StreamRecord): { shard: string; at: number } | undefined {
  const { NewImage: after } = record.dynamodb ?? {};
  if (after?.['entity']?.S !== 'due') return undefined;
  return { shard: text(after, 'shard'), at: Date.parse(text(after, 'at')) };
}

export function incrementOf(record: StreamRecord): Increment {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  const kind = (after ?? before)?.['entity']?.S ?? '';
  const counted = { user: 'users', 'service-group': 'serviceGroups', membership: 'members' }[kind];
  if (!counted) throw new TypeError(`There is no count of ${kind}.`);
  return {
    sequenceNumber: sequenceNumberOf(record),
    createdAt: new Date(createdAtOf(record) ?? 0).toISOString(),
    [counted]: Number(exists(after)) - Number(exists(before)),
  };
}

export function newMembershipOf(record: StreamRecord): NewMembership[] {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  if (!after || !isNew(before, after) || after['entity']?.S !== 'membership') return [];
  return [{ userId: idOf('user', text(after, 'userId')), serviceGroupName: text(after, 'serviceGroupName') }];
}

/** Also in the place of one that had ended by itself. */
function isNew(before: Image | undefined, after: Image | undefined): boolean {
  return after !== undefined && (!before || before['since']?.S !== after['since']?.S);
}

function exists(image: Image | undefined): boolean {
  return image !== undefined && image['status']?.S !== 'removed';
}

function changed(before: Image, after: Image, names: readonly string[]): boolean {
  return names.some((name) => before[name]?.S !== after[name]?.S);
}

function text(image: Image, name: string): string {
  return image[name]?.S ?? '';
}
