import { STATUS_CODES } from 'node:http';
import {
  dropPending,
  findPendingDelivery,
  getEvent,
  grantTenant,
  recordAttempt,
  type AttemptResult,
  type DeliveryAttempt,
  type Directory,
  type PendingDelivery,
  type WebhookSecrets,
} from '#libs/directory';
import type { WebhookEndpoint } from '#libs/domain';
import { retryAfterMs } from '#libs/client';
import { signatureHeaders, toPublishedEvent } from '#libs/event-contracts';
import { postTo, type PostAnswer, type Resolve } from '#libs/outbound-requests';
import { delayBeforeNext, RETRY_DELAYS_MS } from './schedule.js';

export interface AttemptOptions {
  directory: Directory;
  allowLocal: boolean;
  timeoutMs?: number;
  retryDelaysMs?: readonly number[];
  resolve?: Resolve;
  post?: typeof postTo;
  signal: AbortSignal;
}

export type EndpointHealth = 'well' | 'failing' | 'gone';

export const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 512;
const MAX_ERROR_LENGTH = 300;
/** The receiver wants no more events: https://www.rfc-editor.org/rfc/rfc9110#name-410-gone */
const GONE = 410;

export async function attemptDelivery(
  options: AttemptOptions,
  endpoint: WebhookEndpoint,
  secrets: WebhookSecrets | undefined,
  pending: PendingDelivery,
): Promise<EndpointHealth | undefined> {
  const { directory, retryDelaysMs = RETRY_DELAYS_MS, signal } = options;
  const tenant = grantTenant(directory, endpoint.accountId);
  const [delivery, event] = await Promise.all([
    findPendingDelivery(directory, pending),
    getEvent(tenant, pending.eventId),
  ]);
  if (!delivery || !event) {
    await dropPending(directory, pending);
    return undefined;
  }
  const body = JSON.stringify(toPublishedEvent(event));
  const { attempt, answer } = await send(options, endpoint.url, () => {
    if (!secrets) throw new Error('The endpoint has no secret to sign with: rotate the secret.');
    const signed = signatureHeaders(pending.eventId, directory.now(), body, secrets.secrets);
    return { headers: { 'content-type': 'application/json', ...signed }, body };
  });
  // Interrupted: the next worker tries it again.
  if (signal.aborted && !answer) return undefined;
  const health = healthBy(answer?.status);
  const tries = delivery.triesSinceAsked + 1;
  const requestedMs = retryAfterMs(answer?.headers['retry-after'], directory.now()) ?? 0;
  const delay =
    health === 'failing' ? delayBeforeNext(retryDelaysMs, tries, requestedMs, directory.random) : undefined;
  const nextAttemptAt = delay === undefined ? '' : new Date(directory.now() + delay).toISOString();
  const result: AttemptResult =
    delay === undefined
      ? { status: health === 'well' ? 'delivered' : 'failed' }
      : { status: 'pending', nextAttemptAt };
  await recordAttempt(directory, delivery, pending, attempt, result);
  return health;
}

/** By the status alone: the rest of an answer, whole or not, says nothing about whether the event was accepted. */
export function healthBy(status: number | undefined): EndpointHealth {
  if (status === GONE) return 'gone';
  return status !== undefined && status >= 200 && status < 300 ? 'well' : 'failing';
}

/** In words, so that nobody has to know what a status means. Undefined if the event was accepted. */
function reasonOf({ status, headers }: PostAnswer): { error?: string } {
  if (healthBy(status) === 'well') return {};
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return { error: 'Redirects are not followed: give the endpoint its final URL.' };
  const meaning = STATUS_CODES[status];
  return {
    error: `The endpoint answered ${status}${meaning ? ` ${meaning}` : ''} instead of a status from 200 to 299.`,
  };
}

/** @param request an error that it throws is one of the attempt */
export async function send(
  { directory, allowLocal, timeoutMs = TIMEOUT_MS, resolve, post = postTo, signal }: AttemptOptions,
  url: string,
  request: () => { headers: Record<string, string>; body: string },
): Promise<{ attempt: DeliveryAttempt; answer?: PostAnswer }> {
  const at = new Date(directory.now()).toISOString();
  const started = directory.elapsed();
  const duration = () => Math.round(directory.elapsed() - started);
  try {
    const { headers, body } = request();
    const answer = await post(url, {
      headers: { 'user-agent': 'Rollbook-Webhooks/1', ...headers },
      body,
      timeoutMs,
      mostResponseBytes: MAX_RESPONSE_BYTES,
      allowLocal,
      signal,
      ...(resolve && { resolve }),
    });
    const { status } = answer;
    const attempt = {
      at,
      durationMs: duration(),
      status,
      ...reasonOf(answer),
      ...(answer.body !== '' && { response: answer.body }),
    };
    return { attempt, answer };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { attempt: { at, durationMs: duration(), error: reason.slice(0, MAX_ERROR_LENGTH) } };
  }
}
