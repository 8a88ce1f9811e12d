import type { RollbookError } from './errors.js';
import type { Clocks, RetryOptions } from './retries.js';

/** A bearer token or an API key, or a function called for each attempt. */
export type Token = string | (() => string | Promise<string>);

export interface ClientOptions extends Clocks {
  baseUrl: string;
  /** Absent if cookies identify the caller. Given but undefined or empty, as from an environment variable that is missing, it is refused. */
  token?: Token | undefined;
  /** Whether cookies are sent: `include` also to another origin. */
  credentials?: 'include' | 'same-origin' | 'omit';
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  fetch?: typeof fetch | undefined;
  retries?: Partial<RetryOptions>;
  /**
   * Called when the API answers 401, once for each call, to renew what identifies the caller. If it resolves to true, the request is
   * sent again as it was, with the same idempotency key.
   * @param path the path template, such as `/v1/accounts/{accountId}`
   */
  onUnauthorized?: (refusal: RollbookError, path: string) => Promise<boolean>;
  /** The time limit of one attempt: 30 s by default, and 10 minutes for an upload. For a download, until it begins. */
  timeoutMs?: number;
  /** For tests and simulations: a new idempotency key. */
  id?: (() => string) | undefined;
}

/** @throws TypeError that names the option and its rule */
export function requireClientOptions(options: ClientOptions): void {
  const { baseUrl, retries = {} } = options;
  if (!isRelativeInPage(baseUrl, options.fetch)) requireBaseUrl(baseUrl);
  if ('token' in options) requireToken(options.token);
  requireMilliseconds(options, { timeoutMs: { min: 1, max: LONGEST_TIMER_MS } });
  requireMilliseconds(retries, { longestWaitMs: { min: 0, max: LONGEST_TIMER_MS } });
  const { attempts } = retries;
  if (attempts !== undefined && !(Number.isInteger(attempts) && attempts >= 1))
    throw wrongOption('retries.attempts', 'an integer of 1 or more', attempts);
}

/** What a timer takes: https://nodejs.org/api/timers.html */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function wrongOption(name: string, rule: string, value: unknown): TypeError {
  const isMissing = value === undefined || value === '';
  const given = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new TypeError(
    `${name} must be ${rule}, not ${given}.${isMissing ? ' Is an environment variable missing?' : ''}`,
  );
}

/** A page, or a `fetch` that is given, may know what a path is relative to. */
function isRelativeInPage(baseUrl: unknown, fetch: unknown): boolean {
  const knowsBase = fetch !== undefined || 'location' in globalThis;
  return knowsBase && typeof baseUrl === 'string' && (baseUrl === '' || baseUrl.startsWith('/'));
}

/** @throws TypeError */
export function requireBaseUrl(baseUrl: unknown): void {
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null;
  const isPlain = url && url.search + url.hash + url.username + url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw wrongOption('baseUrl', 'a URL that begins with http:// or https://, without a query', baseUrl);
}

/** Its value is in no message. @throws TypeError */
export function requireToken(token: unknown): void {
  if (typeof token === 'function') return;
  const rule = 'a text, or a function that returns one';
  if (typeof token !== 'string' || token === '') throw wrongOption('token', rule, token);
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('token must have no spaces and no line breaks.');
}

/** Those options that are given. @throws TypeError */
export function requireMilliseconds(
  options: object,
  bounds: Readonly<Record<string, { min: number; max?: number }>>,
): void {
  for (const [name, { min, max = Infinity }] of Object.entries(bounds)) {
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) continue;
    throw wrongOption(name, `milliseconds, ${min} or more${max < Infinity ? `, ${max} at most` : ''}`, value);
  }
}
