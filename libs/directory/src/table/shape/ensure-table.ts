import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { createTableInput, timeToLiveInput } from '@rollbook/single-table/provisioning';
import { rollbookTable } from '../table.js';
import { storeShape } from './stored-shape.js';
import { TABLE_SHAPE } from './table-shape.js';

/** Creates the table, in the shape of this version. @returns true if this call created it */
export async function ensureTable(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const created = await createTable(client, tableName);
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 5 }, { TableName: tableName });
  if (!created) return false;
  await client.send(new UpdateTimeToLiveCommand(timeToLiveInput(rollbookTable, tableName)!));
  await storeShape({ client, tableName }, TABLE_SHAPE);
  return true;
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
