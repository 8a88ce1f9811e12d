import {
  connect,
  createOperation,
  getItem,
  isSingleTableError,
  putItem,
  queryItems,
  transactWrite,
  updateItem,
  updateOperation,
} from '../../../src/index.ts';
import { order, shop } from './order.mjs';

export async function run(options, key, item, other) {
  const connection = connect(shop, options);
  await putItem(connection, order, item);
  await getItem(connection, order, key);
  await updateItem(connection, order, key, { add: { total: 1 }, condition: (c) => c.eq('paid', false) });
  await queryItems(connection, order.by('GSI1'), { status: 'open' }, { limit: 25 });
  try {
    await transactWrite(connection, [
      createOperation(order, other),
      updateOperation(order, key, { set: { paid: true } }),
    ]);
  } catch (error) {
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
  }
}
