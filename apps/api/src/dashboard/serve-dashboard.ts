import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ASSET_HEADERS, PAGE_HEADERS, PAGE_PATHS, PAGE_TYPE } from '#libs/pages';

/** Where there are no pages, but only the API's answers and files. */
const NO_PAGES = /^\/(v1|auth|scim|access|invitations|health|assets|openapi\.json|\.well-known)(\/|$)/;

const ABSENT = `The dashboard is not built: run \`npm run build\`. The API is served at /v1, described at /openapi.json.\n`;

/**
 * Serves the dashboard as built by `npm run build`: one page for every address of its router, and its files, whose names
 * contain a hash of their content. Routes of the API are more specific, so they win.
 * @param folder `dist/dashboard`; if it is missing, the page says so
 */
export function serveDashboard(fastify: FastifyInstance, folder: string): void {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    fastify.log.warn(`There is no ${page}: the dashboard is not served.`);
    for (const path of ['/', '/docs'])
      fastify.get(path, (_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send(ABSENT));
    return;
  }
  const html = readFileSync(page, 'utf8');
  const servePage = (_request: unknown, reply: FastifyReply) =>
    reply.headers(PAGE_HEADERS).type(PAGE_TYPE).send(html);
  for (const path of PAGE_PATHS) fastify.get(path, servePage);
  // A person who follows a wrong link sees a page that says so; a program gets the API's problem.
  fastify.addHook('onRequest', async ({ is404, method, url, headers }, reply) => {
    const isVisit = method === 'GET' && headers.accept?.includes('text/html');
    if (is404 && isVisit && !NO_PAGES.test(url.split('?')[0]!)) await servePage(undefined, reply.code(404));
  });
  void fastify.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.headers(ASSET_HEADERS),
  });
}
