// auth: who calls and what they may do (`caller`, `guard`, `tokens`, `api-keys`, `sessions`, `rate-limits`), and signing in.
// Imports http and what is below it, and no feature.

import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  loadPrincipal,
  namedItems,
  readingAhead,
  type Directory,
  type Principal,
  type Session,
} from '#libs/directory';
import {
  DomainError,
  PLATFORM_SCOPES,
  type Permission,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { DIRECTORY } from '../../directory/directory.module.js';
import { directoryFor, type RequestDirectory } from '../../directory/request-directory.js';
import { Problem } from '../../problems/problem.js';
import { checkPathIds } from '../../http/input/ids.js';
import { ACCESS_RULE, permissionOn, type AccessRule, type Permitted } from '../caller/allow.decorator.js';
import { ApiKeyUses } from '../api-keys/api-key-uses.js';
import { understoodBy } from '../api-keys/understood.js';
import { ApiKeyVerifier } from '../api-keys/api-key-verifier.js';
import { admit, hasPermission, ownAccountOf, recognize, type Caller } from '../caller/caller.js';
import { callerOfSession, userCaller } from '../caller/callers.js';
import { Credentials, type Credential } from './credentials.js';
import { requireReadOnly, seenUser, WHILE_SEEING_AS } from '../sessions/seeing-as.js';
import type { PresentedSession } from '../sessions/session-cookie.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { RECENT_SIGN_IN, requireRecentSignIn } from '../caller/recent-sign-in.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { unauthorized } from '../caller/unauthorized.js';
import { UserUses, type UserHere } from '../caller/user-uses.js';
import { IdentityUsers } from '../tokens/identity-users.js';

type Path = Readonly<Record<string, string>> & { serviceGroupId?: ServiceGroupId };

/**
 * The permission of a longer answer is checked again at this interval. Including what is cached of a key and the read itself, a client
 * gets nothing more 15 seconds after it has lost its permission.
 */
const RECHECK_INTERVAL_MS = 10_000;

interface Authenticated {
  /** Undefined while the person has yet to choose an account. */
  caller: Caller | undefined;
  session: Session | undefined;
  /** As themselves: nobody if somebody else sees as them. */
  userHere: UserHere | undefined;
  directory: RequestDirectory;
}

/** The one place where access is decided: who calls, whether they are still welcome, and whether the route is for them. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly people = new IdentityUsers();

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: Credentials,
    private readonly apiKeys: ApiKeyVerifier,
    private readonly sessions: SessionVerifier,
    private readonly apiKeyUses: ApiKeyUses,
    private readonly userUses: UserUses,
    private readonly rates: RateLimiter,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule?.public) return true;
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    checkPathIds(request.params as Path);
    const authenticated = await this.authenticate(request, this.credentials.of(request), rule);
    const { caller, session, directory } = authenticated;
    if (session?.seeing) requireReadOnly(request, this.isMarked(context, WHILE_SEEING_AS));
    if (caller) recognize(request, caller);
    if (caller) await this.countFor(caller, request, reply);
    this.requireRight(authenticated, request.params as Path, rule);
    if (caller && this.isMarked(context, RECENT_SIGN_IN)) requireRecentSignIn(caller);
    admit(request, { caller, session, directory });
    await this.noteUse(directoryFor(request, this.directory), authenticated, request);
    if (request.method === 'GET') this.askAgain(request, reply, rule);
    return true;
  }

  /** For as long as it is answered. What is sent to somebody who has lost their right ends in the middle. */
  private askAgain(request: FastifyRequest, { raw }: FastifyReply, rule: AccessRule | undefined): void {
    let timer: NodeJS.Timeout;
    const later = () => (timer = setTimeout(() => void ask(), RECHECK_INTERVAL_MS).unref());
    const ask = async () => {
      try {
        const credential = await this.credentials.read(request);
        const authenticated = await this.authenticate(request, credential, rule);
        this.requireRight(authenticated, request.params as Path, rule);
      } catch (error) {
        // While the table is unavailable there is nothing more to send anyway.
        if (error instanceof DomainError || (error instanceof Problem && error.status < 500)) raw.destroy();
      }
      if (!raw.destroyed) later();
    };
    later();
    raw.once('close', () => clearTimeout(timer));
  }

  private async noteUse(
    directory: Directory,
    { caller, session, userHere }: Authenticated,
    request: FastifyRequest,
  ): Promise<void> {
    const isDue = session && (await this.sessions.noteUse(directory, session));
    if (userHere && isDue) this.userUses.note(userHere);
    if (userHere && !session) this.userUses.noteRequest(userHere);
    if (caller?.kind === 'api-key') this.apiKeyUses.note(caller, understoodBy(request));
  }

  private async countFor(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const accountId = ownAccountOf(caller);
    if (caller.kind === 'operator' || accountId === undefined) return;
    this.rates.notePlan(accountId, caller.accountPlan);
    await this.credentials.countFor(accountId, request, reply);
  }

  private isMarked(context: ExecutionContext, mark: string): boolean {
    return this.reflector.get<boolean | undefined>(mark, context.getHandler()) === true;
  }

  /**
   * Without a rule nobody is permitted. Another account is refused before the role is looked at, and in the words used for one that does
   * not exist: neither is revealed.
   */
  private requireRight(
    { caller, session }: Pick<Authenticated, 'caller' | 'session'>,
    path: Path,
    rule: AccessRule | undefined,
  ): void {
    const own = caller && ownAccountOf(caller);
    if (own !== undefined && path['accountId'] !== undefined && path['accountId'] !== own)
      throw new Problem('account_not_found', 'There is no such account.');
    if (isForSessions(rule)) {
      if (session) return;
      throw unauthorized('session_missing', 'Sign in with a browser: this is about its session.');
    }
    if (!caller) throw new Problem('account_not_chosen', 'Choose an account: POST /v1/session/account.');
    if (!rule || rule.public || !rule.permitted.some((one) => isPermitted(one, caller, path)))
      throw new Problem('not_permitted', whyNotPermitted(caller, path, rule));
  }

  /** On routes about the session itself, a signed-in person has no account, which may be closed to them. */
  private async authenticate(
    request: FastifyRequest,
    credential: Credential,
    rule: AccessRule | undefined,
  ): Promise<Authenticated> {
    const path = request.params as Path;
    const forRequest = directoryFor(request, this.directory);
    const ahead = (of: Credential) => directoryAhead(forRequest, of, request);
    if (credential.kind === 'session') {
      const read = (one: PresentedSession) => ahead({ kind: 'session', ...one });
      const found = await this.sessions.verify(read, credential, path.serviceGroupId);
      const { session, principal, directory } = found;
      const userHere = session.seeing ? undefined : activeUser(principal);
      if (isForSessions(rule)) return { caller: undefined, session, userHere, directory };
      const self = callerOfSession(session, principal);
      const { serviceGroupId } = path;
      const seeing = session.seeing && { ...session.seeing, serviceGroupId };
      const caller = self && seeing ? await seenUser(directory, seeing, self) : self;
      return { caller, session, userHere, directory };
    }
    const directory = ahead(credential);
    if (credential.kind === 'identity') {
      const { accountId, userId, principal } = await this.people.find(directory, credential, path);
      const caller = { ...userCaller(accountId, userId, principal), authTime: credential.authTime };
      return { caller, session: undefined, userHere: { accountId, userId }, directory };
    }
    const { serviceGroupId } = path;
    const caller = await this.callerOf(directory, credential, serviceGroupId);
    const userHere = caller.kind === 'user' ? { accountId: caller.accountId, userId: caller.id } : undefined;
    return { caller, session: undefined, userHere, directory };
  }

  private async callerOf(
    directory: Directory,
    identity: Exclude<Credential, { kind: 'session' | 'identity' }>,
    serviceGroupId: ServiceGroupId | undefined,
  ): Promise<Caller> {
    if (identity.kind === 'operator') return identity;
    if (identity.kind === 'api-key') return this.apiKeys.verify(directory, identity);
    const { accountId, id: userId, authTime } = identity;
    const principal = await loadPrincipal(directory, { accountId, userId, serviceGroupId });
    return { ...userCaller(accountId, userId, principal), authTime };
  }
}

/** On routes about the session itself, they are not refused if they are suspended. */
function activeUser({ account, user }: Partial<Principal> = {}): UserHere | undefined {
  if (account?.status !== 'active' || user?.status !== 'active') return undefined;
  return { accountId: user.accountId, userId: user.userId };
}

function isForSessions(rule: AccessRule | undefined): boolean {
  return rule !== undefined && !rule.public && rule.permitted.includes('session');
}

/** A user's standing is read in any case; a key is mostly known without, and an operator always. */
function directoryAhead(
  directory: RequestDirectory,
  credential: Credential,
  request: FastifyRequest,
): RequestDirectory {
  const own = ownAccount(credential);
  return own === undefined ? directory : readingAhead(directory, itemsAhead(own, request));
}

/** As far as it is known before the table is read. */
function ownAccount(credential: Credential): string | undefined {
  if (credential.kind === 'session') return credential.user?.accountId;
  return credential.kind === 'user' ? credential.accountId : undefined;
}

/** What the path names in the user's own account, to be read in one call with their standing. */
function itemsAhead(accountId: string, { method, params, routeOptions }: FastifyRequest) {
  const { userId, serviceGroupId } = params as { userId?: UserId; serviceGroupId?: ServiceGroupId };
  const isOneRead = method === 'GET' && /:userId$/.test(routeOptions.url ?? '');
  return namedItems(accountId, { userId, serviceGroupId, fences: !isOneRead });
}

function isPermitted(permitted: Permitted, caller: Caller, path: Record<string, string>): boolean {
  if (permitted === 'anyone') return true;
  if (permitted === 'any-user') return caller.kind === 'user';
  if (permitted === 'self') return caller.kind === 'user' && path['userId'] === caller.id;
  return hasPermission(caller, permissionOn(path, permitted) as Permission);
}

function whyNotPermitted(caller: Caller, path: Path, rule: AccessRule | undefined): string {
  const permitted = rule && !rule.public ? rule.permitted : [];
  const scopes = permitted.map((one) => permissionOn(path, one)).filter((one) => SCOPES.has(one));
  if (caller.kind !== 'api-key' || scopes.length === 0) return 'The caller may not use this route.';
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(scopes);
  return `The API key lacks the scope that this route needs: ${names}.`;
}

/** Those that the caller's kind of key could have been given are named to it. */
const SCOPES: ReadonlySet<string> = new Set(PLATFORM_SCOPES);
