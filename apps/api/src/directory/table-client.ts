import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { requestSigner, timeLimits, type TimeLimits } from '#libs/single-table';
import type { Configuration } from '../configuration.js';
import { isOn } from '../levers.js';
import { collectingDispatcher } from './collecting-dispatcher.js';

/** With three attempts a table that hangs becomes a 503 in some six seconds. */
const ANSWER_MS = 2_000;
const MAX_ATTEMPTS = 3;
/**
 * Calls beyond these wait here, where no timeout runs: a burst of requests is served one after the other, instead of
 * timing out in the queue of the sockets and being sent again, which would only make it worse.
 */
const CALLS_IN_FLIGHT = 50;
/**
 * How long a connection is kept for the next call. undici would close it after 4 s, and each pause would be paid for with
 * new ones; DynamoDB closes it after 60 s, and one it is about to close should not be called on
 * (https://github.com/aws/aws-sdk-java/issues/1365).
 */
const KEEP_IDLE_MS = 50_000;
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * The client all table calls of the API go through.
 *
 * @param answerMs how long an answer is waited for, and for more of it
 */
export function tableClient(
  configuration: Pick<Configuration, 'table' | 'leversOff'>,
  answerMs = ANSWER_MS,
): DynamoDBClient {
  const { endpoint, region } = configuration.table;
  const limits = timeLimits(answerMs);
  const options: DynamoDBClientConfig = {
    region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: isOn(configuration, 'undici') ? undiciHandler(limits) : limits,
  };
  if (endpoint) options.endpoint = endpoint;
  if (endpoint && !process.env['AWS_ACCESS_KEY_ID']) options.credentials = LOCAL_CREDENTIALS;
  if (isOn(configuration, 'signing-key')) {
    const signer = requestSigner(() => client.config.credentials());
    options.signer = () => Promise.resolve(signer);
  }
  const client: DynamoDBClient = new DynamoDBClient(options);
  const inTurn = turnstile(CALLS_IN_FLIGHT);
  client.middlewareStack.add((next) => (request) => inTurn(() => next(request)), {
    // Inside of the retries: each attempt waits for its turn.
    step: 'deserialize',
    priority: 'high',
    name: 'rollbookCallsInFlight',
  });
  return client;
}

function undiciHandler(limits: TimeLimits): UndiciHttpHandler {
  const dispatcher = collectingDispatcher({
    connect: { timeout: limits.connectionTimeout },
    headersTimeout: limits.requestTimeout,
    bodyTimeout: limits.socketTimeout,
    keepAliveTimeout: KEEP_IDLE_MS,
    connections: CALLS_IN_FLIGHT,
    pipelining: 1,
  });
  return new UndiciHttpHandler({ dispatcher });
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
