import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { callingOften } from './calling-often.js';
import type { ClientSettings } from './client.js';

export interface DynamoDBSettings extends ClientSettings {
  /** Slows down while the table throttles: for long walks, not for requests. */
  adaptive?: boolean | undefined;
}

export function dynamoDBClient(settings: DynamoDBSettings = {}): DynamoDBClient {
  const configuration: DynamoDBClientConfig = settings.adaptive ? { retryMode: 'adaptive' } : {};
  return callingOften(DynamoDBClient, 'dynamodb', settings, configuration);
}
