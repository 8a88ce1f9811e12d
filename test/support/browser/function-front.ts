import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { serveDashboard } from '../../../apps/api/src/dashboard/serve-dashboard.js';
import type { HttpAnswer, HttpEvent } from '../../../apps/api/src/lambda/http-event.js';
import type { LambdaFunction } from '../streams/lambda-function.js';

const SHELL = fileURLToPath(new URL('../../../dist/dashboard', import.meta.url));

/** What is in front of the API's function: the page from its files, and everything else from the function. */
export interface FunctionFront {
  url: string;
  /** The function that answers from now on. */
  api: LambdaFunction<HttpEvent, HttpAnswer> | undefined;
  stop(): Promise<void>;
}

export async function startFunctionFront(template: HttpEvent): Promise<FunctionFront> {
  const server = fastify();
  serveDashboard(server, SHELL);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const front: FunctionFront = { url: '', api: undefined, stop: () => server.close() };
  server.all('/*', async (request, reply) => {
    const [rawPath = '', rawQueryString = ''] = request.url.split('?');
    const { cookie, 'content-length': _, connection: __, ...headers } = request.headers;
    const { method, body, ip: sourceIp } = request;
    const { body: ___, ...event } = template;
    const answer = await front.api?.invoke({
      ...event,
      rawPath,
      rawQueryString,
      ...(cookie && { cookies: cookie.split('; ') }),
      headers: headers as Record<string, string>,
      requestContext: { http: { method, sourceIp } },
      ...(typeof body === 'string' && { body }),
    });
    if (!answer) return reply.code(502).send();
    for (const value of answer.cookies ?? []) reply.header('set-cookie', value);
    const text = answer.isBase64Encoded ? Buffer.from(answer.body, 'base64') : answer.body;
    return reply.code(answer.statusCode).headers(answer.headers).send(text);
  });
  front.url = await server.listen({ host: '127.0.0.1', port: 0 });
  return front;
}
