import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { SCIM_CONTENT_TYPE } from './scim-error.js';

export class ScimAnswers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body) => {
        if (body !== undefined) reply.header('content-type', SCIM_CONTENT_TYPE);
      }),
    );
  }
}
