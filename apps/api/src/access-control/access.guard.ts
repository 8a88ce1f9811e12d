import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.js';
import { checkPathIds } from '../requests/ids.js';
import { ACCESS_RULE, type AccessRule, type Permitted } from './allow.decorator.js';
import { admit, type Caller, type UserCaller } from './caller.js';
import { LOAD_STANDING, type LoadStanding } from './standing.js';
import { RateLimiter } from './rate-limiter.js';
import { TokenVerifier, type TokenIdentity } from './token-verifier.js';

/** The one place where access is decided: who calls, whether they are still welcome, and whether the route is for them. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly limits: RateLimiter,
    @Inject(LOAD_STANDING) private readonly loadStanding: LoadStanding,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule?.public) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const identity = await this.tokens.verify(request.headers.authorization);
    this.limitRate(identity, context.switchToHttp().getResponse<FastifyReply>());
    const path = request.params as Record<string, string>;
    checkPathIds(path);
    const caller = await this.callerOf(identity);
    this.requireOwnAccount(caller, path);
    this.requirePermission(caller, path, rule);
    admit(request, caller);
    return true;
  }

  /**
   * Before the first table call. Whoever knows no valid token uses up nobody's allowance.
   * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
   */
  private limitRate(identity: TokenIdentity, reply: FastifyReply): void {
    const keys = [`${identity.kind}:${identity.id}`];
    if (identity.kind === 'user') keys.push(`account:${identity.accountId}`);
    const { perSecond, burst } = this.limits.limit;
    const { allowed, remaining, resetSeconds } = this.limits.take(keys);
    reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`);
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (!allowed)
      throw new Problem('rate_limited', 'The credential or its account has sent too many requests.', {
        headers: { 'retry-after': String(resetSeconds) },
      });
  }

  /** Before the role, and in the words used for an account that does not exist: nothing is told about either. */
  requireOwnAccount(caller: Caller, { accountId }: Record<string, string>): void {
    if (caller.kind === 'user' && accountId !== undefined && accountId !== caller.accountId)
      throw new Problem('account_not_found', 'There is no such account.');
  }

  /** Without a rule nobody is permitted. */
  requirePermission(caller: Caller, path: Record<string, string>, rule: AccessRule | undefined): void {
    if (!rule || rule.public || !rule.permitted.some((permitted) => isPermitted(permitted, caller, path)))
      throw new Problem('not_permitted', 'The caller may not use this route.');
  }

  private async callerOf(identity: TokenIdentity): Promise<Caller> {
    if (identity.kind === 'operator') return identity;
    const standing = await this.loadStanding(identity.accountId, identity.id);
    if (!standing || standing.user === 'removed')
      throw new Problem('user_removed', 'The calling user is not in the account, or no longer.');
    if (standing.account === 'suspended') throw new Problem('account_suspended', 'The account is suspended.');
    if (standing.user === 'suspended') throw new Problem('user_suspended', 'The calling user is suspended.');
    return { kind: 'user', id: identity.id, accountId: identity.accountId, role: standing.role };
  }
}

function isPermitted(permitted: Permitted, caller: Caller, path: Record<string, string>): boolean {
  switch (permitted) {
    case 'operator':
      return caller.kind === 'operator';
    case 'self':
      return caller.kind === 'user' && path['userId'] === caller.id;
    case 'owner':
    case 'admin':
    case 'member':
      return caller.kind === 'user' && atLeast(caller, permitted);
    default:
      return permitted satisfies never;
  }
}

/** Naming `member` lets every user in; the other roles are named one by one. */
function atLeast({ role }: UserCaller, permitted: 'owner' | 'admin' | 'member'): boolean {
  return permitted === 'member' || role === permitted;
}
