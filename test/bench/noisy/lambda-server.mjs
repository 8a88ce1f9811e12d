// The API's function behind a port: as an instance of Lambda, it has one request at a time.
import { createServer } from 'node:http';
import { handler, ready } from '../../../dist/apps/api/src/main.lambda.js';

let last = ready;
const server = createServer((request, response) => {
  const [rawPath, rawQueryString = ''] = request.url.split('?');
  const { connection: _, ...headers } = request.headers;
  const http = { method: request.method, sourceIp: '127.0.0.1' };
  const event = { version: '2.0', rawPath, rawQueryString, headers, requestContext: { http } };
  last = last.then(async () => {
    const answer = await handler(event);
    response.writeHead(answer.statusCode, answer.headers).end(answer.body);
  });
});
await ready;
server.listen(0, '127.0.0.1', () => {
  process.send({ ready: true, url: `http://127.0.0.1:${server.address().port}` });
});
process.on('SIGTERM', () => process.exit(0));
