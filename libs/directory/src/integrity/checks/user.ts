import type { UserId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { emailClaimEntity, identityEntity, ownerEntity, userEntity } from '../../table/items/users.js';
import { openUserKey, type UserKey } from '../../core/user-keys.js';
import { expiryOf, withoutExpired } from './account-head.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './aggregate.js';
import {
  headDifferences,
  isStale,
  membershipDifferences,
  strictDifferences,
} from '../derivation/compare-attributes.js';
import { checkLastSeen } from './last-seen.js';
import { checkSessions } from './sessions.js';
import { findClaimedTwice, heldExternalIds } from './external-id.js';
import { checkKey } from './user-key.js';
import { markClaimedTwice } from './claimed-twice.js';
import { compareItems, type Comparison } from '../derivation/compare.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import { itemsOfUser } from '../derivation/derived-items.js';
import type { Diagnosis } from '../derivation/findings.js';
import { emailOf, foldUser, type UserHistory } from '../derivation/folded-user.js';
import { dueInTeams } from '../derivation/items-of-teams.js';
import {
  readDue,
  readDueOfTeams,
  readEvents,
  readManaged,
  readMemberships,
} from '../derivation/stored-account.js';
import { placeOf, type TeamPlaceItem } from '../../aggregates/user/state.js';

/** A user's check, with the memberships as stored, to compare with the other side. */
export interface UserCheck extends AggregateCheck<UserHistory> {
  memberships: DerivedItem[];
  managed: DerivedItem[];
}

/** Compares a user's events with its head, the claim of its email, its owner item, its memberships, and what is stored of its use. */
export async function checkUser(check: AccountCheck, userId: UserId): Promise<UserCheck> {
  const { directory, accountId, groupNames } = check;
  const head = await directory.table.get(userEntity, { accountId, userId }, { consistent: true });
  const stored = readEvents(directory, userId, head?.lastEvents, check.loggedUpTo);
  const history = await foldUser(accountId, userId, stored.events);
  const [{ claim, owner, removing, erasing }, memberships, managed] = await Promise.all([
    readBeside(check, userId, history),
    readMemberships(directory, userId),
    readManaged(directory, userId),
  ]);
  const keys = { onEvent: stored.userKey(), onHead: head?.userKey };
  const nothingLeft = !removing && !memberships.some(({ entity }) => IS_HELD.has(entity));
  const extras = {
    userKey: history.erasure ? undefined : (keys.onEvent ?? keys.onHead),
    expiresAt: nothingLeft ? expiryOf(history, directory) : undefined,
  };
  const expected = withoutExpired(itemsOfUser(history, presentNames(groupNames), extras), head, directory);
  const externalIds = await heldExternalIds(directory, expected);
  const identities = await heldIdentities(directory, expected);
  const due = await readDue(directory, { accountId, userId }, expected, memberships);
  const ofPlaces = memberships.filter(({ entity }) => entity === 'team-place');
  const dueOfPlaces = await readDueOfTeams(
    directory,
    expected,
    dueInTeams(
      accountId,
      ['team-place', userId],
      ofPlaces.map(({ item }) => placeOf(item as TeamPlaceItem)),
    ),
  );
  const found = [
    ...(head ? [derivedItem('user', head)] : []),
    ...(claim ? [derivedItem('email-claim', claim)] : []),
    ...(owner ? [derivedItem('owner', owner)] : []),
    ...externalIds,
    ...identities,
    ...memberships,
    ...due,
    ...dueOfPlaces,
  ];
  const comparison: Comparison = {
    accountId,
    aggregateId: userId,
    historyIsWhole: isWhole(history),
    differencesOf: (item, there) => differences(check, history, item, there),
    ...(history.state.status === 'removed' && { excuse: (item) => excuse(item, removing, erasing) }),
  };
  const diagnoses = [
    ...checkEvents(check, history, stored, await usable(directory, userId, extras.userKey)),
    ...checkKey(check, history, keys),
    ...compareItems(expected, found, comparison),
    ...stale(check, history, memberships),
    ...notManaged(check, userId, managed),
    ...(await checkSessions(check, userId, history.state)),
    ...(await checkLastSeen(check, userId, history.state)),
  ];
  if (claim && claim.userId !== userId && (await holdsToo(check, claim)))
    markClaimedTwice(claim.userId, 'email-claim', diagnoses);
  await findClaimedTwice(check, userId, externalIds, diagnoses);
  const reference = userEntity.at({ accountId, userId });
  return { history, diagnoses, head: { reference, version: head?.version }, memberships, managed };
}

const IS_HELD: ReadonlySet<string> = new Set(['membership', 'team-place']);

/** Items of service groups whose own events do not make the user a manager. */
function notManaged(
  { accountId, groupNames }: AccountCheck,
  userId: UserId,
  managed: readonly DerivedItem[],
): Diagnosis[] {
  const comparison = { accountId, aggregateId: userId, historyIsWhole: true, differencesOf: () => [] };
  const forged = managed.filter(
    ({ item }) => !groupNames.get(String(item['serviceGroupId']))?.managers.has(userId),
  );
  return compareItems([], forged, comparison);
}

/** The stored claims where the user's identities are expected, regardless of holder. */
async function heldIdentities(
  { table }: Directory,
  expected: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const held: DerivedItem[] = [];
  for (const { entity, item } of expected) {
    if (entity !== 'identity') continue;
    const found = await table.get(identityEntity, item as Item<typeof identityEntity>, { consistent: true });
    if (found) held.push(derivedItem('identity', found));
  }
  return held;
}

async function readBeside(
  { directory, accountId }: AccountCheck,
  userId: UserId,
  { state }: UserHistory,
): Promise<{
  claim: Item<typeof emailClaimEntity> | undefined;
  owner: Item<typeof ownerEntity> | undefined;
  /** Its job is moving the memberships to the past. */
  removing: boolean;
  /** Its job is overwriting the copies on memberships. */
  erasing: boolean;
}> {
  const { table } = directory;
  const email = emailOf(state);
  const [[owner, fences], claim] = await Promise.all([
    table.batchGet([ownerEntity.at({ accountId, userId }), fencesEntity.at({ accountId })], {
      consistent: true,
    }),
    email === undefined ? undefined : table.get(emailClaimEntity, { accountId, email }, { consistent: true }),
  ]);
  const isIn = (ids: ReadonlySet<string> | undefined) => ids?.has(userId) ?? false;
  return { claim, owner, removing: isIn(fences?.removedIds), erasing: isIn(fences?.erasedIds) };
}

function excuse(item: DerivedItem, removing: boolean, erasing: boolean) {
  const isDue = item.entity === 'due' || item.entity === 'due-of-team';
  if (!(isMembership(item) || isDue) || !(removing || erasing)) return undefined;
  const left = removing ? 'still to be moved to the past' : 'still to be erased';
  return { level: 'pending' as const, message: `The removed user's memberships are ${left}.` };
}

/** A key that cannot be unwrapped is reported through the events it does not decrypt. */
async function usable(
  { keyRing }: AccountCheck['directory'],
  userId: UserId,
  stored: string | undefined,
): Promise<UserKey | undefined> {
  try {
    return await openUserKey(keyRing, userId, stored);
  } catch (error) {
    if (error instanceof Error && error.name === 'UserKeyError') return undefined;
    throw error;
  }
}

/** Those that copy their user. */
const COPYING: ReadonlySet<string> = new Set([
  'membership',
  'past-membership',
  'team-place',
  'past-team-place',
]);

function isMembership({ entity }: DerivedItem): boolean {
  return COPYING.has(entity);
}

function differences(
  { groupNames }: AccountCheck,
  { sides }: UserHistory,
  expected: DerivedItem,
  found: DerivedItem,
) {
  if (expected.entity === 'user') return headDifferences(expected, found);
  if (isMembership(expected)) return membershipDifferences(expected, found, sides, groupNames);
  return strictDifferences(expected, found);
}

function presentNames(groupNames: AccountCheck['groupNames']) {
  return new Map(
    Array.from(groupNames, ([id, { names }]) => [id, names.at(-1)] as const).filter(
      (entry): entry is [string, { version: number; name: string }] => entry[1] !== undefined,
    ),
  );
}

function stale(
  { accountId, groupNames }: AccountCheck,
  { aggregateId, state, sides }: UserHistory,
  memberships: readonly DerivedItem[],
): Diagnosis[] {
  if (state.status === 'removed') return [];
  return memberships
    .filter((item) => IS_HELD.has(item.entity) && isStale(item, sides, groupNames))
    .map(({ entity, key }) => ({
      finding: {
        level: 'stale',
        problem: 'differs',
        entity,
        accountId,
        aggregateId,
        key,
        message: 'The membership copies a name, email, role or status that has changed since.',
        repairable: true,
      },
      repair: [],
    }));
}

async function holdsToo(
  { directory, accountId }: AccountCheck,
  { userId, email }: Item<typeof emailClaimEntity>,
): Promise<boolean> {
  const { state } = await foldUser(accountId, userId, readEvents(directory, userId, undefined, '').events);
  return emailOf(state) === email;
}
