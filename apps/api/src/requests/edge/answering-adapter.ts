import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { bodyOfAnswer } from '../commands/command-answer.js';
import { selectedFields } from '../query/fields.js';
import { setResourceHeaders } from './resource-headers.js';

/**
 * Does to every answer of a handler what belongs to all of them. Here, and not in interceptors: those would send each
 * request through Observables, which costs more than all that is done to it (docs/adr/0028-optimizations.md).
 */
export class AnsweringAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, answer: unknown, statusCode?: number) {
    const body = bodyOfAnswer(reply, answer);
    setResourceHeaders(reply, body);
    return super.reply(reply, selectedFields(reply.request, body), statusCode);
  }
}
