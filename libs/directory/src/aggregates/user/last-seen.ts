import { DAY_SECONDS, type UserId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { ifConditionHolds } from '../../core/retries.js';
import type { Tenant } from '../../core/tenant.js';
import { lastSeenEntity } from '../../table/items/last-seen.js';

/** Longer than a year: somebody who comes every spring has been seen. */
const KEPT_FOR_SECONDS = 400 * DAY_SECONDS;

/** Records that a user was here, outside every command: it is no event. It never goes back, whichever of several writers is late. */
export async function noteLastSeen(
  { table }: Directory,
  { accountId, userId }: { accountId: string; userId: UserId },
  at: string,
): Promise<void> {
  const expiresAt = Math.ceil(Date.parse(at) / 1_000) + KEPT_FOR_SECONDS;
  await ifConditionHolds(
    table.put(
      lastSeenEntity,
      { accountId, userId, lastSeenAt: at, expiresAt },
      { condition: (c) => c.or(c.notExists('lastSeenAt'), c.lt('lastSeenAt', at)) },
    ),
  );
}

/**
 * When users of the account were last here, accurate to a few minutes. One eventually consistent call for each hundred.
 * @returns without those who have not been here for 400 days
 */
export async function findLastSeen(
  { directory: { table }, accountId }: Tenant,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const found = await table.batchGet(userIds.map((userId) => lastSeenEntity.at({ userId })));
  return new Map(
    found.flatMap((item) => (item?.accountId === accountId ? [[item.userId, item.lastSeenAt] as const] : [])),
  );
}

/** Of a user who has been removed. */
export async function forgetLastSeen({ table }: Directory, userId: UserId): Promise<void> {
  await table.delete(lastSeenEntity, { userId });
}
