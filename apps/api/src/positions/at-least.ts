import {
  applyDecorators,
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { reachOf, type Position, type ReadFrom } from '#libs/directory';
import { readerOf } from '../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { contextOf } from '../observability/request-context.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { fieldProblem, Problem } from '../problems/problem.js';

export const AT_LEAST = 'Rollbook-At-Least';

/** As `Rollbook-Position` has them: of one subject or of several. */
const POSITION = /^([a-z]{4}_[0-9A-Z]{26})\.([1-9]\d{0,11})$/;
/** As many as an answer to a write has. */
const MAX_POSITIONS = 20;
const WAIT_MS = 5_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 250];

const DESCRIPTION =
  '`Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as ' +
  'functions, the answer is `position_not_reached` at once, with `Retry-After`.';

/** A read that can be required to show an earlier write. @param from what it is made of */
export function AtLeast(from: ReadFrom): MethodDecorator {
  return applyDecorators(
    UseInterceptors(atLeastInterceptor(from)),
    ApiHeader({ name: AT_LEAST, required: false, description: DESCRIPTION, schema: { type: 'string' } }),
    ApiProblems('position_not_reached', 'invalid_format'),
  );
}

function atLeastInterceptor(from: ReadFrom): Type<NestInterceptor> {
  @Injectable()
  class AtLeastInterceptor implements NestInterceptor {
    constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

    async intercept(context: ExecutionContext, next: CallHandler) {
      const request = context.switchToHttp().getRequest<FastifyRequest>();
      const position = request.headers[AT_LEAST.toLowerCase()];
      if (typeof position === 'string') {
        // A function that waits is one of those that there may be at once.
        const waitMs = this.configuration.oneRequestAtATime ? 0 : WAIT_MS;
        await waitFor(request, positionsOf(position), from, waitMs);
      }
      return next.handle();
    }
  }
  return AtLeastInterceptor;
}

/** Waiting is charged: what another account has is answered as what never was, and neither is waited for. */
async function waitFor(
  request: FastifyRequest,
  positions: Position[],
  from: ReadFrom,
  waitMs: number,
): Promise<void> {
  const { directory, accountId } = readerOf(request);
  const until = directory.elapsed() + waitMs;
  let pending = positions;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const reaches = await reachOf(directory, accountId, pending, from);
    const behind = pending.flatMap((position, index) => {
      const { isReached, version } = reaches[index]!;
      return isReached ? [] : [{ position, version }];
    });
    if (behind.length === 0) return;
    const never = behind.find(({ version }) => version === 0);
    const { position, version } = never ?? behind[0]!;
    const isOver = directory.elapsed() + pauseMs > until;
    if (never || isOver) throw notReached(position, version, !never);
    pending = behind.map((each) => each.position);
    await directory.sleep(pauseMs);
    contextOf(request).waitedMs += pauseMs;
  }
}

function notReached({ subject, version: wanted }: Position, version: number, isLate: boolean): Problem {
  const detail = `What can be read is as of version ${version}, and not yet as of ${wanted}.`;
  const position = version > 0 && { 'rollbook-position': `${subject}.${version}` };
  return new Problem('position_not_reached', detail, {
    headers: { ...position, ...(isLate && { 'retry-after': '1' }) },
  });
}

/** @throws Problem `invalid_format` */
function positionsOf(text: string): Position[] {
  const positions = text.split(',').map((each) => POSITION.exec(each.trim()));
  if (positions.length > MAX_POSITIONS || positions.includes(null)) {
    const detail = `${AT_LEAST} must be positions as Rollbook-Position has them, ${MAX_POSITIONS} at most, separated by commas.`;
    throw fieldProblem([{ code: 'invalid_format', detail, header: AT_LEAST }]);
  }
  return positions.map((match) => ({ subject: match![1]!, version: Number(match![2]) }));
}
