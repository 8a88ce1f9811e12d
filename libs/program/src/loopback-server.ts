import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Also ends the connections. */
  stop(): Promise<void>;
}

export interface LoopbackOptions {
  /** 0 for a free one. */
  port: number;
  /** Whose pages may send requests: `http://127.0.0.1:3000`. By default none, as no page has anything to ask there. */
  origins?: readonly string[];
}

/** A name of somebody else's that resolves to 127.0.0.1 would make this server one of that page's own origin. */
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Serves the programs of this machine. No page in a browser can use it: requests for another host's name (DNS rebinding) are
 * answered with 421, and requests of other origins' pages with 403, before anything of them is read.
 * @throws if the port is taken (`EADDRINUSE`)
 */
export async function listenOnLoopback(
  { port, origins = [] }: LoopbackOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const refused = refusalOfStrangers(request, origins);
    if (!refused) return handle(request, response);
    const { status, reason } = refused;
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${reason}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of a request for another host's name, or of a page of another origin. */
export function refusalOfStrangers(
  { headers }: IncomingMessage,
  origins: readonly string[],
): { status: number; reason: string } | undefined {
  if (!HOSTS.test(headers.host ?? ''))
    return { status: 421, reason: 'This server answers for 127.0.0.1 and localhost only.' };
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    return { status: 403, reason: `Pages of ${headers.origin} may not use this server.` };
  return undefined;
}
