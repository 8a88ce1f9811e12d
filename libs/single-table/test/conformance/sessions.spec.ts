/** @engines both */
import { createItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { createdAt, defineEntity, defineTable, expiresAfter, string } from '@rollbook/single-table';
import { timeToLiveInput } from '@rollbook/single-table/provisioning';
import { DescribeTimeToLiveCommand, GetItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';

/** Sessions that expire. DynamoDB removes them within days; until then a reader must not see them. */
const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK', timeToLive: 'expiresAt' });
const session = defineEntity(definition, {
  name: 'session',
  key: { PK: 'USER#{userId}', SK: 'SESSION#{sessionId}' },
  attributes: {
    userId: string(),
    sessionId: string(),
    createdAt: createdAt(),
    expiresAt: expiresAfter(30 * 60),
  },
  hideExpired: true,
});

describe('sessions with a time to live', () => {
  test('a session is there for its time, then absent from every read, whenever DynamoDB removes it', async () => {
    let now = Date.UTC(2100, 2, 3, 12);
    const { table, calls, client, tableName, close } = await createItemTable(definition, {
      now: () => now,
    });
    await client.send(new UpdateTimeToLiveCommand(timeToLiveInput(definition, tableName) ?? fail()));
    const { TimeToLiveDescription } = await client.send(
      new DescribeTimeToLiveCommand({ TableName: tableName }),
    );
    expect(TimeToLiveDescription?.AttributeName).toBe('expiresAt');

    await table.put(session, { userId: 'u', sessionId: 's1' });
    now += 10 * 60_000;
    const { expiresAt } = await table.put(session, { userId: 'u', sessionId: 's2' });
    expect(expiresAt).toBe(now / 1000 + 1800);
    calls.length = 0;
    const open = async () =>
      (await table.query(session, { userId: 'u' }, { limit: 10 })).items.map((each) => each.sessionId);
    expect(await open()).toEqual(['s1', 's2']);
    onlyCalls(calls, 'Query');

    now += 20 * 60_000;
    expect(await open()).toEqual(['s2']);
    expect(await table.get(session, { userId: 'u', sessionId: 's1' })).toBeUndefined();
    expect(await table.batchGet([session.at({ userId: 'u', sessionId: 's1' })])).toEqual([undefined]);
    const Key = { PK: { S: 'USER#u' }, SK: { S: 'SESSION#s1' } };
    const stored = await client.send(new GetItemCommand({ TableName: tableName, Key }));
    expect(stored.Item?.['expiresAt']).toEqual({ N: String(Date.UTC(2100, 2, 3, 12, 30) / 1000) });
    close();
  });
});

function fail(): never {
  throw new Error('the table has no time to live');
}
