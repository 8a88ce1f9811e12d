import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document.js';

/** Serves the OpenAPI document at /openapi.json, built on the first request. The page at /docs, of the dashboard, shows it. */
export function serveOpenApi(app: NestFastifyApplication): void {
  let text: string | undefined;
  let compressed: Promise<Buffer> | undefined;
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  fastify.get('/openapi.json', async ({ headers }, reply) => {
    text ??= JSON.stringify(openApiDocument(app));
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(text);
    // A twentieth, once for all who ask.
    compressed ??= promisify(gzip)(text);
    return reply.header('content-encoding', 'gzip').send(await compressed);
  });
}
