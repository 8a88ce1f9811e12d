import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { pathOf } from '../problems/framework-problems.js';

/** Gives every versioned resource its strong ETag, and what was created its Location. */
export class ResourceHeaders implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body) => {
        const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown };
        if (typeof version === 'number') reply.header('etag', `"${version}"`);
        if (request.method === 'POST' && reply.statusCode === 201 && typeof id === 'string')
          reply.header('location', `${pathOf(request.raw.url)}/${id}`);
      }),
    );
  }
}
