import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wrongOption } from '@rollbook/client';
import type { DeliveredEvent } from '../events.js';
import type { Subscriber } from '../subscriber.js';

/** The most that an event has, and as much again. */
const MAX_BYTES = 2 ** 20;
/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const MIN_SECRET_BYTES = 24;
/** An older signature may have been recorded: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const MAX_AGE_SECONDS = 5 * 60;

export interface WebhookOptions {
  /** Of the endpoint: `whsec_…`. During a rotation, the new one and the old one. One that is missing, or short, is refused. */
  secrets: readonly (string | undefined)[];
  /** For tests. Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * Takes the deliveries of a webhook endpoint, for `http.createServer` or a route that has not read the body.
 * @throws TypeError for a secret with which anybody could sign
 */
export function webhookHandler(
  subscriber: Pick<Subscriber<never>, 'receive'>,
  options: WebhookOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const keys = keysOf(options.secrets);
  const { now = Date.now } = options;
  return async (request, response) => {
    response.statusCode = await answer(subscriber, { keys, now }, request);
    response.end();
  };
}

async function answer(
  subscriber: Pick<Subscriber<never>, 'receive'>,
  { keys, now }: { keys: readonly Buffer[]; now: () => number },
  request: IncomingMessage,
): Promise<number> {
  if (request.method !== 'POST') return 405;
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  if (!isSigned(request.headers, body, keys, now())) return 401;
  try {
    await subscriber.receive(JSON.parse(body) as DeliveredEvent);
    return 204;
  } catch {
    // It is delivered again.
    return 503;
  }
}

function keysOf(secrets: unknown): Buffer[] {
  const given: unknown[] = Array.isArray(secrets) ? secrets : [];
  if (given.length === 0) throw wrongOption('secrets', 'a list of one secret or more', secrets);
  return given.map((secret, place) => {
    const text = typeof secret === 'string' ? secret.replace(/^whsec_/, '') : '';
    const key = Buffer.from(text, 'base64');
    const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
    if (isWhole && key.length >= MIN_SECRET_BYTES) return key;
    // Its value is in no message.
    const found = typeof secret === 'string' && secret !== '' ? `one of ${key.length}` : secret;
    throw wrongOption(`secrets[${place}]`, `whsec_ and base64 of at least ${MIN_SECRET_BYTES} bytes`, found);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function isSigned(
  headers: IncomingMessage['headers'],
  body: string,
  keys: readonly Buffer[],
  now: number,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= MAX_AGE_SECONDS)) return false;
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  return keys.some((key) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const expected = Buffer.from(`v1,${signature}`);
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}
