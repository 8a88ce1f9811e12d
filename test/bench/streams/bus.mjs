// A bus that takes every event, and only notes when it first came.
import { once } from 'node:events';
import { createServer } from 'node:http';

export async function startBus() {
  const arrivedAt = new Map();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const now = performance.now();
      const { Entries } = JSON.parse(body);
      for (const { Detail } of Entries) {
        const { id } = JSON.parse(Detail);
        if (!arrivedAt.has(id)) arrivedAt.set(id, now);
      }
      const results = Entries.map((_, index) => ({ EventId: `e${index}` }));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ FailedEntryCount: 0, Entries: results }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    arrivedAt,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
