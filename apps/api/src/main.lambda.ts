import type { FastifyInstance } from 'fastify';
import { startFailure } from '#libs/aws-clients';
import { createApp } from './app.js';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration/configuration.js';
import { refusalAtEdge } from './lambda/edge-guard.js';
import { toAnswer, toRequest, type HttpAnswer, type HttpEvent } from './lambda/http-event.js';
import { UserUses } from './auth/caller/user-uses.js';
import { flushSpans } from './auth/guard/spans.js';
import { RequestMeter } from './usage/request-meter.js';
import { serveStaticDocument } from './openapi/static-document.js';

export const ready = start();

interface Ready {
  fastify: FastifyInstance;
  meter: RequestMeter;
  userUses: UserUses;
}

async function start(): Promise<Ready> {
  let configuration: Configuration | undefined;
  try {
    configuration = { ...readConfiguration(process.env), oneRequestAtATime: true };
    const app = await createApp(configuration, { documentation: serveStaticDocument });
    const fastify = app.getHttpAdapter().getInstance();
    await fastify.ready();
    return { fastify, meter: app.get(RequestMeter), userUses: app.get(UserUses) };
  } catch (error) {
    // One log line says what is wrong; a stack trace of the runtime would hide it.
    if (error instanceof ConfigurationError) throw new Error(error.mistakes.join(' '), { cause: error });
    const { name: table = '', endpoint } = configuration?.table ?? {};
    throw new Error(startFailure(error, { table, endpoint }), { cause: error });
  }
}

export async function handler(event: HttpEvent): Promise<HttpAnswer> {
  const refusal = refusalAtEdge(event, process.env['ROLLBOOK_EDGE_SECRET']);
  if (refusal) return refusal;
  const { fastify, meter, userUses } = await ready;
  const answer = toAnswer(await fastify.inject(toRequest(event)));
  await Promise.all([flushSpans(fastify), meter.writer.writeIfDue(), userUses.settled()]);
  return answer;
}
