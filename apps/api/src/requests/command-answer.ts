import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { CommandContext, Outcome, Removal, Tenant } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import { representEvent } from '../audit-log/audit-log.dto.js';

class WouldCommit {
  constructor(readonly events: readonly DomainEvent[]) {}
}

class AnsweredBefore {
  constructor(readonly body: unknown) {}
}

/**
 * The answer to a command: the resource as it is now, or as it was when the command was carried out the first time, or,
 * for a dry run, the events it would commit. The type is the resource's; the document adds the dry run to every write.
 */
export function answerTo<State, Resource>(
  { dryRun }: CommandContext,
  { state, events, answeredBefore }: Outcome<State>,
  represent: (state: State) => Resource,
): Resource {
  if (answeredBefore) {
    const before = JSON.parse(String(answeredBefore.answer)) as State;
    return new AnsweredBefore(represent(before)) as Resource;
  }
  if (dryRun) return new WouldCommit(events) as Resource;
  return represent(state);
}

/** Nothing is left to show of what was removed. */
export function nothing(): void {}

class Removed {
  constructor(readonly jobPath: string | undefined) {}
}

/** Nothing is left to show either, but a job may still be at work behind it: the answer links to it. */
export function removedFrom({ accountId }: Tenant): (removal: Removal) => void {
  return ({ jobId }) => {
    return new Removed(jobId && `/v1/accounts/${accountId}/jobs/${jobId}`) as unknown as void;
  };
}

/** Sends what `answerTo` made: a dry run is a 200 whatever the route, and a repeated answer says that it is one. */
export class CommandAnswers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer) => {
        if (answer instanceof WouldCommit) {
          reply.status(200);
          return { dryRun: true, events: answer.events.map(representEvent) };
        }
        if (answer instanceof AnsweredBefore) {
          reply.header('idempotency-replayed', 'true');
          return answer.body;
        }
        if (answer instanceof Removed) {
          // https://www.rfc-editor.org/rfc/rfc5989#section-3.1
          if (answer.jobPath) reply.header('link', `<${answer.jobPath}>; rel="monitor"`);
          return undefined;
        }
        return answer;
      }),
    );
  }
}
