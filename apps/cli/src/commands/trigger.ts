import type { Command } from 'commander';
import {
  committedExample,
  EVENT_SOURCE,
  EVENT_TYPES,
  signatureHeaders,
  toPublishedEvent,
  type EventType,
} from '#libs/event-contracts';

interface TriggerOptions {
  to: string;
  as: 'webhook' | 'bus';
  secret?: string;
  account?: string;
  data?: string;
}

const TIMEOUT_MS = 30_000;

export function addTriggerCommand(rollbook: Command): void {
  rollbook
    .command('trigger <type>')
    .description('Sends an example event to your own subscriber, as it would receive a real one.')
    .option('--to <url>', 'the URL of the subscriber', 'http://127.0.0.1:4000')
    .option('--as <form>', 'webhook: the event; bus: the event of EventBridge around it', formOf, 'webhook')
    .option('--secret <whsec>', 'signs it as a delivery of the endpoint with this secret')
    .option('--account <accountId>', 'the account of the event')
    .option('--data <json>', 'fields that replace those of the example')
    .action(trigger);
}

function formOf(given: string): string {
  if (given === 'webhook' || given === 'bus') return given;
  throw new Error(`--as is webhook or bus, not ${given}.`);
}

async function trigger(type: string, options: TriggerOptions): Promise<void> {
  const { to, as, secret } = options;
  const event = exampleOf(type, options);
  const time = event.time;
  const sent =
    as === 'webhook'
      ? event
      : { source: EVENT_SOURCE, 'detail-type': type, id: event.id, time, detail: event };
  const body = JSON.stringify(sent);
  const headers = {
    'content-type': 'application/json',
    ...(secret !== undefined && signatureHeaders(event.id, Date.now(), body, [secret])),
  };
  const answer = await fetch(to, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(({ cause, message }: Error) => {
    throw new Error(`Nothing answers at ${to}: ${cause instanceof Error ? cause.message : message}`);
  });
  console.log(`${answer.status} ${event.id} ${await answer.text()}`.trimEnd());
  if (!answer.ok) process.exitCode = 1;
}

function exampleOf(type: string, { account, data }: TriggerOptions) {
  if (!EVENT_TYPES.includes(type as EventType))
    throw new Error(`There is no event ${type}. There are: ${EVENT_TYPES.join(', ')}`);
  const example = committedExample(type as EventType);
  return toPublishedEvent({
    ...example,
    at: new Date().toISOString(),
    ...(account !== undefined && { accountId: account }),
    data: { ...example.data, ...(data !== undefined && parsed(data)) },
  });
}

function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // It is said below.
  }
  throw new Error('--data is not a JSON object.');
}
