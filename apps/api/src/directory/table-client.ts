import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Configuration } from '../configuration.js';

const CONNECT_TIMEOUT_MS = 1_000;
/** With three attempts a table that hangs becomes a 503 in about five seconds. */
const REQUEST_TIMEOUT_MS = 1_500;
const MAX_ATTEMPTS = 3;
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The client all table calls of the API go through. */
export function tableClient({ endpoint, region }: Configuration['table']): DynamoDBClient {
  const options: DynamoDBClientConfig = {
    region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  };
  if (endpoint) options.endpoint = endpoint;
  if (endpoint && !process.env['AWS_ACCESS_KEY_ID']) options.credentials = LOCAL_CREDENTIALS;
  return new DynamoDBClient(options);
}
