import { ConnectionError, RollbookError, type Problem } from './errors.js';
import { DEFAULT_RETRIES, waitBefore, type RetryOptions } from './retries.js';
import type {
  AnswerTo,
  CallOptions,
  DryRun,
  EntryOf,
  ListPath,
  Method,
  PathOf,
  RequestArguments,
} from './types.js';

export interface ClientOptions {
  /** Where the API is, without `/v1`. */
  baseUrl: string;
  /** A bearer token or an API key, or how to get one: asked for with each attempt, so that it may be renewed. */
  token: string | (() => string | Promise<string>);
  /** Instead of the global one. */
  fetch?: typeof fetch;
  retries?: Partial<RetryOptions>;
  /** How long one attempt may take. */
  timeoutMs?: number;
}

/** An answer with what comes beside its body. */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The API as typed calls. Each throws RollbookError when it is refused, and ConnectionError when nobody answers. */
export interface RollbookClient {
  get<P extends PathOf<'get'>>(path: P, ...request: RequestArguments<P, 'get'>): Promise<AnswerTo<P, 'get'>>;
  post<P extends PathOf<'post'>>(
    path: P,
    ...request: RequestArguments<P, 'post'>
  ): Promise<AnswerTo<P, 'post'>>;
  put<P extends PathOf<'put'>>(path: P, ...request: RequestArguments<P, 'put'>): Promise<AnswerTo<P, 'put'>>;
  patch<P extends PathOf<'patch'>>(
    path: P,
    ...request: RequestArguments<P, 'patch'>
  ): Promise<AnswerTo<P, 'patch'>>;
  delete<P extends PathOf<'delete'>>(
    path: P,
    ...request: RequestArguments<P, 'delete'>
  ): Promise<AnswerTo<P, 'delete'>>;
  /** Any of these, with the status and the headers. */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArguments<P, M>
  ): Promise<Answer<AnswerTo<P, M>>>;
  /** What a write would commit. Writes nothing. */
  dryRun<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArguments<P, M>
  ): Promise<DryRun>;
  /** Every entry of a list, page by page as they are wanted. */
  each<P extends ListPath>(
    path: P,
    ...request: RequestArguments<P, 'get'>
  ): AsyncGenerator<EntryOf<P>, void, void>;
}

/** What all requests have, whatever their types. */
interface AnyRequest extends CallOptions {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  ifMatch?: number | '*';
  idempotencyKey?: string;
}

const TIMEOUT_MS = 30_000;

/** Opens a client of the API. It keeps no connection and no state of its own. */
export function createClient(options: ClientOptions): RollbookClient {
  const send = (method: Method, path: string, request: unknown) =>
    sendWithRetries(options, method, path, request ?? {});
  const call = (method: Method) => async (path: string, request?: unknown) =>
    (await send(method, path, request)).body as never;
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    request: async (method, path, ...[request]) => (await send(method, path, request)) as never,
    async dryRun(method, path, ...[request]) {
      const { query, ...rest } = (request ?? {}) as AnyRequest;
      const answer = await send(method, path, { ...rest, query: { ...query, dryRun: true } });
      return answer.body as DryRun;
    },
    async *each<P extends ListPath>(path: P, ...[request]: RequestArguments<P, 'get'>) {
      const { query, ...rest } = (request ?? {}) as AnyRequest;
      let cursor: string | null | undefined;
      do {
        const page = { ...rest, query: { ...query, ...(cursor && { cursor }) } };
        const { body } = await send('get', path, page satisfies AnyRequest);
        const { data, nextCursor } = body as { data: EntryOf<P>[]; nextCursor: string | null };
        yield* data;
        cursor = nextCursor;
      } while (cursor);
    },
  };
}

async function sendWithRetries(
  options: ClientOptions,
  method: Method,
  path: string,
  request: AnyRequest,
): Promise<Answer<unknown>> {
  const retries = { ...DEFAULT_RETRIES, ...options.retries };
  const url = urlOf(options.baseUrl, path, request);
  // One key for all attempts: the API carries the request out once, and answers each of them the same. A PUT needs none.
  const idempotencyKey = ['post', 'patch', 'delete'].includes(method)
    ? (request.idempotencyKey ?? crypto.randomUUID())
    : undefined;
  const sent = { ...request, ...(idempotencyKey && { idempotencyKey }) };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(options, method, url, sent);
    if (!(answer instanceof Error) && answer.status < 400) return answer;
    const wait = waitBefore(attempt, answer instanceof Error ? undefined : answer, retries);
    if (wait === undefined || request.signal?.aborted) throw refusalOf(answer);
    await pause(wait, request.signal);
  }
}

function refusalOf(answer: Answer<unknown> | ConnectionError): Error {
  if (answer instanceof ConnectionError) return answer;
  const { status, headers, body } = answer;
  return headers.get('content-type')?.startsWith('application/problem+json')
    ? new RollbookError(status, body as Problem)
    : new ConnectionError(`The answer ${status} is not Rollbook's.`);
}

/** An answer of whatever status, or why there is none. */
async function attemptOnce(
  options: ClientOptions,
  method: Method,
  url: string,
  { body, ifMatch, idempotencyKey, headers, signal }: AnyRequest,
): Promise<Answer<unknown> | ConnectionError> {
  const { token, fetch: send = fetch, timeoutMs = TIMEOUT_MS } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  const bearer = typeof token === 'string' ? token : await token();
  try {
    const answer = await send(url, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'application/json, application/problem+json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return await readAnswer(answer);
  } catch (error) {
    return new ConnectionError(`${method.toUpperCase()} ${url} was not answered.`, { cause: error });
  }
}

/** @throws Error when it is cut off */
async function readAnswer(answer: Response): Promise<Answer<unknown>> {
  const { status, headers } = answer;
  const text = await answer.text();
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
  return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyRequest): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/$/, '') + filled);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
