import { isFed, isFollowed } from '#libs/directory';
import { StreamFeed, StreamReader, type RecordBatch } from '#libs/dynamodb-streams';
import type { Connections } from '../connections.js';
import { isNoCommit } from '../publisher/committed-events.js';
import { fedCommitOf } from './fed-commits.js';
import { byScope } from './feeder.js';
import { startStatingFeeds, type FeedMetrics } from './feed-statements.js';

/** A third reader of the stream must not read often. */
const POLL_EVERY_MS = 4_000;

export interface WatchOptions extends Pick<Connections, 'directory' | 'streams' | 'dynamodb'> {
  table: string;
  onNotice: (line: string) => void;
  /** When to end. */
  signal: AbortSignal;
  leaseDurationMs?: number;
}

/**
 * For hosts that are called with records only, and so know nothing of the stream while nothing happens: reads the stream beside them, and
 * states up to when the feeds have what is in it. While nobody follows a feed it does nothing.
 */
export async function watchFeeds({
  directory,
  onNotice,
  signal,
  ...where
}: WatchOptions): Promise<FeedMetrics | undefined> {
  if (!(await isFollowed(directory))) return undefined;
  const feed = new StreamFeed({
    streams: where.streams,
    maxPollIntervalMs: POLL_EVERY_MS,
    runtime: directory,
  });
  const reader = new StreamReader({
    ...where,
    runtime: directory,
    feed,
    consumer: 'feed-watch',
    ignore: isNoCommit,
    staysFresh: true,
    onNotice,
    async handle({ records, shardId }: RecordBatch) {
      for (const [scope, own] of byScope(records))
        if (!(await isFed(directory, scope, { shardId, commits: own.flatMap(fedCommitOf) })))
          return { unfinished: records };
      return { unfinished: [] };
    },
  });
  await reader.start();
  const statements = startStatingFeeds(directory, reader, onNotice);
  await directory.sleep(2_147_483_647, signal);
  await statements.stop();
  await reader.stop();
  return statements.metrics();
}
