import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Configuration } from '../configuration.js';
import { currentRequest } from '../requests/request-context.js';

const CONNECT_TIMEOUT_MS = 1_000;
/** With three attempts a table that hangs becomes a 503 in about five seconds. */
const REQUEST_TIMEOUT_MS = 1_500;
const MAX_ATTEMPTS = 3;
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The client all table calls of the API go through. Each call is added to the cost of the request it serves. */
export function tableClient({ table }: Pick<Configuration, 'table'>): DynamoDBClient {
  const { endpoint, region } = table;
  const options: DynamoDBClientConfig = {
    region,
    // Not the default: that one copies each input and output for a log that goes nowhere.
    logger: {} as NonNullable<DynamoDBClientConfig['logger']>,
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
  client.middlewareStack.add(
    (next) => async (call) => {
      const context = currentRequest();
      if (!context) return next(call);
      const startedAt = performance.now();
      context.table.calls += 1;
      try {
        const result = await next(call);
        addUnits(context.table, result.output);
        return result;
      } finally {
        context.table.milliseconds += performance.now() - startedAt;
      }
    },
    { step: 'initialize', name: 'rollbookTableUse' },
  );
  return client;
}

interface Consumed {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

/** Calls that read report CapacityUnits only; transactions tell reads and writes apart. */
function addUnits(use: { readUnits: number; writeUnits: number }, output: object): void {
  const { ConsumedCapacity: consumed } = output as { ConsumedCapacity?: Consumed | Consumed[] };
  for (const units of [consumed ?? []].flat()) {
    if (units.WriteCapacityUnits === undefined && units.ReadCapacityUnits === undefined)
      use.readUnits += units.CapacityUnits ?? 0;
    use.readUnits += units.ReadCapacityUnits ?? 0;
    use.writeUnits += units.WriteCapacityUnits ?? 0;
  }
}
