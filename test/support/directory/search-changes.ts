import { searchEntries } from '../../../apps/stream-processor/src/projector/search-entries.js';
import { tasksOf } from '../../../apps/stream-processor/src/projector/projections.js';
import { readSearchEntries, type Tenant } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import type { TestDirectory } from './directory.js';
import { streamShards } from '../streams/stream-records.js';

/** Does with a table's stream what the projector does for search: each call goes on where the one before ended. */
export function followSearchChanges({ directory, client, tableName }: TestDirectory): () => Promise<void> {
  const entries = searchEntries(directory, (line) => {
    throw new Error(line);
  });
  const read = new Map<string, number>();
  return async () => {
    for (const { shardId, records } of await streamShards(client, tableName)) {
      const news = records.slice(read.get(shardId) ?? 0);
      read.set(shardId, records.length);
      const byScope = new Map<string, StreamRecord[]>();
      for (const record of news)
        for (const task of tasksOf(record))
          if (task.kind === 'index-entries')
            byScope.set(task.accountId, [...(byScope.get(task.accountId) ?? []), record]);
      for (const [scope, asking] of byScope) await entries.append(scope, asking);
    }
    await entries.settled();
  };
}

/** The names in all items of an account's search entries, also in those that a later change has replaced. */
export async function storedNames({ directory }: TestDirectory, { accountId }: Tenant): Promise<string[]> {
  const { segments, changes } = await readSearchEntries(directory, accountId);
  return [...segments, ...changes].flatMap(({ entries }) =>
    entries.map((entry) => ('name' in entry ? entry.name : '')),
  );
}
