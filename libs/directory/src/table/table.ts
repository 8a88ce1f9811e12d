// table: the table itself, ids, and every item with its keys (`items`).
// Imports nothing else of this library.

import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { defineTable } from '@rollbook/single-table';
import { createTableInput, timeToLiveInput } from '@rollbook/single-table/provisioning';

/** The one table. CreateTable, the infrastructure and every key in this library come from this definition. */
export const rollbookTable = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
  discriminator: 'entity',
});

/** @returns true if this call created it */
export async function ensureTable(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const created = await createTable(client, tableName);
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 5 }, { TableName: tableName });
  if (created) await client.send(new UpdateTimeToLiveCommand(timeToLiveInput(rollbookTable, tableName)!));
  return created;
}

async function createTable(client: DynamoDBClient, tableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
    return false;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  try {
    await client.send(new CreateTableCommand(createTableInput(rollbookTable, tableName)));
    return true;
  } catch (error) {
    // Another process was faster.
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}
