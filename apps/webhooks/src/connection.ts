import { randomUUID } from 'node:crypto';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { timeLimits } from '#libs/single-table';
import type { Configuration } from './configuration.js';

/** The SDK copies every input and output for a logger that has methods, even for its default one that does nothing. */
const NO_LOGGER = {} as NonNullable<DynamoDBClientConfig['logger']>;
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Connects to the table. */
export function connect(configuration: Configuration): { directory: Directory; close: () => void } {
  const { table: tableName, region, dynamodbEndpoint: endpoint, kmsKeyId, masterKeyFile } = configuration;
  const client = new DynamoDBClient({
    logger: NO_LOGGER,
    requestHandler: timeLimits(),
    ...(region && { region }),
    ...(endpoint && { endpoint, credentials: LOCAL_CREDENTIALS }),
  });
  const directory = openDirectory({
    client,
    tableName,
    // No cursor of this process leaves it.
    cursorSecret: randomUUID() + randomUUID(),
    masterKey: masterKeyOf({ kmsKeyId, file: masterKeyFile, region, tableName }),
  });
  return { directory, close: () => client.destroy() };
}
