import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { engineEndpoint } from '../../../../test/support/engines/engine.js';
import { createItemTable } from '../../test/support/item-table.js';
import { binary, defineEntity, defineTable, number, string } from '@rollbook/single-table';
import { streamReader, type Change } from '@rollbook/single-table/streams';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK', stream: 'NEW_AND_OLD_IMAGES' });
const user = defineEntity(definition, {
  name: 'user',
  key: { PK: 'user:{userId}', SK: 'user' },
  attributes: { userId: string(), age: number(), face: binary().optional() },
});
const visit = defineEntity(definition, {
  name: 'visit',
  key: { PK: 'user:{userId}', SK: 'visit:{at:iso}' },
  attributes: { userId: string(), at: string() },
});
const log = defineEntity(definition, {
  name: 'log',
  key: { PK: 'log', SK: '{line:6}' },
  attributes: { line: number() },
});

/** Every kind of change has a branch; the compiler checks that none is left over. */
function describeChange(change: Change<typeof user | typeof visit>): string {
  switch (change.kind) {
    case 'insert':
      return change.entity === 'user' ? `user of ${change.new.age}` : `visit at ${change.new.at}`;
    case 'modify':
      return change.entity === 'user' ? `user from ${change.old.age} to ${change.new.age}` : 'visit changed';
    case 'remove':
      return `${change.entity} ${change.expired ? 'expired' : 'removed'}`;
    case 'other':
      return `other: ${change.entity}`;
    default:
      return change satisfies never;
  }
}

async function readStream(client: DynamoDBStreamsClient, arn: string): Promise<_Record[]> {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
  const records: _Record[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    records.push(...((await client.send(new GetRecordsCommand({ ShardIterator }))).Records ?? []));
  }
  return records;
}

describe('stream records', () => {
  test('become typed changes of their entities, in the order of each item', async () => {
    const { table, client, tableName, close } = await createItemTable(definition);
    const streams = new DynamoDBStreamsClient({
      endpoint: engineEndpoint(),
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await table.put(user, { userId: 'u', age: 1, face: new Uint8Array([0, 255]) });
    await table.update(user, { userId: 'u' }, { set: { age: 2 } });
    await table.put(visit, { userId: 'u', at: '2026-03-03T00:00:00.000Z' });
    await table.put(log, { line: 1 });
    await table.delete(user, { userId: 'u' });

    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    const read = streamReader([user, visit]);
    const changes = (await readStream(streams, Table?.LatestStreamArn ?? '')).map(read);
    expect(changes.map(describeChange)).toEqual([
      'user of 1',
      'user from 1 to 2',
      'visit at 2026-03-03T00:00:00.000Z',
      'other: log',
      'user removed',
    ]);
    expect(changes[0]).toMatchObject({ new: { face: new Uint8Array([0, 255]) } });
    streams.destroy();
    close();
  });

  test('a removal by time to live is marked, and Lambda sends binaries as base64', () => {
    const image = {
      PK: { S: 'user:u' },
      SK: { S: 'user' },
      entity: { S: 'user' },
      userId: { S: 'u' },
      age: { N: '7' },
      face: { B: 'AP8=' },
    };
    const change = streamReader([user])({
      eventName: 'REMOVE',
      dynamodb: { OldImage: image, SequenceNumber: '5' },
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
    expect(change).toEqual({
      kind: 'remove',
      entity: 'user',
      old: { userId: 'u', age: 7, face: new Uint8Array([0, 255]) },
      expired: true,
      sequenceNumber: '5',
    });
  });
});
