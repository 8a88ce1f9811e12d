/** Every address that the dashboard's router knows; a trailing `*` stands for any rest. Each is the same page. */
export const PAGE_PATHS = [
  '/',
  '/login',
  '/accept-invitation',
  '/accounts',
  '/home',
  '/me',
  '/docs',
  '/a/*',
] as const;

/** Its files, whose names contain a hash of their content. */
export const ASSET_PATHS = '/assets/*';

/** As the API has them on every answer. */
const HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What the page may load, run and call: only its own origin, and no inline script or style. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';');

export const PAGE_TYPE = 'text/html; charset=utf-8';

export const PAGE_HEADERS = {
  ...HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
};

export const ASSET_HEADERS = {
  ...HEADERS,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
};

export type PageHeaders = typeof PAGE_HEADERS | typeof ASSET_HEADERS;
