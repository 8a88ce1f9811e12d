import { workAfterwards } from '../../../apps/stream-processor/src/projector/afterwards.js';
import { tasksOfRecord } from '../../../apps/stream-processor/src/projector/projector.js';
import { readSearchEntries, runTask, type ItemChange, type Tenant } from '#libs/directory';
import { sequenceNumberOf } from '#libs/dynamodb-streams';
import type { TestDirectory } from './directory.js';
import { streamShards } from '../streams/stream-records.js';

/** Does with a table's stream what the projector does for search: each call goes on where the one before ended. */
export function followSearchChanges({ directory, client, tableName }: TestDirectory): () => Promise<void> {
  const afterwards = workAfterwards((line) => {
    throw new Error(line);
  });
  const read = new Map<string, number>();
  return async () => {
    for (const { shardId, records } of await streamShards(client, tableName)) {
      const news = records.slice(read.get(shardId) ?? 0);
      read.set(shardId, records.length);
      const byScope = new Map<string, ItemChange[]>();
      for (const record of news)
        for (const { kind, accountId } of tasksOfRecord(record)) {
          const { OldImage: before, NewImage: after } = record.dynamodb ?? {};
          const change = { before, after, sequenceNumber: sequenceNumberOf(record), createdAt: 0 };
          if (kind === 'index-entries') byScope.set(accountId, [...(byScope.get(accountId) ?? []), change]);
        }
      for (const [accountId, changes] of byScope)
        await runTask(
          directory,
          { kind: 'index-entries', accountId },
          { changes, shardId, afterwards: (work) => afterwards.add(accountId, work) },
        );
    }
    await afterwards.settled();
  };
}

/** The names in all items of an account's search entries, also in those that a later change has replaced. */
export async function storedNames({ directory }: TestDirectory, { accountId }: Tenant): Promise<string[]> {
  const { segments, changes } = await readSearchEntries(directory, accountId);
  return [...segments, ...changes].flatMap(({ entries }) =>
    entries.map((entry) => ('name' in entry ? entry.name : '')),
  );
}
