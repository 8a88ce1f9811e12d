// Stands before an engine and counts what is asked of it: calls and bytes, by operation. It changes nothing.
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';

const STREAMS = 'DynamoDBStreams';

/** @returns its address, and `take()`: what was counted since it was last called */
export async function startCountingProxy(engine) {
  const { hostname, port } = new URL(engine);
  const agent = new Agent({ keepAlive: true });
  let counted = new Map();
  const add = (name, figures) => {
    const known = counted.get(name) ?? { calls: 0, sent: 0, received: 0 };
    for (const [figure, value] of Object.entries(figures)) known[figure] += value;
    counted.set(name, known);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const [service = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
    const name = service.startsWith(STREAMS) ? `stream ${operation}` : operation;
    const { method, url: path, headers } = request;
    const forwarded = send({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.on('data', (chunk) => add(name, { received: chunk.length }));
      answer.pipe(response);
    });
    forwarded.on('error', () => request.socket.destroy());
    add(name, { calls: 1 });
    request.on('data', (chunk) => add(name, { sent: chunk.length }));
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    take() {
      const taken = counted;
      counted = new Map();
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
