import { applyDecorators, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/directory';

/** https://www.rfc-editor.org/rfc/rfc7240#section-4.2, among others: they are separated by commas, and may be quoted. */
const RETURN_REPRESENTATION = /(?:^|,)\s*return\s*=\s*"?representation"?\s*(?:[;,]|$)/i;

const DESCRIPTION =
  '`return=representation`: the answer is a 200 that says what remains, instead of a 204. A request that is repeated with its `Idempotency-Key` ' +
  'is a 204 all the same.';

/** A removal whose answer may say what remains. */
export interface Removing extends CommandContext {
  wantsAnswer: boolean;
}

/** Whether a removal is to say what remains, with `Prefer`: a param of a route that {@link SaysWhatRemains}. */
export const WantsAnswer = createParamDecorator((_data: unknown, context: ExecutionContext): boolean => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return RETURN_REPRESENTATION.test(String(headers['prefer'] ?? ''));
});

/** Of what is said nothing is kept for a repetition: it may be large, and is of that moment. */
export function removing(command: CommandContext, wantsAnswer: boolean): Removing {
  const { receipt } = command;
  return { ...command, wantsAnswer, receipt: receipt && { ...receipt, answer: () => 'null' } };
}

/** Whether it is read at all: a dry run says it by itself. */
export function isSaid({ dryRun, wantsAnswer }: Removing): boolean {
  return wantsAnswer || dryRun === true;
}

/** A removal that says with `Prefer` what remains. */
export function SaysWhatRemains(type: Type): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name: 'Prefer', required: false, description: DESCRIPTION, schema: { type: 'string' } }),
    ApiResponse({
      status: '2XX',
      type,
      description: '200, with Prefer: return=representation: what remains.',
    }),
  );
}
