import { DynamoDB } from '@aws-sdk/client-dynamodb';
import dynamoose from 'dynamoose';
import { stubbedClient } from '../stub.mjs';
import { keys, TABLE } from './keys.mjs';

export async function dynamooseModel() {
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
    // It has no collections: a query is one of a model.
    projection: async ({ customerId }) =>
      (
        await Order.query('PK')
          .eq(`customer:${customerId}`)
          .where('SK')
          .beginsWith('order:')
          .attributes(['orderId', 'status', 'total'])
          .limit(25)
          .exec()
      ).map(plain),
  };
}
