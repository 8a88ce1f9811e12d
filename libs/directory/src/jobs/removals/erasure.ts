import {
  DomainError,
  eraseUser,
  evolveUser,
  initialUser,
  type UserEvent,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { changeUser } from '../../aggregates/user/changes.js';
import { forgetLastSeen } from '../../aggregates/user/last-seen.js';
import { tombstoneExpiry, type Directory } from '../../core/directory.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { userEntity } from '../../table/items/users.js';
import { eraseFromPast } from './erase-user.js';
import { jobItems, withJob, type Removal } from '../../core/jobs.js';
import { command } from '../../core/command.js';
import { requireSameVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import { endSessionsOfUser } from '../../sign-in/sessions.js';
import { eachOpened } from '../../core/event-opener.js';
import { userState } from '../../aggregates/user/state.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { Tenant } from '../../core/tenant.js';

/** With more past memberships than this an erasure leaves them to a job. */
const MAX_AT_ONCE = 45;

/**
 * Erases the personal data of a removed user for good. The commit destroys the user's own key, which makes the personal data
 * in its events and receipts unreadable, and empties its tombstone; copies on past memberships are overwritten in the same
 * transaction, or, if there are too many, by a job of the same commit, while lists already show them as erased. The history
 * stays. The user's sessions, which name their identity, are deleted, and so is when they were last here.
 *
 * It is possible in a suspended or closed account.
 * @throws DomainError `user_not_found`, `user_not_removed`, `user_not_erasable`, `version_mismatch`
 */
export async function erasePersonalData(
  tenant: Tenant,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  const { directory } = tenant;
  const outcome = await command(tenant, context, {
    aggregateId: userId,
    load: () => load(tenant, userId),
    decide: ({ before }) => {
      // The user has been removed, so the tombstone's version counts.
      if (before.status !== 'none') requireSameVersion(before.version, context.expectedVersion);
      return eraseUser(before);
    },
    change: ({ before, atOnce }, newEvents, by) => {
      const expiresAt = atOnce ? tombstoneExpiry(directory) : undefined;
      return changeUser(userId, before, newEvents, by, undefined, expiresAt);
    },
    view: ({ events }, { firstEvent, fences, past, wasInTeams, atOnce }, by) => {
      if (events.length === 0) return { state: { jobId: undefined } };
      const key = destroyKey(firstEvent);
      const more = wasInTeams ? { hasTeams: true as const } : {};
      if (!atOnce) return withJob(jobItems(directory, 'erase-user', userId, fences, events, by, more), [key]);
      const copies = past.map((item) => ({ operation: eraseFromPast(item, directory.now()) }));
      return { state: { jobId: undefined }, guards: [key, ...copies] };
    },
  });
  // Also when the erasure is repeated, because a process may have ended here. They expire within hours in any case.
  if (!context.dryRun)
    await Promise.all([endSessionsOfUser(directory, userId), forgetLastSeen(directory, userId)]);
  return outcome;
}

/** @throws DomainError `user_not_erasable` if the user is older than encryption, and its events are not encrypted */
function destroyKey(firstEvent: Item<typeof eventEntity> | undefined): TransactItem {
  if (firstEvent?.userKey === undefined)
    throw new DomainError(
      'user_not_erasable',
      "The user's events were stored before encryption was introduced.",
    );
  const { aggregateId, version, userKey } = firstEvent;
  return {
    operation: eventEntity.update(
      { aggregateId, version },
      { remove: ['userKey'], condition: (c) => c.eq('userKey', userKey) },
    ),
  };
}

async function load({ directory, accountId }: Tenant, userId: UserId) {
  const { table } = directory;
  const [foundHead, firstEvent, fences] = await table.batchGet(
    [
      userEntity.at({ accountId, userId }),
      eventEntity.at({ aggregateId: userId, version: 1 }),
      fencesEntity.at({ accountId }),
    ],
    { consistent: true },
  );
  // One after the other: the memberships of a removed user only move from present to past, and none may escape between two
  // reads.
  const present = await table.query(membershipEntity, { userId }, { limit: 1, consistent: true });
  const atMost = { limit: MAX_AT_ONCE + 1, consistent: true };
  const past = await table.query(pastMembershipEntity, { userId }, atMost);
  // The two are not read at one instant: another erasure may have come between. Its tombstone existed before its key was
  // gone, so this read sees it.
  const keyIsGone = firstEvent !== undefined && firstEvent.userKey === undefined;
  const head = keyIsGone
    ? await table.get(userEntity, { accountId, userId }, { consistent: true })
    : foundHead;
  const ofThisAccount = firstEvent?.accountId === accountId;
  const before = head || !ofThisAccount ? userState(head) : await foldExpired(directory, userId);
  // Places in teams are left to a job: few of those who are erased have any.
  const wasInTeams = before.status !== 'none' && before.everInTeams === true;
  const atOnce = past.items.length <= MAX_AT_ONCE && present.items.length === 0 && !wasInTeams;
  return { before, firstEvent, fences, past: past.items, wasInTeams, atOnce };
}

/** A user whose tombstone has expired still has events. */
async function foldExpired(directory: Directory, userId: UserId): Promise<UserState> {
  let user: UserState = initialUser;
  const stored = directory.table.each(eventEntity, { aggregateId: userId }, { consistent: true });
  for await (const event of eachOpened(directory, stored)) {
    user = evolveUser(user, event as UserEvent);
    // Memberships are not needed, and there may have been thousands.
    if (user.status !== 'none') user = { ...user, memberships: {} };
  }
  return user;
}
