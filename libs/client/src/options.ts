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
  /** The time limit of one attempt: 30 s by default, and 10 minutes for an upload. For a download, until it begins. */
  timeoutMs?: number;
}
