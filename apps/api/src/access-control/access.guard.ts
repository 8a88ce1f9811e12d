import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namedItems, readingAhead, type Directory } from '#libs/directory';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { Problem } from '../problems/problem.js';
import { checkPathIds } from '../requests/query/ids.js';
import { ACCESS_RULE, scopeOn, type AccessRule, type Permitted } from './allow.decorator.js';
import { ApiKeyUses } from './api-keys/api-key-uses.js';
import { ApiKeyVerifier } from './api-keys/api-key-verifier.js';
import { looksLikeKey, type PresentedKey } from './api-keys/api-key-format.js';
import { admit, ownAccountOf, type Caller, type UserCaller } from './caller.js';
import { loadStanding } from './standing.js';
import { RATE_LIMIT_STORE, type RateLimitStore } from './rate-limiter.js';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { unauthorized } from './tokens/unauthorized.js';
import { bearerToken, TokenVerifier, type TokenIdentity } from './tokens/token-verifier.js';

/** What was presented, as far as it can be told without the table. */
type Credential = TokenIdentity | (PresentedKey & { kind: 'api-key' });

/** The one place where access is decided: who calls, whether they are still welcome, and whether the route is for them. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly apiKeys: ApiKeyVerifier,
    private readonly apiKeyUses: ApiKeyUses,
    @Inject(RATE_LIMIT_STORE) private readonly rates: RateLimitStore,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule?.public) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const credential = await this.credentialOf(request);
    await this.limitRate(this.limitedTogether(credential, request), context.switchToHttp().getResponse());
    const path = request.params as Record<string, string>;
    checkPathIds(path);
    const forRequest = directoryFor(request, this.directory);
    // A user's standing is read in any case; a key is mostly known without, and an operator always.
    const directory =
      credential.kind === 'user' ? readingAhead(forRequest, itemsAhead(credential, request)) : forRequest;
    const caller = await this.callerOf(directory, credential);
    this.requireOwnAccount(caller, path);
    this.requirePermission(caller, path, rule);
    admit(request, caller, directory);
    if (caller.kind === 'api-key') this.apiKeyUses.note(caller);
    return true;
  }

  private async credentialOf({ headers, raw }: FastifyRequest): Promise<Credential> {
    requireOneAuthorization(raw.rawHeaders);
    const token = bearerToken(headers.authorization);
    if (looksLikeKey(token)) return { kind: 'api-key', ...this.apiKeys.read(token) };
    return this.tokens.verify(token);
  }

  /** Before the first table call, a key is only known by what it says of itself: who made it up must not use it up. */
  private limitedTogether(credential: Credential, { ip }: FastifyRequest): string[] {
    if (credential.kind === 'operator') return [`operator:${credential.id}`];
    const account = `account:${credential.accountId}`;
    if (credential.kind === 'user') return [`user:${credential.id}`, account];
    return this.apiKeys.isProven(credential)
      ? [`api-key:${credential.apiKeyId}`, account]
      : [`unproven:${ip}`];
  }

  /**
   * Before the first table call. Whoever knows no valid token uses up nobody's allowance.
   * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
   */
  private async limitRate(keys: readonly string[], reply: FastifyReply): Promise<void> {
    const limit = this.configuration.rateLimit;
    const { perSecond, burst } = limit;
    const { allowed, remaining, resetSeconds } = await this.rates.take(keys, limit);
    reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`);
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (!allowed)
      throw new Problem('rate_limited', 'The credential or its account has sent too many requests.', {
        headers: { 'retry-after': String(resetSeconds) },
      });
  }

  /** Before the role, and in the words used for an account that does not exist: nothing is told about either. */
  requireOwnAccount(caller: Caller, { accountId }: Record<string, string>): void {
    const own = ownAccountOf(caller);
    if (own !== undefined && accountId !== undefined && accountId !== own)
      throw new Problem('account_not_found', 'There is no such account.');
  }

  /** Without a rule nobody is permitted. */
  requirePermission(caller: Caller, path: Record<string, string>, rule: AccessRule | undefined): void {
    if (!rule || rule.public || !isPermittedBy(rule.permitted, caller, path))
      throw new Problem('not_permitted', 'The caller may not use this route.');
  }

  private async callerOf(directory: Directory, identity: Credential): Promise<Caller> {
    if (identity.kind === 'operator') return identity;
    if (identity.kind === 'api-key') return this.apiKeys.verify(directory, identity);
    const standing = await loadStanding(directory, identity.accountId, identity.id);
    if (!standing || standing.user === 'removed')
      throw new Problem('user_removed', 'The calling user is not in the account, or no longer.');
    if (standing.account === 'suspended') throw new Problem('account_suspended', 'The account is suspended.');
    if (standing.user === 'suspended') throw new Problem('user_suspended', 'The calling user is suspended.');
    if (standing.user === 'invited')
      throw new Problem('user_invited', 'The calling user is invited, and not active yet.');
    const { role, name, email, accountName } = standing;
    return { kind: 'user', id: identity.id, accountId: identity.accountId, role, name, email, accountName };
  }
}

/** What the path names in the user's own account, to be read in one call with their standing. */
function itemsAhead(
  credential: TokenIdentity & { kind: 'user' },
  { method, params, routeOptions }: FastifyRequest,
) {
  const { userId, serviceGroupId } = params as Record<string, string | undefined>;
  const isOneRead = method === 'GET' && /:userId$/.test(routeOptions.url ?? '');
  return namedItems(credential.accountId, { userId, serviceGroupId, fences: !isOneRead });
}

/** Of two, Node takes the first; what stands before it may have looked at the other. */
function requireOneAuthorization(rawHeaders: readonly string[]): void {
  const sent = rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name));
  if (sent.length > 1) throw unauthorized('token_invalid', 'Send one Authorization header.');
}

function isPermittedBy(
  permitted: readonly Permitted[],
  caller: Caller,
  path: Record<string, string>,
): boolean {
  // A key of the platform comes no further than an operator.
  const isPlatformKey = caller.kind === 'api-key' && caller.accountId === undefined;
  if (isPlatformKey && !permitted.includes('operator')) return false;
  return permitted.some((one) => isPermitted(one, caller, path));
}

function isPermitted(permitted: Permitted, caller: Caller, path: Record<string, string>): boolean {
  switch (caller.kind) {
    case 'operator':
      return permitted === 'operator';
    case 'api-key':
      return permitted === 'api-key' || caller.scopes.some((scope) => scope === scopeOn(path, permitted));
    case 'user':
      return permitted === 'self' ? path['userId'] === caller.id : hasRole(caller, permitted);
    default:
      return caller satisfies never;
  }
}

/** Naming `member` lets every user in; the other roles are named one by one. */
function hasRole({ role }: UserCaller, permitted: Permitted): boolean {
  return permitted === 'member' || permitted === role;
}
