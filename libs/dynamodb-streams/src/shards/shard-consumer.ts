import { backoff, type Runtime } from '#libs/pacing';
import type { HeldLease } from '../leases/held-lease.js';
import { handleInLanes, type BatchHandler } from './lanes.js';
import type { Checkpoint, Gap } from '../leases/lease-store.js';
import type { ReaderCounts } from '../metrics.js';
import { sequenceNumberOf, type StreamRecord } from '../records.js';
import { failureOf } from '../stream-api.js';
import type { FeedPage, ShardFeed, ShardName, StreamFeed } from './stream-feed.js';

/** Points in a worker's life that can be observed; see `onStep` of the reader. */
export type Step =
  | 'lease-taken'
  | 'takeover'
  | 'before-handle'
  | 'after-handle'
  | 'checkpointed'
  | 'before-shard-end'
  | 'shard-end';

export interface ConsumerContext {
  feed: StreamFeed;
  counts: ReaderCounts;
  handle: BatchHandler;
  ignore: (record: StreamRecord) => boolean;
  lanes: number;
  checkpointIntervalMs: number;
  gatherMs: (recordsPerSecond: number) => number;
  /** Somebody wants to know up to when everything is handled. */
  staysFresh: boolean;
  onGap: (gap: Gap) => Promise<void>;
  onStep: (step: Step, shard: ShardName) => void | Promise<void>;
  onNotice: (line: string) => void;
  runtime: Runtime;
}

/** How reading a shard ended: at its end, by losing the lease, on request, or because its stream is gone. */
export type ConsumerEnd = 'shard-end' | 'lease-lost' | 'stopped' | 'gone';

const FIRST_RETRY_MS = 50;
const RETRY_LIMIT_MS = 5_000;
const GATHERING_STEP_MS = 50;
/** Half of what a feed keeps in memory. */
const ENOUGH_RECORDS = 500;
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** @param stop ends reading after the present batch @param abort tells the handler to give up the present batch */
export async function consumeShard(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<ConsumerEnd> {
  const stopped = AbortSignal.any([stop, held.lost]);
  const batchSignal = AbortSignal.any([abort, held.lost]);
  const retry = backoff(FIRST_RETRY_MS, RETRY_LIMIT_MS, context.runtime);
  const ending = (): ConsumerEnd => (held.lost.aborted ? 'lease-lost' : 'stopped');
  const feed = context.feed.shard(shard);
  let atOnce = true;
  let gathersUntil = 0;
  const rate = recordRate(context.runtime);

  if (held.gap) await repairGap(context, held, shard, held.gap, held.position, stopped);
  else if (mayBeTrimmed(context, held))
    await repairGap(context, held, shard, 'trimmed', held.position, stopped);
  while (!stopped.aborted) {
    let page: FeedPage | undefined;
    await gather(context.runtime, feed, gathersUntil, atOnce, stopped);
    try {
      page = await feed.after(held.position, atOnce, stopped);
      if (!page) break;
      retry.reset();
      held.polled(page.records.length > 0 || page.hasMore, page.requestedAt);
    } catch (error) {
      if (failureOf(error) === 'gone') return 'gone';
      await recover(context, held, shard, error, retry, stopped);
      continue;
    }
    const startedAt = context.runtime.elapsed();
    const handled = await handlePage(context, held, shard, page.records, stopped, batchSignal);
    if (handled > 0) {
      feed.worked();
      gathersUntil = startedAt + context.gatherMs(rate(handled));
    }
    if (stopped.aborted) break;
    if (page.isLast) return (await finishShard(context, held, shard, stopped)) ? 'shard-end' : ending();
    held.handled(page);
    await saveWhenDue(context, held, shard, stopped);
    // A page with records does not say whether there are more: one that is empty does.
    atOnce = page.hasMore || (context.staysFresh && page.records.length > 0 && held.isStale);
    if (page.records.length === 0) context.counts.emptyPages += 1;
  }
  return ending();
}

/** Lets records pile up, as long as they stay in memory; in a backlog only while others read on. */
async function gather(
  { elapsed, sleep }: Runtime,
  feed: ShardFeed,
  until: number,
  isBehind: boolean,
  stopped: AbortSignal,
): Promise<void> {
  const enoughAt = feed.recordsRead + ENOUGH_RECORDS;
  for (;;) {
    const left = until - elapsed();
    const { recordsRead } = feed;
    if (left <= 0 || recordsRead >= enoughAt || stopped.aborted) return;
    await sleep(Math.min(left, GATHERING_STEP_MS), stopped);
    if (isBehind && feed.recordsRead === recordsRead) return;
  }
}

const RATE_OVER_MS = 1_000;

/** Per second, over the last second or so. */
function recordRate({ elapsed }: Runtime): (handled: number) => number {
  let [perSecond, at] = [0, elapsed()];
  return (handled) => {
    const now = elapsed();
    perSecond = perSecond * Math.exp((at - now) / RATE_OVER_MS) + handled;
    at = now;
    return perSecond;
  };
}

/** @returns how many records there was something to do for */
async function handlePage(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  page: readonly StreamRecord[],
  stopped: AbortSignal,
  batchSignal: AbortSignal,
): Promise<number> {
  const { counts } = context;
  let remaining = page.filter((record) => !context.ignore(record));
  counts.ignored += page.length - remaining.length;
  const toDo = remaining.length;
  const retry = backoff(FIRST_RETRY_MS, RETRY_LIMIT_MS, context.runtime);
  while (remaining.length > 0) {
    // A worker that was held up past its expiry first checks that the shard is still its own.
    if (held.expired) await saveOrSay(context, held, shard);
    if (stopped.aborted) return toDo;
    await context.onStep('before-handle', shard);
    counts.batches += 1;
    const batch = { ...shard, records: remaining, signal: batchSignal };
    const { unfinished, error } = await handleInLanes(context.handle, batch, context.lanes);
    if (held.expired) await saveOrSay(context, held, shard);
    if (held.lost.aborted) return toDo;
    counts.records += remaining.length - unfinished.length;
    const [firstUnfinished] = unfinished;
    if (!firstUnfinished) break;
    const number = sequenceNumberOf(firstUnfinished);
    const lastFinished = page[page.findIndex((record) => sequenceNumberOf(record) === number) - 1];
    if (lastFinished) held.advance(lastFinished, unfinished.length < remaining.length);
    remaining = unfinished;
    counts.retries += 1;
    if (error !== undefined)
      context.onNotice(`Records of shard ${shard.shardId} will be retried: ${text(error)}`);
    await saveWhenDue(context, held, shard, stopped);
    await retry.wait(stopped);
  }
  const last = page.at(-1);
  if (last) held.advance(last, toDo > 0);
  if (toDo > 0) await context.onStep('after-handle', shard);
  return toDo;
}

/** What to do about a failed call before the next attempt. */
async function recover(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  error: unknown,
  retry: ReturnType<typeof backoff>,
  stopped: AbortSignal,
): Promise<void> {
  const { counts } = context;
  switch (failureOf(error)) {
    case 'expired-iterator':
      counts.expiredIterators += 1;
      held.reopened();
      return;
    case 'trimmed':
      return repairGap(context, held, shard, 'trimmed', 'TRIM_HORIZON', stopped);
    case 'throttled':
      counts.throttles += 1;
      break;
    case 'gone':
    case 'other':
      context.onNotice(`Shard ${shard.shardId} cannot be read, retrying: ${text(error)}`);
  }
  counts.streamErrors += 1;
  await retry.wait(stopped);
}

/** Reports that records are missing, has them repaired, and only then continues, from `resumeAt`. */
async function repairGap(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  reason: Gap['reason'],
  resumeAt: Checkpoint,
  stopped: AbortSignal,
): Promise<void> {
  const foundAt = held.createdAt ?? RETENTION_MS;
  const gap: Gap = { ...shard, reason, since: held.readUntil ?? foundAt - RETENTION_MS };
  const retry = backoff(FIRST_RETRY_MS, RETRY_LIMIT_MS, context.runtime);
  context.counts.gaps += 1;
  context.onNotice(
    `RECORDS MISSING in shard ${shard.shardId} (${reason}): changes since ${new Date(gap.since).toISOString()} ` +
      'may not be in the stream any more. Repairing before reading on.',
  );
  while (!stopped.aborted) {
    const startedAt = context.runtime.now();
    try {
      await context.onGap(gap);
      held.repaired(startedAt, resumeAt);
      return;
    } catch (error) {
      context.onNotice(`The repair of shard ${shard.shardId} failed, retrying: ${text(error)}`);
      await retry.wait(stopped);
    }
  }
}

/**
 * Not every engine reports trimmed records, and none does for a read of the oldest: a shard that was read, or found and never
 * read, longer ago than DynamoDB keeps records counts as a gap too.
 */
function mayBeTrimmed({ runtime }: ConsumerContext, held: HeldLease): boolean {
  const readUntil = held.readUntil ?? held.createdAt;
  return readUntil !== undefined && readUntil < runtime.now() - RETENTION_MS;
}

/** Makes the end of the shard durable: only then may its children be read. False if stopped before that. */
async function finishShard(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  stopped: AbortSignal,
): Promise<boolean> {
  await context.onStep('before-shard-end', shard);
  held.end();
  const retry = backoff(FIRST_RETRY_MS, RETRY_LIMIT_MS, context.runtime);
  while (!(await saveOrSay(context, held, shard))) {
    await retry.wait(stopped);
    if (stopped.aborted) return false;
  }
  if (held.lost.aborted) return false;
  context.counts.shardsEnded += 1;
  await context.onStep('shard-end', shard);
  return true;
}

async function saveWhenDue(
  context: ConsumerContext,
  held: HeldLease,
  shard: ShardName,
  stopped: AbortSignal,
): Promise<void> {
  if (!held.isDue(context.checkpointIntervalMs)) return;
  if (await saveOrSay(context, held, shard)) await context.onStep('checkpointed', shard);
  else await context.runtime.sleep(FIRST_RETRY_MS, stopped);
}

async function saveOrSay(context: ConsumerContext, held: HeldLease, shard: ShardName): Promise<boolean> {
  try {
    await held.save();
    return true;
  } catch (error) {
    context.onNotice(`The checkpoint of shard ${shard.shardId} could not be written: ${text(error)}`);
    return false;
  }
}

function text(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
