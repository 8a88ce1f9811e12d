import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guard } from '../guard.js';

const MAX_BODY_BYTES = 1024 * 1024;

interface Evaluation {
  subject?: { type?: string; id?: string };
  action?: { name?: string };
  resource?: { type?: string; id?: string };
  context?: { account_id?: unknown };
}

interface Evaluations extends Evaluation {
  evaluations?: Evaluation[];
}

/**
 * An endpoint of AuthZEN 1.0 (https://openid.net/specs/authorization-api-1_0.html) for services in other languages on the same machine, for
 * `http.createServer`: `POST /access/v1/evaluation` and `/access/v1/evaluations`. It asks nobody who they are: let it listen on a
 * loopback address.
 */
export function authzenHandler(guard: Guard) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(guard, request).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, { error: 'The request could not be answered.' }),
    );
  };
}

interface Answer {
  status: number;
  body: unknown;
}

async function answer(guard: Guard, request: IncomingMessage): Promise<Answer> {
  const path = request.url?.split('?')[0];
  const many = path === '/access/v1/evaluations';
  if (request.method !== 'POST' || !(many || path === '/access/v1/evaluation'))
    return { status: 404, body: { error: 'There is no such route.' } };
  const asked = await bodyOf(request);
  if (!asked) return { status: 400, body: { error: 'The body must be a JSON object of up to 1 MB.' } };
  if (!many) return { status: 200, body: await decide(guard, asked) };
  const { evaluations = [], ...common } = asked;
  const decisions = evaluations.map((each) => decide(guard, { ...common, ...each }));
  return { status: 200, body: { evaluations: await Promise.all(decisions) } };
}

async function decide(guard: Guard, { subject, action, resource, context }: Evaluation) {
  const isAbout = subject?.type === 'user' && resource?.type === 'service_group' && action?.name === 'enter';
  if (!isAbout || subject.id === undefined || resource.id === undefined) return { decision: false };
  const accountId = context?.account_id;
  const ofAccount = typeof accountId === 'string' ? { accountId } : {};
  return { decision: await guard.mayEnter(subject.id, resource.id, ofAccount) };
}

async function bodyOf(request: IncomingMessage): Promise<Evaluations | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    pieces.push(piece);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
