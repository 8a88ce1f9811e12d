import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Configuration } from '../configuration.js';

const CONNECT_TIMEOUT_MS = 1_000;
/** With three attempts a table that hangs becomes a 503 in some six seconds. */
const REQUEST_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 3;
/**
 * Calls beyond these wait here, where no timeout runs: a burst of requests is served one after the other, instead of
 * timing out in the queue of the sockets and being sent again, which would only make it worse.
 */
const CALLS_IN_FLIGHT = 50;
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
  const client = new DynamoDBClient(options);
  const inTurn = turnstile(CALLS_IN_FLIGHT);
  client.middlewareStack.add((next) => (request) => inTurn(() => next(request)), {
    // Inside of the retries: each attempt waits for its turn.
    step: 'deserialize',
    priority: 'high',
    name: 'rollbookCallsInFlight',
  });
  return client;
}

/** Lets a number of calls through at a time, the others in the order they came. */
function turnstile(places: number): <T>(call: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (call) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
