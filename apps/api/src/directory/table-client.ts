import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDBClient, overUndici } from '#libs/aws-clients';
import type { Configuration } from '../configuration/configuration.js';

/** With three attempts a table that hangs becomes a 503 in some six seconds. */
const ANSWER_MS = 2_000;
const MAX_ATTEMPTS = 3;
/**
 * Further calls wait here, where no timeout runs: a burst of requests is served one after the other, instead of timing out
 * in the queue of the sockets and being retried, which would only make it worse.
 */
const CALLS_IN_FLIGHT = 50;

/**
 * The client all table calls of the API go through.
 * @param answerMs how long an answer is waited for, and for more of it
 */
export function tableClient(
  configuration: Pick<Configuration, 'table' | 'oneRequestAtATime'>,
  answerMs = ANSWER_MS,
): DynamoDBClient {
  const client = dynamoDBClient({
    endpoint: configuration.table.endpoint,
    answerMs,
    maxAttempts: MAX_ATTEMPTS,
    // Alone it would only make a function's bundle a fifth larger.
    handler: configuration.oneRequestAtATime ? undefined : overUndici(CALLS_IN_FLIGHT),
    keepSigningKey: true,
  });
  const inTurn = semaphore(CALLS_IN_FLIGHT);
  client.middlewareStack.add((next) => (request) => inTurn(() => next(request)), {
    // Inside of the retries: each attempt waits for its turn.
    step: 'deserialize',
    priority: 'high',
    name: 'rollbookCallsInFlight',
  });
  return client;
}

/** Lets a number of calls through at a time, the others in the order they came. */
function semaphore(places: number): <T>(call: () => Promise<T>) => Promise<T> {
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
