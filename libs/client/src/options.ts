import type { RollbookError } from './errors.js';
import type { RetryOptions } from './retries.js';

export interface ClientOptions {
  baseUrl: string;
  /** A bearer token or an API key, or a function called for each attempt. Absent if cookies identify the caller. */
  token?: string | (() => string | Promise<string>);
  /** Whether cookies are sent: `include` also to another origin. */
  credentials?: 'include' | 'same-origin' | 'omit';
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  fetch?: typeof fetch;
  retries?: Partial<RetryOptions>;
  /**
   * Called when the API answers 401, once for each call, to renew what identifies the caller. If it resolves to true, the request is
   * sent again as it was, with the same idempotency key.
   * @param path the path template, such as `/v1/accounts/{accountId}`
   */
  onUnauthorized?: (refusal: RollbookError, path: string) => Promise<boolean>;
  /** The time limit of one attempt: 30 s by default, and 10 minutes for an upload. For a download, until it begins. */
  timeoutMs?: number;
}
