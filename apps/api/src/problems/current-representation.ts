import type { FastifyRequest } from 'fastify';
import { pathOf } from './framework-problems.js';

/** What is done to a resource is asked for below its path. */
const ACTION = /\/(suspend|reactivate|activate|erase|rotate|resend|enable|disable|pause|resume|reopen)$/;
/** Who is asking, and for what. */
const CREDENTIALS = ['authorization', 'cookie', 'sec-fetch-site'] as const;

export interface CurrentRepresentation {
  etag: string;
  body: unknown;
}

/**
 * What a change that came too late should have been made to: read as the caller may read it, by its own route. Undefined
 * where they may not, or there is none.
 */
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
