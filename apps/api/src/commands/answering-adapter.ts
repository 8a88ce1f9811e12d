import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { bodyOfAnswer } from './command-answer.js';
import { selectedFields } from '../http/query/fields.js';
import { setResourceHeaders } from '../http/edge/resource-headers.js';

/** Not in interceptors: their Observables would cost more than all that is done (docs/adr/0028-optimizations.md). */
export class AnsweringAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, answer: unknown, statusCode?: number) {
    const body = bodyOfAnswer(reply, answer);
    setResourceHeaders(reply, body);
    return super.reply(reply, selectedFields(reply.request, body), statusCode);
  }
}
