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
  FeedPage,
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
  changes(request?: ChangesRequest): AsyncGenerator<FeedPage, void, void>;
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
