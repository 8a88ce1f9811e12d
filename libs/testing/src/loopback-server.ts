import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Serves the programs of this machine on a free port, and keeps no process running. As what Rollbook itself runs there, it answers
 * requests for another host's name with 421, and those of pages with 403.
 * @param origins whose pages may use it all the same
 */
export async function listenOnLoopback(
  handle: RequestListener,
  origins: readonly string[] = [],
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const status = refusal(request, origins);
    if (status === undefined) handle(request, response);
    else response.writeHead(status, { connection: 'close' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal({ headers }: IncomingMessage, origins: readonly string[]): number | undefined {
  if (!HOSTS.test(headers.host ?? '')) return 421;
  return headers.origin === undefined || origins.includes(headers.origin) ? undefined : 403;
}
