import { fieldProblem } from '../problems/problem.js';

const LONGEST = 1_024;

/**
 * Where a browser goes after signing in: a path of the same origin, and nothing that a browser could take for another one.
 * Browsers read `\` as `/`, leave out tabs and line breaks, and take `//` for the beginning of a host.
 *
 * @throws Problem `invalid_format`
 */
export function safePath(returnTo: string, origin: string): string {
  const isPath = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(returnTo) && returnTo.length <= LONGEST;
  if (isPath && URL.canParse(returnTo, origin)) {
    const url = new URL(returnTo, origin);
    // Dot segments are gone by now: `/x/..//evil.example` has become `//evil.example`.
    if (url.origin === origin && !url.pathname.startsWith('//'))
      return `${url.pathname}${url.search}${url.hash}`;
  }
  const detail = `returnTo must be a path of at most ${LONGEST} characters that begins with one slash.`;
  throw fieldProblem([{ code: 'invalid_format', detail, parameter: 'returnTo' }]);
}

/** The account that a path of the dashboard is about. */
export function accountIn(returnTo: string): string | undefined {
  return /^\/a\/(acct_\w{26})(?:[/?#]|$)/.exec(returnTo)?.[1];
}
