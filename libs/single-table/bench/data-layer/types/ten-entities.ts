/**
 * Ten entities with two indexes each way and one use of each kind of operation on every one of them: what
 * `tsc --extendedDiagnostics` counts type instantiations on.
 */
import {
  connectTable,
  createdAt,
  defineEntity,
  defineTable,
  list,
  map,
  number,
  oneOf,
  string,
  stringSet,
  updatedAt,
  type TableOptions,
} from '../../../src/index.js';

const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  },
});

const customer = defineEntity(shop, {
  name: 'customer',
  key: { PK: 'customers:{ownerId}', SK: 'customer:{region}:{customerId}' },
  indexes: {
    GSI1: { GSI1PK: 'customer-status:{status}', GSI1SK: '{placedAt:iso}:{customerId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    customerId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const address = defineEntity(shop, {
  name: 'address',
  key: { PK: 'addresss:{ownerId}', SK: 'address:{region}:{addressId}' },
  indexes: {
    GSI1: { GSI1PK: 'address-status:{status}', GSI1SK: '{placedAt:iso}:{addressId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    addressId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'orders:{ownerId}', SK: 'order:{region}:{orderId}' },
  indexes: {
    GSI1: { GSI1PK: 'order-status:{status}', GSI1SK: '{placedAt:iso}:{orderId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    orderId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const line = defineEntity(shop, {
  name: 'line',
  key: { PK: 'lines:{ownerId}', SK: 'line:{region}:{lineId}' },
  indexes: { GSI1: { GSI1PK: 'line-status:{status}', GSI1SK: '{placedAt:iso}:{lineId}' }, GSI2: 'inverted' },
  attributes: {
    ownerId: string(),
    lineId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const payment = defineEntity(shop, {
  name: 'payment',
  key: { PK: 'payments:{ownerId}', SK: 'payment:{region}:{paymentId}' },
  indexes: {
    GSI1: { GSI1PK: 'payment-status:{status}', GSI1SK: '{placedAt:iso}:{paymentId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    paymentId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const parcel = defineEntity(shop, {
  name: 'parcel',
  key: { PK: 'parcels:{ownerId}', SK: 'parcel:{region}:{parcelId}' },
  indexes: {
    GSI1: { GSI1PK: 'parcel-status:{status}', GSI1SK: '{placedAt:iso}:{parcelId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    parcelId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const product = defineEntity(shop, {
  name: 'product',
  key: { PK: 'products:{ownerId}', SK: 'product:{region}:{productId}' },
  indexes: {
    GSI1: { GSI1PK: 'product-status:{status}', GSI1SK: '{placedAt:iso}:{productId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    productId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const review = defineEntity(shop, {
  name: 'review',
  key: { PK: 'reviews:{ownerId}', SK: 'review:{region}:{reviewId}' },
  indexes: {
    GSI1: { GSI1PK: 'review-status:{status}', GSI1SK: '{placedAt:iso}:{reviewId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    reviewId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const supplier = defineEntity(shop, {
  name: 'supplier',
  key: { PK: 'suppliers:{ownerId}', SK: 'supplier:{region}:{supplierId}' },
  indexes: {
    GSI1: { GSI1PK: 'supplier-status:{status}', GSI1SK: '{placedAt:iso}:{supplierId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    supplierId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

const voucher = defineEntity(shop, {
  name: 'voucher',
  key: { PK: 'vouchers:{ownerId}', SK: 'voucher:{region}:{voucherId}' },
  indexes: {
    GSI1: { GSI1PK: 'voucher-status:{status}', GSI1SK: '{placedAt:iso}:{voucherId}' },
    GSI2: 'inverted',
  },
  attributes: {
    ownerId: string(),
    voucherId: string(),
    region: string(),
    status: oneOf('open', 'paid', 'closed'),
    placedAt: string(),
    total: number(),
    note: string().optional(),
    tags: stringSet().optional(),
    place: map({ street: string(), city: string() }).optional(),
    history: list(map({ at: string(), what: string() })),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});

declare const options: TableOptions;
const table = connectTable(shop, options);

export async function use(): Promise<unknown[]> {
  const seen: unknown[] = [];
  const customerKey = { ownerId: 'o', region: 'eu', customerId: '1' };
  seen.push((await table.get(customer, customerKey))?.total);
  seen.push(
    await table.put(customer, { ...customerKey, status: 'open', placedAt: '', total: 1, history: [] }),
  );
  seen.push(
    await table.update(customer, customerKey, {
      set: { total: 2 },
      condition: (c) => c.eq('status', 'open'),
    }),
  );
  seen.push((await table.query(customer, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(customer.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  const addressKey = { ownerId: 'o', region: 'eu', addressId: '1' };
  seen.push((await table.get(address, addressKey))?.total);
  seen.push(await table.put(address, { ...addressKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(address, addressKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(address, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(address.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  const orderKey = { ownerId: 'o', region: 'eu', orderId: '1' };
  seen.push((await table.get(order, orderKey))?.total);
  seen.push(await table.put(order, { ...orderKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(order, orderKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(order, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push((await table.query(order.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor);
  const lineKey = { ownerId: 'o', region: 'eu', lineId: '1' };
  seen.push((await table.get(line, lineKey))?.total);
  seen.push(await table.put(line, { ...lineKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(line, lineKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(line, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push((await table.query(line.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor);
  const paymentKey = { ownerId: 'o', region: 'eu', paymentId: '1' };
  seen.push((await table.get(payment, paymentKey))?.total);
  seen.push(await table.put(payment, { ...paymentKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(payment, paymentKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(payment, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(payment.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  const parcelKey = { ownerId: 'o', region: 'eu', parcelId: '1' };
  seen.push((await table.get(parcel, parcelKey))?.total);
  seen.push(await table.put(parcel, { ...parcelKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(parcel, parcelKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(parcel, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push((await table.query(parcel.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor);
  const productKey = { ownerId: 'o', region: 'eu', productId: '1' };
  seen.push((await table.get(product, productKey))?.total);
  seen.push(await table.put(product, { ...productKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(product, productKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(product, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(product.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  const reviewKey = { ownerId: 'o', region: 'eu', reviewId: '1' };
  seen.push((await table.get(review, reviewKey))?.total);
  seen.push(await table.put(review, { ...reviewKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(review, reviewKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(review, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push((await table.query(review.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor);
  const supplierKey = { ownerId: 'o', region: 'eu', supplierId: '1' };
  seen.push((await table.get(supplier, supplierKey))?.total);
  seen.push(
    await table.put(supplier, { ...supplierKey, status: 'open', placedAt: '', total: 1, history: [] }),
  );
  seen.push(
    await table.update(supplier, supplierKey, {
      set: { total: 2 },
      condition: (c) => c.eq('status', 'open'),
    }),
  );
  seen.push((await table.query(supplier, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(supplier.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  const voucherKey = { ownerId: 'o', region: 'eu', voucherId: '1' };
  seen.push((await table.get(voucher, voucherKey))?.total);
  seen.push(await table.put(voucher, { ...voucherKey, status: 'open', placedAt: '', total: 1, history: [] }));
  seen.push(
    await table.update(voucher, voucherKey, { set: { total: 2 }, condition: (c) => c.eq('status', 'open') }),
  );
  seen.push((await table.query(voucher, { ownerId: 'o', region: 'eu' }, { limit: 25 })).items[0]?.status);
  seen.push(
    (await table.query(voucher.by('GSI1'), { status: 'open' }, { atLeast: { placedAt: '' } })).cursor,
  );
  return seen;
}
