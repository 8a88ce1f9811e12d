import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import { ScriptedService, stalled, whole } from '../../../test/support/engines/scripted-service.js';
import { connect, type Connections } from './connections.js';

describe('A service that stops in the middle of its answer', () => {
  const service = new ScriptedService();
  let connections: Connections;

  beforeAll(async () => {
    const endpoint = await service.start();
    connections = connect(
      {
        table: 'table',
        eventBus: 'bus',
        dynamodbEndpoint: endpoint,
        eventBridgeEndpoint: endpoint,
        kmsKeyId: 'alias/none',
      },
      { tableMs: 100, busMs: 100 },
    );
  });

  afterAll(async () => {
    await connections.close();
    await service.stop();
  });

  it('is asked again when it is the table', async () => {
    service.answers = [stalled, whole('{"TableNames":[]}')];
    expect(await connections.dynamodb.send(new ListTablesCommand())).toMatchObject({
      TableNames: [],
      $metadata: { attempts: 2 },
    });
  });

  it("is asked again when it is the table's stream", async () => {
    service.answers = [stalled, whole('{"Streams":[]}')];
    expect(await connections.streams.send(new ListStreamsCommand())).toMatchObject({
      Streams: [],
      $metadata: { attempts: 2 },
    });
  });

  it('has not taken what it was sent when it is the bus', async () => {
    service.answers = [stalled];
    const event = { id: 'user_1.1', group: 'user_1', type: 'user.created', time: new Date(), detail: '{}' };
    expect(await connections.bus.publish([event])).toEqual([
      { kind: 'failed', reason: expect.stringContaining('TimeoutError') as string },
    ]);
  });
});
