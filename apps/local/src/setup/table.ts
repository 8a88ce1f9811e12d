import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#libs/directory';
import { ConfigurationError } from '../settings/configuration.js';

/** @throws ConfigurationError if what answers is no engine */
export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  endpoint: string,
): Promise<void> {
  try {
    await ensureTable(client, tableName);
  } catch (error) {
    if (isDynamoDBs(error)) throw error;
    const status = statusOf(error);
    if (status !== undefined)
      throw new ConfigurationError(
        `What answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} is not DynamoDB (status ${status}): give the address of an engine, ` +
          'or unset the variable to use the embedded one.',
      );
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigurationError(
      `Nothing answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} (${reason}): start an engine there, or unset the ` +
        'variable to use the embedded one.',
    );
  }
}

/** All of its errors have such a name; what another server answers has none that the SDK knows. */
function isDynamoDBs(error: unknown): boolean {
  return statusOf(error) !== undefined && /Exception$/.test((error as Error).name);
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
