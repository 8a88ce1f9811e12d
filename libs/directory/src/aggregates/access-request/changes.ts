import {
  evolveAccessRequest,
  DomainError,
  type AccessRequest,
  type AccessRequestId,
  type AccessRequestState,
  type NewAccessRequestEvent,
} from '#libs/domain';
import { deriveChange, replaceHead, type Change, type Provenance } from '../../core/changes.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { UserKey } from '../../core/user-keys.js';
import {
  accessRequestEntity,
  openAccessRequestEntity,
  ownAccessRequestEntity,
} from '../../table/items/access-requests.js';
import { dueEntity, dueShardOf } from '../../table/items/due.js';

export interface RequestChange extends Change {
  state: AccessRequestState;
}

/**
 * @param key of the requester; undefined once it has been destroyed, or if they are older than encryption
 * @param replaced the request that lapses in the same commit, and whose claim this one takes over
 */
export function changeAccessRequest(
  accessRequestId: AccessRequestId,
  before: AccessRequestState,
  newEvents: NewAccessRequestEvent[],
  provenance: Provenance,
  key: UserKey | undefined,
  replaced?: AccessRequestId,
): RequestChange {
  return deriveChange<AccessRequestState, NewAccessRequestEvent>(
    accessRequestId,
    before,
    newEvents,
    provenance,
    {
      evolve: evolveAccessRequest,
      key,
      head: (was, state, lastEvents) => {
        const item = { ...state, lastEvents };
        return replaceHead(
          was,
          () => accessRequestEntity.create(item),
          (version) => accessRequestEntity.put(item, { condition: (c) => c.eq('version', version) }),
        );
      },
      companions: (was, state) => [
        ...claimItem(was, state, replaced),
        ...dueItem(was, state),
        ...ownItem(was, state),
      ],
    },
  );
}

function claimItem(
  before: AccessRequestState,
  after: AccessRequest,
  replaced: AccessRequestId | undefined,
): TransactItem[] {
  const claim = claimOf(after);
  const { accessRequestId } = after;
  if (before.status === 'none' && replaced !== undefined)
    return [
      {
        operation: openAccessRequestEntity.put(claim, {
          condition: (c) => c.eq('accessRequestId', replaced),
        }),
      },
    ];
  if (before.status === 'none')
    return [
      {
        operation: openAccessRequestEntity.create(claim),
        claim: openAccessRequestEntity.at(claim),
        refusal: alreadyOpen,
      },
    ];
  // The next holder writes it.
  if (after.status === 'requested' || replaced === accessRequestId) return [];
  const own = { condition: (c: Condition) => c.eq('accessRequestId', accessRequestId) };
  return [{ operation: openAccessRequestEntity.delete(claim, own) }];
}

type Condition = Parameters<
  NonNullable<NonNullable<Parameters<typeof openAccessRequestEntity.delete>[1]>['condition']>
>[0];

export function alreadyOpen(): DomainError {
  return new DomainError(
    'access_request_open',
    'The user has an open request for this service group.',
    'serviceGroupId',
  );
}

export function claimOf({
  accountId,
  accessRequestId,
  userId,
  serviceGroupId,
  lapsesAt,
  createdAt,
}: AccessRequest) {
  const times = { createdAt, updatedAt: createdAt };
  return { accountId, accessRequestId, userId, serviceGroupId, lapsesAt, ...times };
}

export function ownItemOf({ accountId, accessRequestId, userId, serviceGroupId, createdAt }: AccessRequest) {
  return { accountId, accessRequestId, userId, serviceGroupId, createdAt, updatedAt: createdAt };
}

/** By which the worker finds it when it lapses. */
export function dueItemOf({
  accountId,
  accessRequestId,
  serviceGroupId,
  lapsesAt: at,
  createdAt,
}: AccessRequest) {
  const of = { kind: 'access-request', aggregateId: accessRequestId, serviceGroupId } as const;
  return { accountId, shard: dueShardOf(accessRequestId), at, ...of, createdAt, updatedAt: createdAt };
}

function dueItem(before: AccessRequestState, after: AccessRequest): TransactItem[] {
  if (before.status === 'none') return [{ operation: dueEntity.put(dueItemOf(after)) }];
  return after.status === 'requested' ? [] : [{ operation: dueEntity.delete(dueItemOf(after)) }];
}

function ownItem(before: AccessRequestState, after: AccessRequest): TransactItem[] {
  return before.status === 'none' ? [{ operation: ownAccessRequestEntity.create(ownItemOf(after)) }] : [];
}
