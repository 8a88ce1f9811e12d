import type { FastifyRequest } from 'fastify';
import { pathOf } from './path.js';

const ACTION = /\/(suspend|reactivate|activate|erase|rotate|resend|enable|disable|pause|resume|reopen)$/;
const CREDENTIALS = ['authorization', 'cookie', 'sec-fetch-site'] as const;

export interface CurrentRepresentation {
  etag: string;
  body: unknown;
}

/** Read through its own route with the caller's permissions. Undefined if they may not read it, or there is none. */
export async function currentRepresentation(
  request: FastifyRequest,
): Promise<CurrentRepresentation | undefined> {
  const url = pathOf(request.raw.url).replace(ACTION, '');
  const headers = Object.fromEntries(
    CREDENTIALS.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  );
  const answer = await request.server.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
  const { etag } = answer.headers;
  if (answer.statusCode !== 200 || typeof etag !== 'string' || !etag.startsWith('"')) return undefined;
  return { etag, body: answer.json() };
}
