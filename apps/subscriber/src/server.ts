import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PublishedEvent } from '#libs/event-contracts';
import { listenOnLoopback, type LoopbackServer } from '#libs/program';
import { mayEnter, serviceGroupsOf, usersOf } from './access-model.js';
import type { Subscriber } from './subscriber.js';

/** The bus delivers to `POST /events`; the rest answers from the model. */
export function startSubscriberServer(subscriber: Subscriber, port: number): Promise<LoopbackServer> {
  return listenOnLoopback({ port }, (request, response) => {
    answer(subscriber, request, response).catch((error: unknown) => {
      // The bus retries deliveries that are not answered with a success.
      send(response, 503, { error: error instanceof Error ? error.message : String(error) });
    });
  });
}

async function answer(subscriber: Subscriber, request: IncomingMessage, response: ServerResponse) {
  const { model, counts } = subscriber;
  const url = new URL(request.url ?? '/', 'http://subscriber');
  const [, collection, id = '', relation] = url.pathname.split('/');
  if (request.method === 'POST' && url.pathname === '/events') {
    const { detail } = JSON.parse(await bodyOf(request)) as { detail: PublishedEvent };
    await subscriber.receive(detail);
    return send(response, 200, {});
  }
  if (collection === 'service-groups' && relation === 'users') return send(response, 200, usersOf(model, id));
  if (collection === 'users' && relation === 'service-groups')
    return send(response, 200, serviceGroupsOf(model, id));
  if (url.pathname === '/access') {
    const [user, group] = [url.searchParams.get('user') ?? '', url.searchParams.get('serviceGroup') ?? ''];
    return send(response, 200, { mayEnter: mayEnter(model, user, group) });
  }
  if (url.pathname === '/health') return send(response, 200, { status: 'healthy', ...counts });
  return send(response, 404, { error: 'There is nothing here.' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
