import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '#libs/domain';
import { differencesIn } from './compare.js';
import type { DerivedItem } from './derived-items.js';
import type { Difference } from './findings.js';
import { asOfVersion, type UserSide } from './folded-user.js';

const DETAILS = ['externalId', 'metadata'];

/**
 * What of each kind of item must be as the events say. What is left out is either part of the key, or only says when
 * the item was last written.
 */
const STRICT: Readonly<Record<string, readonly string[]>> = {
  account: [
    'accountId',
    'name',
    'status',
    ...DETAILS,
    'plan',
    'limits',
    'limitsSince',
    'version',
    'createdAt',
    'updatedAt',
  ],
  user: [
    'accountId',
    'userId',
    'name',
    'email',
    'role',
    'status',
    'membershipCount',
    'userKey',
    'erased',
    ...DETAILS,
    'version',
    'createdAt',
    'updatedAt',
  ],
  'service-group': [
    'accountId',
    'serviceGroupId',
    'name',
    'status',
    ...DETAILS,
    'version',
    'createdAt',
    'updatedAt',
  ],
  'api-key': [
    'accountId',
    'apiKeyId',
    'name',
    'status',
    'scopes',
    'hint',
    'secretHash',
    'validUntil',
    'previousSecretHash',
    'previousValidUntil',
    'createdBy',
    'version',
    'createdAt',
    'updatedAt',
  ],
  'webhook-endpoint': [
    'accountId',
    'webhookEndpointId',
    'url',
    'description',
    'eventTypes',
    'secretVersion',
    'status',
    'disabledReason',
    'version',
    'createdAt',
    'updatedAt',
  ],
  membership: ['accountId', 'userId', 'serviceGroupId', 'since', 'addedBy'],
  'past-membership': ['accountId', 'userId', 'serviceGroupId', 'since', 'addedBy', 'until', 'removedBy'],
  'email-claim': ['accountId', 'email', 'userId'],
  'service-group-name-claim': ['accountId', 'name', 'serviceGroupId'],
  'external-id-claim': ['accountId', 'kind', 'externalId', 'ownerId'],
  'account-external-id-claim': ['accountId', 'externalId'],
  owner: ['accountId', 'userId'],
};

export type GroupNames = ReadonlyMap<string, readonly { version: number; name: string }[]>;

export function strictDifferences(expected: DerivedItem, found: DerivedItem): Difference[] {
  return differencesIn(STRICT[expected.entity] ?? [], expected.item, found.item);
}

/** A head must also carry the events of its last commit, the last of which made its version. */
export function headDifferences(expected: DerivedItem, found: DerivedItem): Difference[] {
  const differences = strictDifferences(expected, found);
  const carried = found.item['lastEvents'] as DomainEvent[] | undefined;
  const committed = expected.item['lastEvents'] as DomainEvent[];
  // Where an aggregate's last two commits have one cause, they are told apart by the head only.
  const asMany = carried?.length ? committed.slice(-carried.length) : committed;
  if (!isDeepStrictEqual(carried, asMany))
    differences.push({ attribute: 'lastEvents', expected: asMany, found: carried });
  return differences;
}

/**
 * What a membership copies from its sides must be what they were as of the versions that it names. That these may be
 * older than the sides' last is what {@link isStale} tells.
 */
export function membershipDifferences(
  expected: DerivedItem,
  found: DerivedItem,
  sides: readonly UserSide[],
  groupNames: GroupNames,
): Difference[] {
  const { userVersion, serviceGroupVersion, serviceGroupId } = found.item;
  const side = asOfVersion(sides, Number(userVersion));
  const names = groupNames.get(String(serviceGroupId));
  const name = names && asOfVersion(names, Number(serviceGroupVersion))?.name;
  const copies = {
    userName: side?.name,
    userEmail: side?.email,
    userRole: side?.role,
    userStatus: side?.status,
    // Of a service group without a history nothing is known to compare with: that is a finding of its own.
    ...(names && { serviceGroupName: name }),
  };
  return [...strictDifferences(expected, found), ...differencesIn(Object.keys(copies), copies, found.item)];
}

/** True when a present membership copies a side as of before its last change. */
export function isStale({ item }: DerivedItem, sides: readonly UserSide[], groupNames: GroupNames): boolean {
  const names = groupNames.get(String(item['serviceGroupId']));
  return (
    Number(item['userVersion']) < (sides.at(-1)?.version ?? 0) ||
    Number(item['serviceGroupVersion']) < (names?.at(-1)?.version ?? 0)
  );
}
