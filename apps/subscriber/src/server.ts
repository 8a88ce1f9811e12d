import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, type LoopbackServer } from '#libs/program';
import type { Access } from './access.js';

/** Answers from the copy. */
export function startSubscriberServer(access: Access, port: number): Promise<LoopbackServer> {
  return listenOnLoopback({ port }, (request, response) => answer(access, request, response));
}

function answer({ copy, subscriber }: Access, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://subscriber');
  const [, collection, id = '', relation] = url.pathname.split('/');
  const now = Date.now();
  if (collection === 'service-groups' && relation === 'users')
    return send(response, 200, copy.membersOf(id, now).sort());
  if (collection === 'users' && relation === 'service-groups')
    return send(response, 200, copy.groupsOf(id, now).sort());
  if (url.pathname === '/access') {
    const [user, group] = [url.searchParams.get('user') ?? '', url.searchParams.get('serviceGroup') ?? ''];
    const permissions = copy.permissionsOf(user, group, now);
    return send(response, 200, { mayEnter: permissions.length > 0, permissions });
  }
  if (url.pathname === '/health') return send(response, 200, { status: 'healthy', ...subscriber.status() });
  if (url.pathname === '/metrics') {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(subscriber.metrics());
    return undefined;
  }
  return send(response, 404, { error: 'There is nothing here.' });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
