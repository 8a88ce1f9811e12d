import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../problems/problem.js';

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

/** Whether a person sees the problem: during sign-in, a browser shows whatever it gets. */
export function isShownToPerson({ routeOptions: { url = '' }, headers, method }: FastifyRequest): boolean {
  return method === 'GET' && url.startsWith('/auth/') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Says what went wrong in fixed words only: it contains nothing of the request. */
export function sendProblemPage(reply: FastifyReply, problem: Problem, requestId: string): void {
  void reply
    .code(problem.status)
    .headers({ ...problem.headers, 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(problem.title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(problem.title)}</h1>
<p>${escaped(problem.detail)}</p>
<p><a href="/auth/login">Sign in again</a></p>
<p><small>${escaped(requestId)}</small></p>
</main>
</html>
`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
