import type { RetryOptions } from './retries.js';

export interface ClientOptions {
  /** The URL of the API, without `/v1`. Empty in a page served by the API's own host. */
  baseUrl: string;
  /**
   * A bearer token or an API key, or a function that returns one, called for each attempt, so that it can be renewed. Absent
   * if cookies identify the caller.
   */
  token?: string | (() => string | Promise<string>);
  /** Whether cookies are sent: `include` also to another origin. */
  credentials?: 'include' | 'same-origin' | 'omit';
  /** Headers of every request, or a function that returns them, called for each attempt. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  /** Instead of the global one. */
  fetch?: typeof fetch;
  retries?: Partial<RetryOptions>;
  /** The time limit of one attempt: 30 s by default, and 10 minutes for an upload. For a download, until it begins. */
  timeoutMs?: number;
}
