import { pagesOf } from './feed.js';
import { send, type AnyRequest } from './send.js';
import { progress } from './progress.js';
import { requireClientOptions, type ClientOptions } from './options.js';
import type { ChangesRequest, RollbookClient } from './rollbook-client.js';
import type { Answer, DryRun, EntryOf, ListPath, Method, RequestArguments } from './types.js';

/** As long as the API lets one wait, in seconds. */
const WAIT_SECONDS = 20;

/** @throws TypeError that names the option and its rule */
export function createClient(options: ClientOptions): RollbookClient {
  requireClientOptions(options);
  const ask = (method: Method, path: string, request: unknown) => send(options, method, path, request ?? {});
  const call = (method: Method) => async (path: string, request?: unknown) =>
    (await ask(method, path, request)).body as never;
  const client: RollbookClient = {
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
    // By the `get` of what it is called on, which may be another than this one's. It may also be called on nothing.
    async *each<P extends ListPath>(
      this: RollbookClient | undefined,
      path: P,
      ...[request]: RequestArguments<P, 'get'>
    ) {
      const { query, ...rest } = (request ?? {}) as AnyRequest;
      const advance = progress(path);
      let cursor: string | null | undefined;
      do {
        const page = { ...rest, query: { ...query, ...(cursor && { cursor }) } };
        const from = (this ?? client) as unknown as Record<
          'get',
          (...request: unknown[]) => Promise<unknown>
        >;
        const { data, nextCursor } = (await from.get(path, page)) as {
          data: EntryOf<P>[];
          nextCursor: string | null;
        };
        yield* data;
        cursor = nextCursor;
        advance(cursor);
      } while (cursor);
    },
    async *changes({ accountId, after, once = false, types, subject, signal }: ChangesRequest = {}) {
      const only = { ...(types && { type: types.join(',') }), ...(subject !== undefined && { subject }) };
      const read = pagesOf(client, accountId, only);
      let [cursor, isUpToDate] = [after, false];
      while (!(once && isUpToDate) && signal?.aborted !== true) {
        // Existing events are returned at once.
        const page = await read(cursor, isUpToDate ? WAIT_SECONDS : 0, signal);
        yield page;
        [cursor, isUpToDate] = [page.nextCursor, page.upToDate];
      }
    },
  };
  return client;
}
