import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export type Role = 'owner' | 'admin' | 'member';

/** Runs the platform; belongs to no account. */
export interface Operator {
  kind: 'operator';
  /** The token's subject. */
  id: string;
}

/** A person of one account, as the table has it now, not as the token remembers it. */
export interface UserCaller {
  kind: 'user';
  id: string;
  accountId: string;
  role: Role;
}

export type Caller = Operator | UserCaller;

const callers = new WeakMap<object, Caller>();

/** Only the guard makes a caller known. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request.raw, caller);
}

export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request.raw);
}

/** Injects who is calling. On a public route there is nobody, and asking is a mistake of ours. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
