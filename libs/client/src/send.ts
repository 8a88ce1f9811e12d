import { downloadOf } from './download.js';
import { ConnectionError, RollbookError, type Problem } from './errors.js';
import type { ClientOptions } from './options.js';
import { DEFAULT_RETRIES, pause, retryAfterMs, waitBefore } from './retries.js';
import type { Answer, CallOptions, Method } from './types.js';
import { isRepeatable, payloadOf, type Payload, type UploadBody } from './upload.js';
import { urlOf, type Target } from './url.js';

/** What all requests have, whatever their types. */
export interface AnyRequest extends CallOptions, Target {
  body?: unknown;
  /** For an upload; other bodies are JSON. */
  contentType?: string;
  ifMatch?: number | '*';
  idempotencyKey?: string;
  /** The body of the answer is wanted as it comes. */
  download?: boolean;
}

interface Sent extends AnyRequest {
  method: Method;
  url: string;
}

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 600_000;

export async function send(
  options: ClientOptions,
  method: Method,
  path: string,
  request: AnyRequest,
): Promise<Answer<unknown>> {
  const { sleep = pause, id = randomKey } = options;
  const retries = { ...DEFAULT_RETRIES, ...options.retries };
  // One key for all attempts: the API carries the request out once, and answers each of them the same. A PUT needs none.
  const ownKey = ['post', 'patch', 'delete'].includes(method) ? id() : undefined;
  const idempotencyKey = request.idempotencyKey ?? ownKey;
  const url = urlOf(options.baseUrl, path, request);
  const sent: Sent = { ...request, method, url, ...(idempotencyKey && { idempotencyKey }) };
  const isOnce = request.contentType !== undefined && !isRepeatable(request.body as UploadBody);
  let isRenewed = isOnce;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(options, sent);
    if (!(answer instanceof Error) && answer.status < 400) return answer;
    if (!isRenewed && !(answer instanceof Error) && answer.status === 401) {
      isRenewed = true;
      const refusal = refusalOf(answer, options);
      if (refusal instanceof RollbookError && (await options.onUnauthorized?.(refusal, path))) continue;
    }
    const wait = isOnce
      ? undefined
      : waitBefore(attempt, answer instanceof Error ? undefined : answer, retries, options);
    if (wait === undefined) throw refusalOf(answer, options);
    await sleep(wait, request.signal);
  }
}

/** Not `crypto.randomUUID`, which pages on plain http do not have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function refusalOf(answer: Answer<unknown> | ConnectionError, { now }: ClientOptions): Error {
  if (answer instanceof ConnectionError) return answer;
  const { status, headers, body } = answer;
  return headers.get('content-type')?.startsWith('application/problem+json')
    ? new RollbookError(status, body as Problem, retryAfterMs(headers.get('retry-after'), now?.()))
    : new ConnectionError(`The answer ${status} did not come from Rollbook.`, { status });
}

/** An answer of any status, or why there is none. */
async function attemptOnce(options: ClientOptions, sent: Sent): Promise<Answer<unknown> | ConnectionError> {
  const { signal, contentType, download = false } = sent;
  const {
    fetch: ask = fetch,
    sleep = pause,
    credentials,
    timeoutMs = contentType ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
  } = options;
  const headers = await headersOf(options, sent);
  const what = `${sent.method.toUpperCase()} ${sent.url}`;
  signal?.throwIfAborted();
  const payload = await bodyOf(sent);
  const limit = new AbortController();
  const answered = new AbortController();
  sleep(sent.timeoutMs ?? timeoutMs, answered.signal).then(
    () =>
      answered.signal.aborted ||
      limit.abort(new DOMException(`No answer to ${what} in time.`, 'TimeoutError')),
    () => {},
  );
  try {
    const { body, duplex } = payload ?? {};
    const answer = await ask(sent.url, {
      method: sent.method.toUpperCase(),
      headers,
      ...(payload && { body, ...(duplex && { duplex }) }),
      ...(credentials && { credentials }),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    if (download && answer.ok)
      return { status: answer.status, headers: answer.headers, body: downloadOf(answer, what) };
    return await readAnswer(answer);
  } catch (error) {
    signal?.throwIfAborted();
    if (payload?.failure) throw payload.failure.error;
    return new ConnectionError(`${what} was not answered.`, { cause: error });
  } finally {
    answered.abort();
  }
}

async function bodyOf({ body, contentType }: Sent): Promise<Payload | undefined> {
  if (contentType !== undefined) return payloadOf(body as UploadBody);
  return body === undefined ? undefined : { body: JSON.stringify(body) };
}

async function headersOf(
  { token, headers: ofClient }: ClientOptions,
  { body, contentType, ifMatch, idempotencyKey, atLeast, headers }: Sent,
): Promise<Record<string, string>> {
  const bearer = typeof token === 'function' ? await token() : token;
  return {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(atLeast !== undefined && { 'rollbook-at-least': atLeast }),
    accept: 'application/json, application/problem+json, */*;q=0.5',
    ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(typeof ofClient === 'function' ? await ofClient() : ofClient),
    ...headers,
  };
}

async function readAnswer(answer: Response): Promise<Answer<unknown>> {
  const { status, headers } = answer;
  const text = await answer.text();
  const type = headers.get('content-type');
  const isJson = type !== null && /^application\/([\w.]+\+)?json\b/.test(type);
  return { status, headers, body: type === null ? undefined : isJson ? JSON.parse(text) : text };
}
