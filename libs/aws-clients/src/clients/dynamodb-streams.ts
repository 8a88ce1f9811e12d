import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { takeRecordsAsTheyAre } from '../stream-records.js';
import { callingOften } from './calling-often.js';
import type { ClientSettings } from './client.js';

export function dynamoDBStreamsClient(settings: ClientSettings = {}): DynamoDBStreamsClient {
  const client = callingOften(DynamoDBStreamsClient, 'dynamodb', settings);
  takeRecordsAsTheyAre(client.config.protocol as never);
  return client;
}
