import { connect, getItem, putItem, queryItems } from '../../../src/index.ts';
import { order, shop } from './order.mjs';

export async function run(options, item) {
  const connection = connect(shop, options);
  await putItem(connection, order, item);
  await getItem(connection, order, item);
  return queryItems(connection, order, { customerId: item.customerId }, { limit: 25 });
}
