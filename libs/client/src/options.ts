import type { RetryOptions } from './retries.js';

export interface ClientOptions {
  /** Where the API is, without `/v1`. Empty in a page that the API's own host serves. */
  baseUrl: string;
  /**
   * A bearer token or an API key, or how to get one: asked for with each attempt, so that it may be renewed. None where
   * cookies say who is calling.
   */
  token?: string | (() => string | Promise<string>);
  /** Whether cookies are sent: `include` also to another origin. */
  credentials?: 'include' | 'same-origin' | 'omit';
  /** Headers of every request, or how to get them: asked for with each attempt. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  /** Instead of the global one. */
  fetch?: typeof fetch;
  retries?: Partial<RetryOptions>;
  /** How long one attempt may take: 30 s without it, and 10 minutes for an upload. Of a download, until it begins. */
  timeoutMs?: number;
}
