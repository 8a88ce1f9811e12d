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
}

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
  };
}
