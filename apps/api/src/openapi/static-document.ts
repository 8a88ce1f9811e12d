import { readFileSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Written next to the bundle when that is built. */
const FILE = 'openapi.json';

/** Routes without a declared rule stop the program elsewhere; this one is public, as the document is. */
export function serveStaticDocument(app: NestFastifyApplication): void {
  let document: string | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get(`/${FILE}`, (_request, reply) => {
      document ??= readFileSync(new URL(FILE, import.meta.url), 'utf8');
      return reply.type('application/json; charset=utf-8').send(document);
    });
}
