import { errorCodes, type FastifyInstance } from 'fastify';
import { CSV } from '../http/edge/csv.js';
import { NDJSON } from '../http/edge/ndjson.js';

/** 100,000 users are about 6 MB. It limits the duration of a request, not memory: rows are read as they arrive. */
export const IMPORT_LIMIT_BYTES = 64 * 1024 * 1024;

/** Bodies of imports are passed on as they arrive. Other routes do not know their content types. */
export function streamImports(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (isImport(route.url)) route.bodyLimit = IMPORT_LIMIT_BYTES;
  });
  for (const contentType of [CSV, NDJSON])
    fastify.addContentTypeParser(contentType, (request, payload, done) => {
      if (isImport(request.routeOptions.url)) done(null, payload);
      else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType));
    });
}

function isImport(route: string | undefined): boolean {
  return /\/import\/:kind(\/inspect)?$/.test(route ?? '');
}
