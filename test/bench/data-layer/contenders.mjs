// Each contender writes, reads and queries the same order, by the shortest way its documentation shows.
import {
  DynamoDB,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import dynamoose from 'dynamoose';
import { Dynamo } from 'dynamodb-onetable/Dynamo';
import { Table as OneTable } from 'dynamodb-onetable';
import * as toolbox from 'dynamodb-toolbox';
import { Entity as ElectroEntity } from 'electrodb';
import { order, stubbedClient } from './stub.mjs';

const TABLE = 'bench';
const keys = ({ customerId, orderId, status, placedAt }) => ({
  PK: `customer:${customerId}`,
  SK: `order:${orderId}`,
  GSI1PK: `status:${status}`,
  GSI1SK: `${placedAt}:${orderId}`,
});
const keyOf = ({ customerId, orderId }) => ({ customerId, orderId });

function documentClient(settings) {
  const { client, stub } = stubbedClient(DynamoDBClient, settings);
  const doc = lib.DynamoDBDocumentClient.from(client);
  return {
    stub,
    put: (item) =>
      doc.send(new lib.PutCommand({ TableName: TABLE, Item: { ...keys(item), entity: 'order', ...item } })),
    get: async (item) => {
      const { PK, SK } = keys(item);
      return (await doc.send(new lib.GetCommand({ TableName: TABLE, Key: { PK, SK } }))).Item;
    },
    query: async ({ customerId }) =>
      (
        await doc.send(
          new lib.QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': `customer:${customerId}`, ':sk': 'order:' },
            Limit: 25,
          }),
        )
      ).Items,
  };
}

function plainClient() {
  const { client, stub } = stubbedClient();
  const S = (value) => ({ S: value });
  const encode = (item) => {
    const k = keys(item);
    return {
      PK: S(k.PK),
      SK: S(k.SK),
      GSI1PK: S(k.GSI1PK),
      GSI1SK: S(k.GSI1SK),
      entity: S('order'),
      customerId: S(item.customerId),
      orderId: S(item.orderId),
      status: S(item.status),
      placedAt: S(item.placedAt),
      total: { N: String(item.total) },
      lines: { N: String(item.lines) },
      paid: { BOOL: item.paid },
      tags: { L: item.tags.map(S) },
      address: {
        M: { street: S(item.address.street), city: S(item.address.city), zip: S(item.address.zip) },
      },
      note: S(item.note),
    };
  };
  const decode = (item) => ({
    customerId: item.customerId.S,
    orderId: item.orderId.S,
    status: item.status.S,
    placedAt: item.placedAt.S,
    total: Number(item.total.N),
    lines: Number(item.lines.N),
    paid: item.paid.BOOL,
    tags: item.tags.L.map((tag) => tag.S),
    address: { street: item.address.M.street.S, city: item.address.M.city.S, zip: item.address.M.zip.S },
    note: item.note.S,
  });
  return {
    stub,
    put: (item) => client.send(new PutItemCommand({ TableName: TABLE, Item: encode(item) })),
    get: async (item) => {
      const { PK, SK } = keys(item);
      return decode(
        (await client.send(new GetItemCommand({ TableName: TABLE, Key: { PK: S(PK), SK: S(SK) } }))).Item,
      );
    },
    query: async ({ customerId }) =>
      (
        await client.send(
          new QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': S(`customer:${customerId}`), ':sk': S('order:') },
            Limit: 25,
          }),
        )
      ).Items.map(decode),
  };
}

async function rollbook() {
  const { connectTable, defineEntity, defineTable, boolean, list, map, number, string } =
    await import('../node_modules/.bench/single-table.mjs');
  const { client, stub } = stubbedClient();
  const definition = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  });
  const entity = defineEntity(definition, {
    name: 'order',
    key: { PK: 'customer:{customerId}', SK: 'order:{orderId}' },
    indexes: { GSI1: { GSI1PK: 'status:{status}', GSI1SK: '{placedAt:iso}:{orderId}' } },
    attributes: {
      customerId: string(),
      orderId: string(),
      status: string(),
      placedAt: string(),
      total: number(),
      lines: number(),
      paid: boolean(),
      tags: list(string()),
      address: map({ street: string(), city: string(), zip: string() }),
      note: string(),
    },
  });
  const table = connectTable(definition, { client, tableName: TABLE, cursorSecret: 'x'.repeat(32) });
  return {
    stub,
    put: (item) => table.put(entity, item),
    get: (item) => table.get(entity, keyOf(item)),
    query: async ({ customerId }) => (await table.query(entity, { customerId }, { limit: 25 })).items,
  };
}

function electrodb() {
  const { client, stub } = stubbedClient();
  const entity = new ElectroEntity(
    {
      model: { entity: 'order', version: '1', service: 'shop' },
      attributes: {
        customerId: { type: 'string', required: true },
        orderId: { type: 'string', required: true },
        status: { type: 'string', required: true },
        placedAt: { type: 'string', required: true },
        total: { type: 'number' },
        lines: { type: 'number' },
        paid: { type: 'boolean' },
        tags: { type: 'list', items: { type: 'string' } },
        address: {
          type: 'map',
          properties: { street: { type: 'string' }, city: { type: 'string' }, zip: { type: 'string' } },
        },
        note: { type: 'string' },
      },
      indexes: {
        primary: {
          pk: { field: 'PK', composite: ['customerId'] },
          sk: { field: 'SK', composite: ['orderId'] },
        },
        byStatus: {
          index: 'GSI1',
          pk: { field: 'GSI1PK', composite: ['status'] },
          sk: { field: 'GSI1SK', composite: ['placedAt', 'orderId'] },
        },
      },
    },
    {
      client: lib.DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      table: TABLE,
    },
  );
  return {
    stub,
    put: (item) => entity.put(item).go(),
    get: async (item) => (await entity.get(keyOf(item)).go()).data,
    query: async ({ customerId }) => (await entity.query.primary({ customerId }).go({ limit: 25 })).data,
  };
}

function dynamodbToolbox() {
  const { client, stub } = stubbedClient();
  const { Table, Entity, item: schema, string, number, boolean, list, map } = toolbox;
  const table = new Table({
    documentClient: lib.DynamoDBDocumentClient.from(client),
    name: TABLE,
    partitionKey: { name: 'PK', type: 'string' },
    sortKey: { name: 'SK', type: 'string' },
    indexes: {
      GSI1: {
        type: 'global',
        partitionKey: { name: 'GSI1PK', type: 'string' },
        sortKey: { name: 'GSI1SK', type: 'string' },
      },
    },
  });
  const attributes = schema({
    customerId: string().key(),
    orderId: string().key(),
    status: string(),
    placedAt: string(),
    total: number(),
    lines: number(),
    paid: boolean(),
    tags: list(string()),
    address: map({ street: string(), city: string(), zip: string() }),
    note: string(),
  });
  const entity = new Entity({
    name: 'order',
    table,
    schema: attributes.and((prev) => ({
      GSI1PK: string()
        .hidden()
        .link(({ status }) => `status:${status}`),
      GSI1SK: string()
        .hidden()
        .link(({ placedAt, orderId }) => `${placedAt}:${orderId}`),
    })),
    computeKey: ({ customerId, orderId }) => ({ PK: `customer:${customerId}`, SK: `order:${orderId}` }),
    timestamps: false,
  });
  return {
    stub,
    put: (item) => entity.build(toolbox.PutItemCommand).item(item).send(),
    get: async (item) => (await entity.build(toolbox.GetItemCommand).key(keyOf(item)).send()).Item,
    query: async ({ customerId }) =>
      (
        await table
          .build(toolbox.QueryCommand)
          .entities(entity)
          .query({ partition: `customer:${customerId}`, range: { beginsWith: 'order:' } })
          .options({ limit: 25 })
          .send()
      ).Items,
  };
}

function oneTable() {
  const { client, stub } = stubbedClient();
  const table = new OneTable({
    client: new Dynamo({ client }),
    name: TABLE,
    partial: false,
    schema: {
      format: 'onetable:1.1.0',
      version: '0.0.1',
      indexes: {
        primary: { hash: 'PK', sort: 'SK' },
        gs1: { hash: 'GSI1PK', sort: 'GSI1SK', project: 'all' },
      },
      models: {
        Order: {
          PK: { type: String, value: 'customer:${customerId}' },
          SK: { type: String, value: 'order:${orderId}' },
          GSI1PK: { type: String, value: 'status:${status}' },
          GSI1SK: { type: String, value: '${placedAt}:${orderId}' },
          customerId: { type: String, required: true },
          orderId: { type: String, required: true },
          status: { type: String },
          placedAt: { type: String },
          total: { type: Number },
          lines: { type: Number },
          paid: { type: Boolean },
          tags: { type: Array, items: { type: String } },
          address: {
            type: Object,
            schema: { street: { type: String }, city: { type: String }, zip: { type: String } },
          },
          note: { type: String },
        },
      },
      params: { timestamps: false, isoDates: false },
    },
  });
  const model = table.getModel('Order');
  return {
    stub,
    put: (item) => model.create(item, { exists: null }),
    get: (item) => model.get(keyOf(item)),
    query: async ({ customerId }) => [...(await model.find({ customerId }, { limit: 25 }))],
  };
}

async function dynamooseModel() {
  const { client, stub } = stubbedClient(DynamoDB);
  dynamoose.aws.ddb.set(client);
  const schema = new dynamoose.Schema({
    PK: { type: String, hashKey: true },
    SK: { type: String, rangeKey: true },
    GSI1PK: { type: String, index: { name: 'GSI1', type: 'global', rangeKey: 'GSI1SK' } },
    GSI1SK: String,
    customerId: String,
    orderId: String,
    status: String,
    placedAt: String,
    total: Number,
    lines: Number,
    paid: Boolean,
    tags: { type: Array, schema: [String] },
    address: { type: Object, schema: { street: String, city: String, zip: String } },
    note: String,
  });
  const Order = dynamoose.model('Order', schema);
  const table = new dynamoose.Table(TABLE, [Order], {
    create: false,
    waitForActive: false,
    update: false,
    initialize: false,
  });
  await table.initialize();
  const plain = (found) => {
    const { PK, SK, GSI1PK, GSI1SK, ...item } = found.toJSON();
    return item;
  };
  return {
    stub,
    put: (item) => new Order({ ...keys(item), ...item }).save(),
    get: async (item) => {
      const { PK, SK } = keys(item);
      return plain(await Order.get({ PK, SK }));
    },
    query: async ({ customerId }) =>
      (
        await Order.query('PK').eq(`customer:${customerId}`).where('SK').beginsWith('order:').limit(25).exec()
      ).map(plain),
  };
}

/** The baseline is first; the second is the same again: what differs between the two is noise. */
export const contenders = {
  'lib-dynamodb': () => documentClient(),
  'lib-dynamodb again (A/A)': () => documentClient(),
  'lib-dynamodb, logger: {}': () => documentClient({ logger: {} }),
  'client-dynamodb by hand': plainClient,
  'libs/single-table': rollbook,
  'ElectroDB 3.9': electrodb,
  'DynamoDB-Toolbox 2.10': dynamodbToolbox,
  'OneTable 2.7': oneTable,
  'dynamoose 4.2': dynamooseModel,
};
