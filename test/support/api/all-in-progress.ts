import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { eventually } from '../eventually.js';
import type { Answer, RunningApi } from './api.js';

/**
 * Sends requests that read histories, none of which is answered before one has been refused: how many are in progress at once is
 * then no matter of the machine's speed.
 */
export async function allInProgress(api: RunningApi, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const { middlewareStack } = api.app.get(DynamoDBClient);
  const name = 'holdQueries';
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  middlewareStack.add(
    (next, context) => async (args) => {
      if ((context as { commandName?: string }).commandName === 'QueryCommand') await released;
      return next(args);
    },
    { step: 'initialize', name },
  );
  let answered = 0;
  const answers = Promise.all(requests.map((send) => send().finally(() => (answered += 1))));
  try {
    await eventually('a request is refused', () => answered > 0);
  } finally {
    release();
    middlewareStack.remove(name);
    await answers;
  }
  return answers;
}
