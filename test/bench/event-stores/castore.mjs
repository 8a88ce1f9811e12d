// Castore with its adapter for one DynamoDB table, as its documentation shows.
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { EventStore } from '@castore/core';
import { DynamoDBSingleTableEventStorageAdapter } from '@castore/event-storage-adapter-dynamodb';
import { countedClient } from './counted-client.mjs';
import { eventMetadata, inLanes, renamed, userOf } from './user-events.mjs';

const STATES = 'castore-states';

export async function open({ endpoint, events }) {
  const { client, used } = countedClient(endpoint);
  await createTables(client);
  const eventStorageAdapter = new DynamoDBSingleTableEventStorageAdapter({
    tableName: 'castore',
    dynamoDBClient: client,
  });
  const users = new EventStore({
    eventStoreId: 'USERS',
    eventTypes: [],
    eventStorageAdapter,
    reducer: evolve,
  });
  const emails = new EventStore({
    eventStoreId: 'EMAILS',
    eventTypes: [],
    eventStorageAdapter,
    reducer: evolve,
  });
  const append = (aggregateId, version, name) =>
    users.pushEvent({
      aggregateId,
      version,
      type: 'user.renamed',
      payload: renamed(name),
      metadata: eventMetadata(),
    });

  /** The email is an aggregate of its own, which is to have no first event yet: that makes it unique. */
  async function create(n) {
    const aggregateId = randomUUID();
    const payload = userOf(aggregateId, n);
    const metadata = eventMetadata();
    await EventStore.pushEventGroup(
      users.groupEvent({ aggregateId, version: 1, type: 'user.created', payload, metadata }),
      emails.groupEvent({
        aggregateId: payload.email,
        version: 1,
        type: 'email.claimed',
        payload: { aggregateId },
      }),
    );
    const state = { id: aggregateId, ...payload, version: 1 };
    await client.send(new PutItemCommand({ TableName: STATES, Item: marshall(state) }));
    return aggregateId;
  }

  const long = await create('long');
  await inLanes(events - 1, (n) => append(long, n + 2, `Name ${n}`));
  const [made, appended] = [[], await create('appended')];
  let version = 1;
  const load = async () => (await users.getAggregate(long)).aggregate.version;
  return {
    used,
    appendAlone: (n) => append(appended, (version += 1), `Name ${n}`),
    command: async (n) => {
      const id = made[n % made.length];
      const { aggregate } = await users.getExistingAggregate(id);
      await append(id, aggregate.version + 1, `Name ${n}`);
    },
    create: async (n) => made.push(await create(n)),
    state: load,
    fold: load,
    async clash() {
      const id = await create('clash');
      const answers = await Promise.allSettled([append(id, 2, 'One'), append(id, 2, 'Other')]);
      const refused = answers.filter(({ status }) => status === 'rejected');
      return `${refused.length} was refused (${refused[0]?.reason.name ?? 'none'})`;
    },
    close: () => client.destroy(),
  };
}

const evolve = (state, { version, payload }) => ({ ...state, ...payload, version });

async function createTables(client) {
  const [S, N] = ['S', 'N'];
  const attribute = (AttributeName, AttributeType) => ({ AttributeName, AttributeType });
  await client.send(
    new CreateTableCommand({
      TableName: 'castore',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        attribute('aggregateId', S),
        attribute('version', N),
        attribute('eventStoreId', S),
        attribute('timestamp', S),
      ],
      KeySchema: [
        { AttributeName: 'aggregateId', KeyType: 'HASH' },
        { AttributeName: 'version', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'initialEvents',
          KeySchema: [
            { AttributeName: 'eventStoreId', KeyType: 'HASH' },
            { AttributeName: 'timestamp', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: STATES,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [attribute('id', S)],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
}
