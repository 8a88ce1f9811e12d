import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Attempt {
  key: string | undefined;
  atMs: number;
}

/** An API behind a network that loses the first answer to a new user, then a server that is busy for a second; and a feed that states nothing at first. */
export async function startUnreliable(apiUrl: string) {
  const attempts: Attempt[] = [];
  let pages = 0;
  const answered = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await forwarded(apiUrl, request);
    if (request.method === 'POST' && request.url?.endsWith('/users') === true) {
      attempts.push({ key: request.headersDistinct['idempotency-key']?.[0], atMs: Date.now() });
      if (attempts.length === 1) return void request.socket.destroy();
      if (attempts.length === 2) return void response.writeHead(503, { 'retry-after': '1' }).end();
    }
    let body = await answer.text();
    if (request.url?.includes('/changes') === true && ++pages <= 3)
      body = JSON.stringify({ ...(JSON.parse(body) as object), upToDate: true, completeTo: null });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
  };
  const server = createServer(
    (request, response) => void answered(request, response).catch(() => response.destroy()),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, attempts, stop };
}

/** The wait of a long poll is left out: nothing happens here. */
async function forwarded(apiUrl: string, request: IncomingMessage): Promise<Response> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const { authorization = '', 'content-type': type, 'idempotency-key': key } = request.headers;
  const headers = {
    authorization,
    ...(type !== undefined && { 'content-type': type }),
    ...(typeof key === 'string' && { 'idempotency-key': key }),
  };
  const url = apiUrl + request.url!.replace(/wait=\d+/, 'wait=0');
  return fetch(url, { method: request.method!, headers, ...(body.length > 0 && { body }) });
}
