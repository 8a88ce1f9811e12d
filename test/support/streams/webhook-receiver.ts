import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A tenant's own system: records what it receives, and answers as configured. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedRequest[];
  /** The maximum number of concurrent requests. */
  readonly mostAtOnce: number;
  /** How the next requests are answered; 200 by default. */
  answer: (request: ReceivedRequest, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.once('close', () => (open -= 1));
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(received);
      receiver.answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [] as ReceivedRequest[],
    mostAtOnce: 0,
    answer: (_: ReceivedRequest, response: ServerResponse) => void response.end('thank you'),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Answers each request with the next of these statuses, and from then on with the last one. */
export function statuses(...given: number[]): WebhookReceiver['answer'] {
  return (_, response) => {
    const status = (given.length > 1 ? given.shift() : given[0]) ?? 200;
    response.writeHead(status).end(`status ${status}`);
  };
}
