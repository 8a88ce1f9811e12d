import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ProblemRenderer } from '../../problems/renderer.js';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto 0;padding:0 1.5rem;color:#1c1d21;background:#fff}
h1{font-size:1.375rem}a{color:#2a4fd0}small{color:#5a5d66}
@media(prefers-color-scheme:dark){body{color:#e8e9ee;background:#15161a}a{color:#9db2ff}small{color:#a4a7b2}}`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join(';');

interface Offer {
  href: string;
  label: string;
}

const offers = new WeakMap<object, readonly Offer[]>();
const AGAIN: readonly Offer[] = [{ href: '/auth/login', label: 'Sign in again' }];

/** The ways on, should a problem be shown. */
export function offerSignIn(request: FastifyRequest, offered: readonly Offer[]): void {
  offers.set(request.raw, offered);
}

/**
 * The page that a person sees during sign-in, when a browser shows whatever it gets. It says what went wrong in fixed words
 * only: of the request it contains only where the person wanted to go.
 */
export const problemPage: ProblemRenderer = {
  rendersFor: ({ is404, routeOptions, headers, method }) =>
    method === 'GET' &&
    !is404 &&
    (routeOptions.url ?? '').startsWith('/auth/') &&
    /\btext\/html\b/.test(headers.accept ?? ''),
  render: ({ status, title, detail }, { raw }, requestId) => {
    const links = (offers.get(raw) ?? AGAIN).map(
      ({ href, label }) => `<p><a href="${escaped(href)}">${escaped(label)}</a></p>`,
    );
    return {
      status,
      headers: { 'content-security-policy': POLICY },
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
${links.join('\n')}
<p><small>${escaped(requestId)}</small></p>
</main>
</html>
`,
    };
  },
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
