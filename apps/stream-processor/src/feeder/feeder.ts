// feeder: appends commits to the feeds. A reader of its own, so that nothing else holds up what guards and other copies follow.

import {
  ACCOUNTS_SCOPE,
  appendToFeed,
  eachAccountId,
  eachEventOfAccount,
  feedLost,
  fillHistories,
  grantTenant,
  PLATFORM_ACCOUNT_ID,
  type Directory,
} from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import { inParallel } from '#libs/pacing';
import { fedCommitOf } from './fed-commits.js';

const FEEDS_AT_ONCE = 8;
const [MIN_GATHER_MS, MAX_GATHER_MS] = [10, 100];

/** At 100 changes a second, a part of each feed has ten: 0.2 write units a change. A single change waits for nothing. */
export function gatherCommitsMs(commitsPerSecond: number): number {
  return Math.min(MAX_GATHER_MS, Math.max(MIN_GATHER_MS, commitsPerSecond));
}

export interface FeederOptions {
  directory: Directory;
  onNotice: (line: string) => void;
  /** A feed now has this part. */
  onFed?: ((scope: string, sequence: number) => void) | undefined;
}

/** Without a shard if the host does not know it: then nothing can be appended. */
type RecordsOfShard = Pick<RecordBatch, 'records' | 'signal'> & Partial<Pick<RecordBatch, 'shardId'>>;

/** Never gives a commit up: what follows it would be out of order. */
export function feeder({ directory, onNotice, onFed }: FeederOptions) {
  return async ({ records, signal, shardId }: RecordsOfShard): Promise<{ unfinished: StreamRecord[] }> => {
    if (shardId === undefined)
      throw new Error('Feeds are appended to by shard: the event source mapping needs a tumbling window.');
    const unfinished = new Set<StreamRecord>();
    const append = async ([scope, own]: [string, StreamRecord[]]) => {
      try {
        signal.throwIfAborted();
        const sequence = await appendToFeed(directory, scope, { shardId, commits: own.flatMap(fedCommitOf) });
        onFed?.(scope, sequence);
      } catch (error) {
        for (const record of own) unfinished.add(record);
        onNotice(`The feed of ${scope} could not be appended to and will be retried: ${String(error)}`);
      }
    };
    const { [ACCOUNTS_SCOPE]: all, ...accounts } = Object.fromEntries(byScope(records));
    await inParallel(Object.entries(accounts), FEEDS_AT_ONCE, append);
    // The logs follow the feed of all accounts: what it has, the account's must have.
    if (all && unfinished.size === 0) await append([ACCOUNTS_SCOPE, all]);
    else for (const record of all ?? []) unfinished.add(record);
    return { unfinished: records.filter((record) => unfinished.has(record)) };
  };
}

/** Each commit is for the feed of its account and for that of all accounts. */
export function byScope(records: readonly StreamRecord[]): Map<string, StreamRecord[]> {
  const commits = records.filter((record) => fedCommitOf(record).length > 0);
  const scopes = new Map<string, StreamRecord[]>();
  for (const record of commits) {
    const accountId = record.dynamodb?.NewImage?.['accountId']?.S ?? '';
    const own = scopes.get(accountId);
    if (own) own.push(record);
    else scopes.set(accountId, [record]);
  }
  return commits.length > 0 ? scopes.set(ACCOUNTS_SCOPE, commits) : scopes;
}

/** Feeds what happened before feeds began. */
export async function feedHistories(
  directory: Directory,
  onNotice: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await fillHistories(directory, { onNotice, ...(signal && { signal }) });
  } catch (error) {
    onNotice(`The history of a feed could not be fed and will be retried: ${String(error)}`);
  }
}

/** Feeds from the logs of events what the stream has lost. */
export async function feedSince(directory: Directory, { from, to }: { from: Date; to: Date }): Promise<void> {
  await feedLost(directory, PLATFORM_ACCOUNT_ID, { from, to });
  for await (const accountId of eachAccountId(directory)) {
    const events = eachEventOfAccount(grantTenant(directory, accountId), from, to);
    const { done: isUnchanged } = await events.next();
    if (!isUnchanged) await feedLost(directory, accountId, { from, to });
  }
  await feedLost(directory, ACCOUNTS_SCOPE, { from, to });
}
