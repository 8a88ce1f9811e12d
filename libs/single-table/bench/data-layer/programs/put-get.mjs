import { connect, getItem, putItem } from '../../../src/index.ts';
import { order, shop } from './order.mjs';

export async function run(options, item) {
  const connection = connect(shop, options);
  await putItem(connection, order, item);
  return getItem(connection, order, item);
}
