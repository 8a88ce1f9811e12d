import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ageOf, authzenHandler, type Guard } from '#libs/guard';
import { refusalOfStrangers } from '#libs/program';
import { verdictOf } from './forward-auth.js';
import type { GuardMetrics } from './metrics.js';
import type { Place } from './settings.js';

export interface GuardServer {
  /** `http://127.0.0.1:<port>`, or the path. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Answers for the guard. Pages in a browser cannot send questions that have a body: those of other hosts and origins are refused. What proxies
 * ask comes with the headers of any request, and is answered with a status alone.
 * @throws Error if the place is taken
 */
export async function startGuardServer(
  guard: Guard,
  { userHeader, place }: { userHeader: string; place: Place },
  metrics: GuardMetrics,
): Promise<GuardServer> {
  const authzen = authzenHandler(guard);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path.startsWith('/forward-auth/')) return void forwardAuth(request, response);
    const isElsewhere = 'path' in place || place.host !== '127.0.0.1';
    const refused = isElsewhere ? undefined : refusalOfStrangers(request, []);
    if (refused) return send(response, refused.status, `${refused.reason}\n`);
    if (path === '/health') {
      const { isReady, ageMs } = guard.status();
      return send(response, isReady ? 200 : 503, {
        isReady,
        ageSeconds: ageMs < Infinity ? ageMs / 1_000 : null,
      });
    }
    if (path === '/metrics') return send(response, 200, metrics.text());
    response.once('finish', () => metrics.count('authzen', response.statusCode));
    authzen(request, response);
  });

  async function forwardAuth(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const verdict = await verdictOf(guard, userHeader, request).catch((error: unknown) =>
      // A guard of all accounts is to know an external id of no account.
      error instanceof TypeError ? 404 : 503,
    );
    metrics.count('forward-auth', verdict);
    response
      .writeHead(verdict, {
        'cache-control': 'no-store',
        'content-length': 0,
        ...ageOf(guard),
        ...(verdict === 503 && { 'retry-after': '1' }),
      })
      .end();
  }

  await listen(server, place);
  return {
    url: 'path' in place ? place.path : `http://${place.host}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // What a proxy keeps open and is answering now.
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
      }),
  };
}

async function listen(server: ReturnType<typeof createServer>, place: Place): Promise<void> {
  if ('path' in place && (await isLeftBehind(place.path))) rmSync(place.path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if ('path' in place) server.listen(place.path, resolve);
    else server.listen(place.port, place.host, resolve);
  });
  // For this user and the group: a proxy often runs as another user.
  if ('path' in place) chmodSync(place.path, 0o660);
}

/** A socket of a process that was killed: nobody answers. */
function isLeftBehind(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
}

function send(response: ServerResponse, status: number, body: object | string): void {
  const [type, text] =
    typeof body === 'string'
      ? ['text/plain; version=0.0.4', body]
      : ['application/json', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
