// table: the table itself, ids, and every item with its keys (`items`).
// Imports nothing else of this library.

import { defineTable } from '@rollbook/single-table';

/** The one table. CreateTable, the infrastructure and every key in this library come from this definition. */
export const rollbookTable = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
  discriminator: 'entity',
});
