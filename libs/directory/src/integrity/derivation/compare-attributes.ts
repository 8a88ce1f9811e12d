import { isDeepStrictEqual } from 'node:util';
import { HEADS } from '../../table/items/heads.js';
import { lastCommitOf, type LastCommit } from '../../table/items/last-commit.js';
import { differencesIn } from './compare.js';
import type { DerivedItem } from './derived-item.js';
import type { Difference } from './findings.js';
import type { ServiceGroupHistory } from './folded-history.js';
import { asOfVersion, type UserSide } from './folded-user.js';

const COPIED = 'compared with the side it is copied from, as of the version that the item names';
const REFRESHED = 'rewritten whenever a side is copied again, and when copies are erased';
const WRITTEN = 'when the item was written last, which may be later than what it says';
const KEPT_BESIDE = 'stored outside the state and set by no event';
const COPIES = {
  userName: COPIED,
  userEmail: COPIED,
  userRole: COPIED,
  userStatus: COPIED,
  userVersion: COPIED,
  serviceGroupName: COPIED,
  serviceGroupVersion: COPIED,
  updatedAt: REFRESHED,
};
const OF_A_HEAD = {
  lastEvents: 'compared on its own: two commits of one cause are told apart by the head only',
  expiresAt: 'compared on its own: only a tombstone may expire, when its children are gone',
};
const SINCE_MOVES =
  'a name is claimed again when its invisible characters change, but not when only its case does';

/**
 * The attributes of a stored item that may differ from the events, and why. All others must match, so that a new attribute
 * is compared until somebody exempts it.
 */
const NOT_AS_EXPECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    userCount: KEPT_BESIDE,
    serviceGroupCount: KEPT_BESIDE,
    countedAt: KEPT_BESIDE,
  },
  'service-group': {
    memberCount: KEPT_BESIDE,
    countedAt: KEPT_BESIDE,
    countedUpTo: KEPT_BESIDE,
    recountedAt: KEPT_BESIDE,
  },
  team: { accessGiven: KEPT_BESIDE },
  'api-key': { lastUsedAt: KEPT_BESIDE, understands: KEPT_BESIDE },
  membership: COPIES,
  'past-membership': COPIES,
  'team-place': COPIES,
  'past-team-place': COPIES,
  'team-access': { updatedAt: WRITTEN },
  'past-team-access': { updatedAt: WRITTEN },
  'service-group-name-claim': { createdAt: SINCE_MOVES, updatedAt: SINCE_MOVES },
};

/** What is checked of users knows of a service group that was checked before. */
export type KnownServiceGroup = Pick<ServiceGroupHistory, 'names' | 'version' | 'managers'>;
export type GroupNames = ReadonlyMap<string, KnownServiceGroup>;

export function strictDifferences(expected: DerivedItem, found: DerivedItem): Difference[] {
  const { entity } = expected;
  const exceptions = { ...(entity in HEADS && OF_A_HEAD), ...NOT_AS_EXPECTED[entity] };
  const attributes = new Set([...Object.keys(expected.item), ...Object.keys(found.item)]);
  const compared = [...attributes].filter((attribute) => !Object.hasOwn(exceptions, attribute));
  // In the same order each time: a finding counts if a second check finds the same, and stored maps have no order.
  return differencesIn(compared.sort(), expected.item, found.item);
}

/** A head must also carry or name the events of its last commit, the last of which created its version. */
export function headDifferences(expected: DerivedItem, found: DerivedItem): Difference[] {
  const differences = strictDifferences(expected, found);
  const carried = found.item['lastEvents'] as LastCommit | undefined;
  const { events: committed = [] } = expected.item['lastEvents'] as LastCommit;
  // If an aggregate's last two commits have the same cause, only the head distinguishes them.
  const commit = lastCommitOf(carried?.count ? committed.slice(-carried.count) : committed);
  if (!isSameCommit(carried, commit))
    differences.push({ attribute: 'lastEvents', expected: commit, found: carried });
  // The table deletes items that have one, so only a tombstone may.
  if (expected.item['status'] !== 'removed')
    differences.push(...differencesIn(['expiresAt'], expected.item, found.item));
  return differences;
}

function isSameCommit(found: LastCommit | undefined, { events, ...commit }: LastCommit): boolean {
  if (!found) return false;
  const { events: carried, bytes: _, ...named } = found;
  return isDeepStrictEqual(named, commit) && (!carried || isDeepStrictEqual(carried, events));
}

/**
 * The values a membership copies from its sides must be those of the versions it names. {@link isStale} reports that these
 * are older than the sides' last versions.
 */
export function membershipDifferences(
  expected: DerivedItem,
  found: DerivedItem,
  sides: readonly UserSide[],
  groupNames: GroupNames,
): Difference[] {
  const { userVersion, serviceGroupVersion, serviceGroupId } = found.item;
  const side = asOfVersion(sides, Number(userVersion));
  const group = groupNames.get(String(serviceGroupId));
  const name = group && asOfVersion(group.names, Number(serviceGroupVersion))?.name;
  const copies = {
    userName: side?.name,
    userEmail: side?.email,
    userRole: side?.role,
    userStatus: side?.status,
    userVersion: Math.min(Number(userVersion), Number(expected.item['userVersion'])),
    // For a service group without a history there is nothing to compare with, which is a separate finding.
    ...(group && {
      serviceGroupName: name,
      serviceGroupVersion: Math.min(Number(serviceGroupVersion), group.version),
    }),
  };
  return [...strictDifferences(expected, found), ...differencesIn(Object.keys(copies), copies, found.item)];
}

/** True if a present membership copies a side as of before its last change. */
export function isStale({ item }: DerivedItem, sides: readonly UserSide[], groupNames: GroupNames): boolean {
  const names = groupNames.get(String(item['serviceGroupId']))?.names;
  return (
    Number(item['userVersion']) < (sides.at(-1)?.version ?? 0) ||
    Number(item['serviceGroupVersion']) < (names?.at(-1)?.version ?? 0)
  );
}
