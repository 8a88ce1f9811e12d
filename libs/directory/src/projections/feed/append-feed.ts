import { isSingleTableError } from '@rollbook/single-table';
import { CLOCKS_DIFFER_MS } from '../../core/clocks.js';
import { beginFeed, readFeedEnd } from '../../core/feed-end.js';
import type { FeedEnd } from '../../core/feed-ends.js';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { eventEntity } from '../../table/items/events.js';
import {
  feedPartEntity,
  FIRST_LIVE_PART,
  haveTeams,
  packCommits,
  type FedCommit,
} from '../../table/items/feed.js';
import { ACCOUNTS_SCOPE } from '../../search-index/heads-to-entries.js';
import { notedPlace, placeOf, recentPlaces, shardName } from '../increments.js';

/** A commit, as the stream record of its head says it. */
export interface RecordedCommit extends FedCommit {
  sequenceNumber: string;
  /** When it was made, by the stream's clock, to the second. ISO 8601. */
  createdAt: string;
  /** The time of its last event. ISO 8601. */
  committedAt: string;
}

/** The commits of one shard for one feed, in the order of the shard. */
export interface RecordedCommits {
  shardId: string;
  commits: readonly RecordedCommit[];
}

const MAX_ATTEMPTS = 10;
/** A reader of the feed reads a part whole. */
const MAX_COMMITS = 500;
/** A feed begins with a moment that is a minute away. */
const LONG_BEFORE_MS = 2 * 60_000;

/**
 * Appends commits to a feed: each once, and those of a subject in their order. Each part says up to which record of a shard the feed
 * has its commits, and is written on the condition that nobody else has written the part of that number; so a record that is delivered
 * again, to whichever process, is skipped. Relies on each process handling the records of a shard in order.
 * @returns a part that the feed has
 */
export async function appendToFeed(
  directory: Directory,
  scope: string,
  { shardId, commits }: RecordedCommits,
): Promise<number> {
  let sequence = 0;
  for (let from = 0; from < commits.length; from += MAX_COMMITS) {
    const part = { shardId, commits: commits.slice(from, from + MAX_COMMITS) };
    sequence = await appendPart(directory, scope, part);
  }
  return sequence;
}

/** Whether a feed has these commits, or has them from the log of events. Strongly consistent. */
export async function isFed(
  directory: Directory,
  scope: string,
  { shardId, commits }: RecordedCommits,
): Promise<boolean> {
  const end = commits.length === 0 ? undefined : await readFeedEnd(directory, scope);
  const upTo = end?.fedUpTo[shardName(shardId)]?.split(' ')[0] ?? '';
  return commits.every(
    (each) => end && !end.filling && (placeOf(each) <= upTo || wasFilled(each, end.filledTo)),
  );
}

async function appendPart(directory: Directory, scope: string, recorded: RecordedCommits): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const end = directory.feedEnds.get(scope) ?? (await endOf(directory, scope, recorded.commits));
      const next = (await appendTo(directory, scope, end, recorded)) ?? end;
      directory.feedEnds.set(scope, next);
      return next.sequence;
    } catch (error) {
      directory.feedEnds.delete(scope);
      if (!isSingleTableError(error, 'ConditionFailed') || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Where it ends, or, if it has not begun, that it begins with these commits if nothing happened before them. */
async function endOf(
  directory: Directory,
  scope: string,
  commits: readonly RecordedCommit[],
): Promise<FeedEnd> {
  const known = await readFeedEnd(directory, scope);
  if (known) return known;
  if (await beginsWith(directory, scope, commits)) return { sequence: FIRST_LIVE_PART - 1, fedUpTo: {} };
  return beginFeed(directory, scope);
}

async function beginsWith(
  { table }: Directory,
  scope: string,
  commits: readonly RecordedCommit[],
): Promise<boolean> {
  if (scope !== ACCOUNTS_SCOPE)
    return commits.some(({ aggregateId, first }) => aggregateId === scope && first === 1);
  const { items } = await table.query(accountEntity.by('GSI1'), {}, { limit: 1 });
  const oldest = Math.min(...commits.map(({ committedAt }) => Date.parse(committedAt)));
  return commits.some(({ first }) => first === 1) && (!items[0] || Date.parse(items[0].createdAt) >= oldest);
}

/** @returns the new end; undefined if the feed has them all */
async function appendTo(
  directory: Directory,
  scope: string,
  end: FeedEnd,
  { shardId, commits }: RecordedCommits,
): Promise<FeedEnd | undefined> {
  const upTo = end.fedUpTo[shardName(shardId)]?.split(' ')[0] ?? '';
  const unfed = commits.filter((each) => placeOf(each) > upTo);
  const last = unfed.at(-1);
  if (!last) return undefined;
  if (end.filling) throw new Error(`What the stream lost of the feed of ${scope} is being fed.`);
  const next = unfed.filter((each) => !wasFilled(each, end.filledTo));
  const teams = end.teams === true || haveTeams(unfed);
  // They are skipped again if they are delivered again; but that they are about teams must be said from here on.
  if (next.length === 0 && teams === (end.teams === true)) return undefined;
  const fed: FedCommit[] = [];
  for (const each of next) fed.push(await withoutFilled(directory, each, end.filledTo));
  const now = directory.now();
  const { filledTo } = end;
  const appended = {
    sequence: end.sequence + 1,
    fedUpTo: { ...recentPlaces(end.fedUpTo, now), [shardName(shardId)]: notedPlace(last, now) },
    ...(filledTo !== undefined && { filledTo }),
    ...(teams && { teams }),
  };
  await directory.table.create(feedPartEntity, {
    ...appended,
    scope,
    at: new Date(now).toISOString(),
    commits: packCommits(fed),
    ...(appended.sequence === FIRST_LIVE_PART && { whole: true }),
  });
  return appended;
}

/** By the events' own times near the moment; farther from it by the stream's, because imported events have the times they had. */
function wasFilled({ createdAt, committedAt }: RecordedCommit, filledTo: string | undefined): boolean {
  if (filledTo === undefined) return false;
  const after = Date.parse(createdAt) - Date.parse(filledTo);
  return after <= CLOCKS_DIFFER_MS && (after < -LONG_BEFORE_MS || committedAt <= filledTo);
}

/** Without those of its events that are from before the moment, if it has any. */
async function withoutFilled(
  { table }: Directory,
  { aggregateId, first, count, committedAt }: RecordedCommit,
  filledTo: string | undefined,
): Promise<FedCommit> {
  const whole = { aggregateId, first, count };
  // Its events are a millisecond apart.
  if (filledTo === undefined || Date.parse(committedAt) - count > Date.parse(filledTo)) return whole;
  const between = [{ version: first }, { version: first + count - 1 }] as const;
  const select = ['version', 'at'] as const;
  let filled = 0;
  for await (const { at } of table.each(eventEntity, { aggregateId }, { between, consistent: true, select }))
    if (at <= filledTo) filled += 1;
  return { aggregateId, first: first + filled, count: count - filled };
}
