import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGE_TYPE } from '#libs/pages';
import type { HttpAnswer, HttpEvent } from '../../../apps/api/src/lambda/http-event.js';
import { small } from '../../../infra/test-support/settings.js';
import { synthesize } from '../../../infra/test-support/synthesize.js';
import type { LambdaFunction } from '../streams/lambda-function.js';
import { startDistribution, type OriginAnswer, type Origins } from './distribution.js';

export const SHELL = fileURLToPath(new URL('../../../dist/dashboard', import.meta.url));

/** As mime-db has them, and the upload says of the page. */
const TYPES: Record<string, string> = {
  html: PAGE_TYPE,
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A bucket with the files of the built dashboard. */
export async function shellFile({ path }: { path: string }): Promise<OriginAnswer> {
  const body = await readFile(join(SHELL, path)).catch(() => undefined);
  if (!body)
    return { status: 404, headers: { 'content-type': 'application/xml' }, body: Buffer.from('<Error/>') };
  return { status: 200, headers: { 'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? '' }, body };
}

/** What API Gateway does between a distribution and the API's function. @param template of its events */
export function gatewayOf(
  invoke: (event: HttpEvent) => Promise<HttpAnswer>,
  template: HttpEvent,
): Origins['api'] {
  return async ({ method, path, headers: { cookie, ...headers }, body }) => {
    const [rawPath = '', rawQueryString = ''] = path.split('?');
    const { body: _, cookies: __, requestContext, ...event } = template;
    const answer = await invoke({
      ...event,
      rawPath,
      rawQueryString,
      headers,
      ...(cookie && { cookies: cookie.split('; ') }),
      requestContext: { ...requestContext, http: { ...requestContext.http, method } },
      isBase64Encoded: false,
      ...(body.length > 0 && { body: body.toString() }),
    });
    return {
      status: answer.statusCode,
      headers: { ...answer.headers, ...(answer.cookies && { 'set-cookie': answer.cookies }) },
      body: Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8'),
    };
  };
}

/** What is in front of the API's function by default. */
export interface FunctionFront {
  url: string;
  /** What the function must have as ROLLBOOK_EDGE_SECRET. */
  secret: string;
  /** The function that answers from now on. */
  api: LambdaFunction<HttpEvent, HttpAnswer> | undefined;
  stop(): Promise<void>;
}

export async function startFunctionFront(template: HttpEvent): Promise<FunctionFront> {
  const { templates } = await synthesize('dev', small);
  const secret = 'of the distribution and the function';
  const invoke = (event: HttpEvent) => {
    if (!front.api) throw new Error('There is no function yet.');
    return front.api.invoke(event);
  };
  const origins = { pages: shellFile, api: gatewayOf(invoke, template) };
  const distribution = await startDistribution(templates['api'] ?? {}, origins, { secret });
  const front: FunctionFront = { ...distribution, secret, api: undefined };
  return front;
}
