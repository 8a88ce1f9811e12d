import { PutItemCommand, type AttributeValue, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openLogs, readFeed, runLogRound, type Signing } from '#libs/directory';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { streamShards } from '../streams/stream-records.js';
import type { RunningApi } from './api.js';
import { PLANTED } from './tenant-leaks.js';
import type { Tenancy } from './tenant-matrix.js';

const digits = (value: number) => String(value).padStart(12, '0');
const text = (value: string) => ({ S: value });

/** Feeds what has been committed, and does a round of the log. @param meanwhile between the two */
export async function logAll(
  client: DynamoDBClient,
  { configuration, directory }: RunningApi,
  signing: Signing,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const append = feeder({ directory, onNotice: (line) => expect(line).toBe('') });
  const { signal } = new AbortController();
  for (const { records, shardId } of await streamShards(client, configuration.table.name))
    expect(await append({ records, shardId, signal })).toEqual({ unfinished: [] });
  await meanwhile?.();
  await runLogRound(directory, signing, (line) => expect(line).toBe(''));
}

/**
 * Logs all that has happened, and with it events of the other tenant that a part of our feed names, which no request of theirs could do.
 * @returns the path of our entries
 */
export async function plantLeaves(
  client: DynamoDBClient,
  api: RunningApi,
  [ours, theirs]: readonly [Tenancy, Tenancy],
  signing: Signing,
): Promise<string> {
  const { configuration, directory } = api;
  const TableName = configuration.table.name;
  const put = (Item: Record<string, AttributeValue>) => client.send(new PutItemCommand({ TableName, Item }));
  const [accountId = '', their = ''] = [ours.ids['accountId'], theirs.ids['accountId']];
  const [aggregateId, at] = [`${theirs.team.admin.id}-planted`, new Date().toISOString()];
  const named = [
    [theirs.team.admin.id, 1, 1],
    [aggregateId, 1, 1],
  ];
  await logAll(client, api, signing, async () => {
    await put({
      ...{ PK: text(`events:${aggregateId}`), SK: text(`v:${digits(1)}`), entity: text('event') },
      ...{ accountId: text(their), aggregateId: text(aggregateId), version: { N: '1' }, at: text(at) },
      ...{ eventId: text(`${aggregateId}.1`), type: text('user_changed'), name: text(PLANTED) },
    });
    const { sequence } = (await readFeed(directory, accountId, { after: 'now', limit: 1 })).position;
    await put({
      ...{ PK: text(`feed:${accountId}`), SK: text(`part:${digits(sequence)}`), entity: text('feed-part') },
      ...{ scope: text(accountId), sequence: { N: String(sequence) }, at: text(at), fedUpTo: { M: {} } },
      commits: text(JSON.stringify(named)),
    });
  });
  const { size } = (await openLogs(directory, signing.key).accounts.head(accountId))!;
  return `${ours.team.path}/log/tile/entries/000.p/${size}`;
}
