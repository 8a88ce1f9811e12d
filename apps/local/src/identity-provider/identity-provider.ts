import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { listenOnLoopback } from '#libs/program';
import { OneTimeCodes } from './one-time-codes.js';
import { chooserPage, messagePage, policyOfPages } from './pages.js';
import { OPERATOR, People } from './people.js';
import { issuerAt, SESSION_COOKIE } from './settings.js';

export interface IdentityProviderOptions {
  port: number;
  /** The origin at which browsers reach the API. */
  publicUrl: string;
  apiUrl: string;
  operatorToken: string;
  environment?: NodeJS.ProcessEnv;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Signs in as the operator, once, without asking. */
  oneTimeLink(): string;
  stop(): Promise<void>;
}

/** @throws Error if NODE_ENV is `production`: anyone who reaches it can sign in as anybody */
export async function startIdentityProvider({
  port,
  publicUrl,
  apiUrl,
  operatorToken,
  environment = process.env,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  if (environment['NODE_ENV'] === 'production')
    throw new Error('The development identity provider does not run with NODE_ENV=production.');
  const issuer = issuerAt(port);
  const people = new People(apiUrl, operatorToken);
  const codes = new OneTimeCodes();
  const open = async () => {
    const { openProvider } = await import('./provider.js');
    const provider = await openProvider({ issuer, publicUrl, people });
    return { pages: interactions({ provider, people, codes, issuer }), asProvider: provider.callback() };
  };
  // At the first request: it takes as much memory as all else in this process, and often nobody signs in.
  let opened: ReturnType<typeof open> | undefined;
  const policy = policyOfPages(new URL(publicUrl).origin);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-security-policy', policy);
    // With `no-referrer` a page's own forms would come from the origin `null`.
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('x-content-type-options', 'nosniff');
    request.headers.cookie = withoutSession(request.headers.cookie);
    const isPage = request.url?.startsWith('/interaction/') ?? false;
    opened ??= open();
    opened
      .then(({ pages, asProvider }) => void (isPage ? pages : asProvider)(request, response))
      .catch((error: unknown) => {
        opened = undefined;
        response.writeHead(500).end(String(error));
      });
  };
  const server = await listenOnLoopback({ port, origins: [issuer] }, answer);
  return {
    issuer,
    oneTimeLink: () => `${publicUrl}/auth/login?returnTo=/&loginHint=${codes.make()}`,
    stop: () => server.stop(),
  };
}

/** A developer switches between people: nobody stays signed in here. */
function withoutSession(cookies = ''): string {
  const kept = cookies.split(/; */).filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  return kept.join('; ');
}

interface Interactions {
  provider: Provider;
  people: People;
  codes: OneTimeCodes;
  issuer: string;
}

/** The page that asks who you are, and the handling of its answer. */
function interactions({ provider, people, codes, issuer }: Interactions) {
  const show = (response: ServerResponse, status: number, html: string) =>
    response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(html);

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const address = request.url ?? '';
    const q = (URL.parse(address, issuer)?.searchParams.get('q') ?? '').trim().slice(0, MAX_WORDS);
    const finish = (accountId: string) =>
      provider.interactionFinished(request, response, { login: { accountId, remember: false } });
    if (request.method !== 'POST') {
      if (codes.use(params['login_hint'])) return finish(OPERATOR.subject);
      return void show(response, 200, chooserPage(await people.list(q), address, q));
    }
    const chosen = new URLSearchParams(await bodyOf(request)).get('subject');
    const person = (await people.list(q)).find(({ subject }) => subject === chosen);
    if (!person)
      return void show(response, 400, messagePage('Nobody was chosen', 'Go back and choose somebody.'));
    await people.choose(person, issuer);
    return finish(person.subject);
  };
  return (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      show(response, 400, messagePage('Signing in failed', message));
    });
}

/** As long as a search may be. */
const MAX_WORDS = 100;
const LONGEST_BODY = 10_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > LONGEST_BODY) throw new Error('The form is too large.');
  }
  return body;
}
