import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { signatureHeaders } from '#libs/event-contracts';
import { addApiCommand } from '../../api/api.js';
import { followEvents, lineOf, withTailOptions, type Event, type TailOptions } from './tail-events.js';

interface ListenOptions extends TailOptions {
  forwardTo: string;
  secret?: string;
}

/** As long as a webhook endpoint has. */
const TIMEOUT_MS = 15_000;
/** Before the next attempt; after the last one an event is given up. Shorter than those of webhooks: somebody is looking. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000];
const SECRET_BYTES = 24;
const GONE = 410;

export function addListenCommand(rollbook: Command): void {
  withTailOptions(
    addApiCommand(rollbook, 'listen', (api) => {
      const { forwardTo, secret = newSecret(), ...tail } = api.options<ListenOptions>();
      if (!URL.parse(forwardTo)) throw new Error(`--forward-to must be a URL, not "${forwardTo}".`);
      console.error(`Forwarding to ${forwardTo} until Ctrl-C, signed with the secret ${secret}`);
      return followEvents(api, tail, (event) => forward(event, { to: forwardTo, secret }));
    })
      .description(
        'Sends each event of the feed to a service of your own, signed like a webhook, until Ctrl-C. The API need not reach the service.',
      )
      .requiredOption('--forward-to <url>', 'the URL of the service')
      .option('--secret <whsec>', 'the secret of the signatures; default: a new one'),
  );
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** One after the other: unlike webhooks, in the order of the feed. @throws Error if the service answers that it is gone */
async function forward(event: Event, { to, secret }: { to: string; secret: string }): Promise<void> {
  const body = JSON.stringify(event);
  for (const pause of [...PAUSES_MS, undefined]) {
    const { status, answer } = await post(to, body, signatureHeaders(event.id, Date.now(), body, [secret]));
    console.log(`${answer}  ${lineOf(event)}`);
    if (status === GONE) throw new Error(`${to} answered 410 Gone: nothing more is sent.`);
    if (status >= 200 && status < 300) return;
    if (pause === undefined) break;
    console.error(`Trying again in ${pause / 1_000} s.`);
    await delay(pause);
  }
  console.error(`${event.id} was given up after ${PAUSES_MS.length + 1} attempts.`);
}

async function post(
  to: string,
  body: string,
  signature: Record<string, string>,
): Promise<{ status: number; answer: string }> {
  try {
    const { status, body: received } = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await received?.cancel();
    return { status, answer: String(status) };
  } catch (error) {
    const { cause, message } = error as Error;
    return { status: 0, answer: `no answer (${cause instanceof Error ? cause.message : message})` };
  }
}
