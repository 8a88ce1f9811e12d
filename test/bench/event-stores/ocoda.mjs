// @ocoda/event-sourcing: its DynamoDB event store and its aggregate root, as its documentation shows, without the module that
// connects them by dependency injection.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { countedClient } from './counted-client.mjs';
import { inLanes, renamed, userOf } from './user-events.mjs';

const require = createRequire(import.meta.url);
const {
  Aggregate,
  AggregateRoot,
  DefaultEventSerializer,
  Event,
  EventMap,
  EventStream,
  UUID,
} = require('@ocoda/event-sourcing');
// Its index loads the store for MongoDB too, whose driver is not installed.
const {
  DynamoDBEventStore,
} = require('@ocoda/event-sourcing/dist/integration/event-store/dynamodb.event-store.js');

const [STATES, EMAILS] = ['ocoda-states', 'ocoda-emails'];

class UserCreated {
  constructor(userId, name, email, role) {
    Object.assign(this, { userId, name, email, role });
  }
}
Event('user.created')(UserCreated);

class UserRenamed {
  constructor(name) {
    this.name = name;
  }
}
Event('user.renamed')(UserRenamed);

class User extends AggregateRoot {
  onUserCreated({ userId, name, email, role }) {
    Object.assign(this, { userId, name, email, role });
  }
  onUserRenamed({ name }) {
    this.name = name;
  }
}
Aggregate({ streamName: 'user' })(User);

export async function open({ endpoint, events }) {
  const { client, used } = countedClient(endpoint);
  for (const TableName of [STATES, EMAILS]) await createTable(client, TableName, 'id');
  // Its own `setup` names provisioned throughput and on-demand billing in one call, which DynamoDB refuses.
  await createTable(client, 'events', 'streamId', 'version');
  const store = newStore(client);
  const streamOf = (id) => EventStream.for(User, id);

  async function load(id) {
    const user = new User();
    await user.loadFromHistory(store.getEvents(streamOf(id)));
    return user;
  }

  async function commit(id, user) {
    await store.appendEvents(streamOf(id), user.version, user.commit());
  }

  async function create(n) {
    const id = UUID.generate();
    const fields = userOf(id.value, n);
    await putAlone(client, EMAILS, { id: fields.email, owner: id.value }, 'attribute_not_exists(id)');
    const user = new User();
    user.applyEvent(new UserCreated(fields.userId, fields.name, fields.email, fields.role));
    await commit(id, user);
    await putAlone(client, STATES, { id: id.value, ...fields, version: 1 });
    return id;
  }

  const append = (id, version, name) =>
    store.appendEvents(streamOf(id), version, [new UserRenamed(renamed(name).name)]);
  const long = await create('long');
  await inLanes(events - 1, (n) => append(long, n + 2, `Name ${n}`));
  const [made, appended] = [[], await create('appended')];
  let version = 1;
  const loadLong = async () => (await load(long)).version;
  return {
    used,
    appendAlone: (n) => append(appended, (version += 1), `Name ${n}`),
    command: async (n) => {
      const id = made[n % made.length];
      const user = await load(id);
      user.applyEvent(new UserRenamed(`Name ${n}`));
      await commit(id, user);
    },
    create: async (n) => made.push(await create(n)),
    state: loadLong,
    fold: loadLong,
    async clash() {
      const id = await create('clash');
      await Promise.all([append(id, 2, 'One'), append(id, 2, 'Other')]);
      const { name } = await store.getEvent(streamOf(id), 2);
      return `both were answered with success, but only one event exists (${name})`;
    },
    close: () => client.destroy(),
  };
}

function newStore(client) {
  const eventMap = new EventMap();
  for (const event of [UserCreated, UserRenamed]) eventMap.register(event, DefaultEventSerializer.for(event));
  const store = new DynamoDBEventStore(eventMap, client);
  store.publish = async () => {};
  return store;
}

function putAlone(client, TableName, item, ConditionExpression) {
  return client.send(new PutItemCommand({ TableName, Item: marshall(item), ConditionExpression }));
}

async function createTable(client, TableName, partitionKey, sortKey) {
  const names = [
    [partitionKey, 'S', 'HASH'],
    [sortKey, 'N', 'RANGE'],
  ].filter(([name]) => name);
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      KeySchema: names.map(([AttributeName, , KeyType]) => ({ AttributeName, KeyType })),
    }),
  );
}
