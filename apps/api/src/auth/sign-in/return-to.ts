import { fieldProblem } from '../../problems/problem.js';

const LONGEST = 1_024;

/**
 * Where a browser goes after signing in: a path of the same origin that no browser could mistake for another one. Browsers
 * read `\` as `/`, ignore tabs and line breaks, and treat `//` as the beginning of a host.
 * @throws Problem `invalid_format`
 */
export function safePath(returnTo: string, origin: string): string {
  const isPath = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(returnTo) && returnTo.length <= LONGEST;
  const url = isPath ? URL.parse(returnTo, origin) : null;
  // Dot segments have been resolved: `/x/..//evil.example` has become `//evil.example`.
  if (url?.origin === origin && !url.pathname.startsWith('//'))
    return `${url.pathname}${url.search}${url.hash}`;
  const detail = `returnTo must be a path of at most ${LONGEST} characters that begins with one slash.`;
  throw fieldProblem([{ code: 'invalid_format', detail, parameter: 'returnTo' }]);
}

export function accountIn(returnTo: string): string | undefined {
  return /^\/a\/(acct_\w{26})(?:[/?#]|$)/.exec(returnTo)?.[1];
}
