import {
  existingAccount,
  snapshotOfAccount,
  snapshotOfMembership,
  snapshotOfServiceGroup,
  snapshotOfUser,
  type ServiceGroupId,
  type SnapshotEvent,
} from '#libs/domain';
import { accountState } from '../../aggregates/account/state.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipOf, userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity } from '../../table/items/accounts.js';
import { feedPartEntity } from '../../table/items/feed.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { cursorAt, endOfFeed, type FeedPosition } from './read-feed.js';

/** Memberships are read from the index, which lags behind by less. */
const SETTLED_MS = 60_000;

export interface Snapshot {
  /** Where to go on in the feed. What happened in the last minute is in it too, and may be in the snapshot already. */
  cursor: string;
  /**
   * Everything committed before this moment is in the snapshot. Milliseconds since the epoch; undefined if there is no statement to rely
   * on for what comes after the cursor.
   */
  completeTo: number | undefined;
  events: AsyncGenerator<SnapshotEvent>;
}

/**
 * Access pattern 26: what there is in an account, as the events that would make it: the account, its service groups with their managers, its
 * users, their memberships. Everything that is read is newer than the cursor, so whoever goes on from there misses nothing.
 * @throws DomainError `account_not_found`
 * @throws FeedNotReadyError
 */
export async function readSnapshot(tenant: Tenant): Promise<Snapshot> {
  const { directory, accountId } = tenant;
  const head = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  const account = existingAccount(accountState(head));
  const stated = await directory.feedClock.completeTo();
  const completeTo = stated && Math.min(stated, directory.now() - SETTLED_MS);
  const cursor = cursorAt(directory, accountId, await settledPosition(tenant));
  return { cursor, completeTo, events: everything(tenant, snapshotOfAccount(account)) };
}

/** Behind the last part that was appended a minute ago: the index shows what it is about. */
async function settledPosition({ directory, accountId: scope }: Tenant): Promise<FeedPosition> {
  const end = await endOfFeed(directory, scope);
  const settled = new Date(directory.now() - SETTLED_MS).toISOString();
  const newestFirst = { order: 'descending', consistent: true, select: ['sequence', 'at'] } as const;
  let first = end.sequence;
  for await (const { sequence, at } of directory.table.each(feedPartEntity, { scope }, newestFirst)) {
    if (at < settled) return { sequence: sequence + 1, offset: 0 };
    first = sequence;
  }
  return { sequence: first, offset: 0 };
}

async function* everything(
  { directory, accountId }: Tenant,
  ofAccount: readonly SnapshotEvent[],
): AsyncGenerator<SnapshotEvent> {
  const { table } = directory;
  const consistent = { consistent: true } as const;
  yield* ofAccount;
  const groups: ServiceGroupId[] = [];
  for await (const item of table.each(serviceGroupEntity, { accountId }, consistent)) {
    const group = serviceGroupState(item);
    if (group.status !== 'active') continue;
    groups.push(group.serviceGroupId);
    yield* snapshotOfServiceGroup(group);
  }
  const present = new Set<string>();
  for await (const item of table.each(userEntity, { accountId }, consistent)) {
    const user = userState(item);
    if (user.status === 'none' || user.status === 'removed') continue;
    present.add(user.userId);
    yield* snapshotOfUser(user);
  }
  for (const serviceGroupId of groups)
    for await (const item of table.each(membershipEntity.by('GSI1'), { serviceGroupId }, {}))
      // What is about to be removed with its user is left out; what has ended is, too.
      if (item.accountId === accountId && present.has(item.userId) && isHeldNow(directory, item))
        yield snapshotOfMembership(item, membershipOf(item));
}
