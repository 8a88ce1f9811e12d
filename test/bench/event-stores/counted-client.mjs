// A client as the SDK makes it, that counts its calls and the units they took.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, REGION } from '../engines.mjs';

export function newClient(endpoint) {
  return new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS });
}

const READS = /Get|Query|Scan/;

/** For a contender that does not ask for the capacity itself. */
export function countedClient(endpoint) {
  const used = { calls: 0, read: 0, write: 0 };
  const client = newClient(endpoint);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      used.calls += 1;
      const kind = READS.test(context.commandName) ? 'read' : 'write';
      for (const { CapacityUnits } of [answer.output.ConsumedCapacity ?? []].flat())
        used[kind] += CapacityUnits;
      return answer;
    },
    { step: 'initialize', name: 'countedCalls' },
  );
  return { client, used };
}
