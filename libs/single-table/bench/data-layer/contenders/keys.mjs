// The table and the keys that the contenders without keys of their own write: those of libs/single-table.
export const TABLE = 'bench';
export const keys = ({ customerId, orderId, status, placedAt }) => ({
  PK: `customer:${customerId}`,
  SK: `order:${orderId}`,
  GSI1PK: `status:${status}`,
  GSI1SK: `${placedAt}:${orderId}`,
});
export const customerKeys = ({ customerId }) => ({ PK: `customer:${customerId}`, SK: 'customer' });
export const keyOf = ({ customerId, orderId }) => ({ customerId, orderId });
