import { send, type AnyRequest } from './send.js';
import type { ClientOptions } from './options.js';
import type {
  Answer,
  AnswerTo,
  DownloadPath,
  DryRun,
  EntryOf,
  ListPath,
  Method,
  PathOf,
  RequestArguments,
  Schemas,
} from './types.js';

/** The API as typed calls. Each throws RollbookError if it is refused, and ConnectionError if there is no answer. */
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
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArguments<P, M>
  ): Promise<Answer<AnswerTo<P, M>>>;
  /** An export, as it comes. Reading it fails with a ConnectionError when it breaks off. */
  download<P extends DownloadPath>(
    path: P,
    ...request: RequestArguments<P, 'get'>
  ): Promise<Answer<ReadableStream<Uint8Array>>>;
  /** What a write would commit. Writes nothing. */
  dryRun<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArguments<P, M>
  ): Promise<DryRun>;
  /** Every entry of a list, page by page on demand. */
  each<P extends ListPath>(
    path: P,
    ...request: RequestArguments<P, 'get'>
  ): AsyncGenerator<EntryOf<P>, void, void>;
  /** Page after page of the feed, as it grows; a page without events says how far it was read. It ends when the signal does. */
  changes(request?: ChangesRequest): AsyncGenerator<Schemas['ChangesDto'], void, void>;
}

export interface ChangesRequest {
  /** Whose events; without it those of all accounts, for operators. */
  accountId?: string;
  /** `nextCursor` of an earlier page, or `now`; by default from the beginning. */
  after?: string;
  /** Ends at the present end of the feed instead of waiting there. */
  once?: boolean;
  /** Only events of these types. */
  types?: readonly string[];
  /** Only events of this account, user, service group or API key. */
  subject?: string;
  signal?: AbortSignal;
}

/** As long as the API lets one wait, in seconds. */
const WAIT_SECONDS = 20;
/** As many events as it lets one read at once. */
const EVENTS_OF_PAGE = 1_000;

export function createClient(options: ClientOptions): RollbookClient {
  const ask = (method: Method, path: string, request: unknown) => send(options, method, path, request ?? {});
  const call = (method: Method) => async (path: string, request?: unknown) =>
    (await ask(method, path, request)).body as never;
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    request: async (method, path, ...[request]) => (await ask(method, path, request)) as never,
    download: async (path, ...[request]) =>
      (await ask('get', path, { ...request, download: true })) as Answer<ReadableStream<Uint8Array>>,
    async dryRun(method, path, ...[request]) {
      const { query, ...rest } = (request ?? {}) as AnyRequest;
      const answer = await ask(method, path, { ...rest, query: { ...query, dryRun: true } });
      return answer.body as DryRun;
    },
    async *each<P extends ListPath>(path: P, ...[request]: RequestArguments<P, 'get'>) {
      const { query, ...rest } = (request ?? {}) as AnyRequest;
      let cursor: string | null | undefined;
      do {
        const page = { ...rest, query: { ...query, ...(cursor && { cursor }) } };
        const { body } = await ask('get', path, page satisfies AnyRequest);
        const { data, nextCursor } = body as { data: EntryOf<P>[]; nextCursor: string | null };
        yield* data;
        cursor = nextCursor;
      } while (cursor);
    },
    async *changes({ accountId, after, once = false, types, subject, signal }: ChangesRequest = {}) {
      const path = accountId === undefined ? '/v1/changes' : '/v1/accounts/{accountId}/changes';
      const only = { ...(types && { type: types.join(',') }), ...(subject !== undefined && { subject }) };
      const request = { ...(accountId !== undefined && { path: { accountId } }), ...(signal && { signal }) };
      let [cursor, isUpToDate] = [after, false];
      while (!(once && isUpToDate) && signal?.aborted !== true) {
        // What there is comes at once.
        const wait = isUpToDate ? WAIT_SECONDS : 0;
        const query = {
          ...only,
          limit: EVENTS_OF_PAGE,
          wait,
          ...(cursor !== undefined && { after: cursor }),
        };
        const page = (await ask('get', path, { ...request, query })).body as Schemas['ChangesDto'];
        yield page;
        [cursor, isUpToDate] = [page.nextCursor, page.upToDate];
      }
    },
  };
}
