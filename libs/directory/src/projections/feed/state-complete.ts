import type { Directory } from '../../core/directory.js';
import { feedFollowedEntity, feedStatementEntity } from '../../table/items/feed.js';

/**
 * States that everything committed before a time is in its feeds. Needs no condition: what is stated stays true, and one that is older
 * than another only makes copies look older for a moment.
 * @param completeTo milliseconds since the epoch
 */
export async function stateComplete({ table }: Directory, completeTo: number): Promise<void> {
  await table.put(feedStatementEntity, { completeTo: new Date(completeTo).toISOString() });
}

/** Followers are noted once a minute. */
const FOLLOWED_MS = 3 * 60_000;

/** Whether somebody has read a feed in the last minutes. */
export async function isFollowed({ table, now }: Directory): Promise<boolean> {
  const followed = await table.get(feedFollowedEntity, {});
  return followed !== undefined && Math.abs(now() - Date.parse(followed.followedAt)) < FOLLOWED_MS;
}
