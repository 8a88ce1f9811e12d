import { readFileSync } from 'node:fs';
import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { busFailure, eventBridgeClient } from '#libs/aws-clients';
import { runProgram, type Running } from '#libs/program';
import { AccountLog } from './account-log.js';
import { startSubscriberServer } from './server.js';
import { Subscriber } from './subscriber.js';

const STOP_MS = 10_000;

/**
 * The example of a downstream service: a separate process that knows Rollbook only through its events and its API.
 *
 * Environment: PORT (3002), ROLLBOOK_API_URL, ROLLBOOK_API_TOKEN_FILE (an operator's token), ROLLBOOK_EVENTBRIDGE_ENDPOINT,
 * ROLLBOOK_EVENT_BUS (rollbook), ROLLBOOK_SUBSCRIBER_FILE (where the model is stored).
 */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

async function start(): Promise<Running> {
  const tokenFile = required('ROLLBOOK_API_TOKEN_FILE');
  const apiUrl = required('ROLLBOOK_API_URL');
  const log = new AccountLog({ apiUrl, token: () => readFileSync(tokenFile, 'utf8').trim() });
  const subscriber = new Subscriber(required('ROLLBOOK_SUBSCRIBER_FILE'), log);
  const endpoint = required('ROLLBOOK_EVENTBRIDGE_ENDPOINT');
  const server = await startSubscriberServer(subscriber, Number(process.env['PORT'] ?? 3002));
  // Subscribed first, then caught up: nothing in between is missed, and duplicates are recognised.
  await subscribe(endpoint, `${server.url}/events`);
  await subscriber.catchUp().catch((error: unknown) => {
    throw new Error(`The log of the API at ${apiUrl} (ROLLBOOK_API_URL) cannot be read: ${reasonOf(error)}`);
  });
  process.stdout.write(`${new Date().toISOString()} subscriber: ready at ${server.url}\n`);
  return {
    async stop() {
      await server.stop();
      await subscriber.stop();
    },
  };
}

async function subscribe(endpoint: string, target: string): Promise<void> {
  const bus = process.env['ROLLBOOK_EVENT_BUS'] ?? 'rollbook';
  const eventBridge = eventBridgeClient({ endpoint });
  const rule = { Name: 'access-model', EventBusName: bus };
  const Targets = [{ Id: 'subscriber', Arn: target }];
  const EventPattern = JSON.stringify({ source: ['rollbook'] });
  try {
    await eventBridge.send(new PutRuleCommand({ ...rule, EventPattern }));
    await eventBridge.send(new PutTargetsCommand({ Rule: rule.Name, EventBusName: bus, Targets }));
  } catch (error) {
    throw busFailure(endpoint, bus, error);
  } finally {
    eventBridge.destroy();
  }
}

/** `fetch` only says that it failed. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

await runProgram({ name: 'subscriber', stopWithinMs: STOP_MS, start, explain: reasonOf });
