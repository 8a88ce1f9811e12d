import type { FastifyRequest } from 'fastify';
import {
  findSession,
  listSessions,
  loadPrincipalOfSession,
  noteSessionUse,
  type Directory,
  type Page,
  type PageRequest,
  type Principal,
  type Session,
} from '#libs/directory';
import { sameIdentity, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import type { SignInConfiguration } from '../../configuration/sign-in-configuration.js';
import { unauthorized } from '../caller/unauthorized.js';
import { KNOWN_TO_MS } from '../caller/user-uses.js';
import { cookieName, cookieOf, setCookie } from './cookies.js';
import { mayUseCookie, requireSameOrigin } from './same-origin.js';
import { SessionCookies, type PresentedSession } from './session-cookie.js';

const SESSION_COOKIE = 'rollbook_session';

/** A valid session and its principal: undefined while the person has yet to choose an account. */
export interface VerifiedSession<D extends Directory> {
  session: Session;
  principal: Principal | undefined;
  directory: D;
}

/** Verifies the sessions of browsers: one table call, which also reads the user and the account. */
export class SessionVerifier {
  readonly cookies: SessionCookies | undefined;

  constructor(
    private readonly configuration: SignInConfiguration | undefined,
    masterSecret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.cookies = configuration && new SessionCookies(masterSecret);
  }

  get secure(): boolean {
    return this.configuration?.publicUrl.protocol === 'https:';
  }

  /**
   * The session that a request presents, without any table call.
   * @returns undefined if there is none, or if the cookie does not count
   * @throws Problem `session_ended` for a cookie not created here, `cross_site_request`
   */
  presented(request: FastifyRequest): PresentedSession | undefined {
    const value = cookieOf(request, cookieName(SESSION_COOKIE, this.secure));
    if (!this.cookies || value === undefined) return undefined;
    requireSameOrigin(request);
    if (!mayUseCookie(request)) return undefined;
    const presented = this.cookies.read(value);
    if (!presented) throw this.ended();
    return presented;
  }

  /** The session a browser had, for requests that end it. */
  presentedUnchecked(request: FastifyRequest): ReturnType<SessionCookies['read']> {
    const value = cookieOf(request, cookieName(SESSION_COOKIE, this.secure));
    return value === undefined ? undefined : this.cookies?.read(value);
  }

  /**
   * @param ahead the directory that reads with a session what is read next
   * @param serviceGroupId that the path names, to be read with its principal
   * @throws Problem `session_ended`
   */
  async verify<D extends Directory>(
    ahead: (presented: PresentedSession) => D,
    presented: PresentedSession,
    serviceGroupId?: ServiceGroupId,
  ): Promise<VerifiedSession<D>> {
    const directory = ahead(presented);
    const { session, ...principal } = await this.load(directory, presented, serviceGroupId);
    if (!session || !this.goesOn(session)) throw this.ended();
    const { sessionId, accountId, userId } = session;
    if (accountId === undefined || userId === undefined) return { session, principal: undefined, directory };
    // The answer that chose the account, with the cookie that names the user, was lost.
    if (presented.user?.userId !== userId)
      return this.verify(ahead, { sessionId, user: { accountId, userId } }, serviceGroupId);
    const { account, user } = principal;
    if ((user && !isLinked(user, session)) || isFromBefore(session, [account, user])) throw this.ended();
    return { session, principal, directory };
  }

  /** @returns whether it was time to record it */
  async noteUse(directory: Directory, { sessionId, lastSeenAt }: Session): Promise<boolean> {
    const now = this.now();
    if (now - Date.parse(lastSeenAt) < Math.min(KNOWN_TO_MS, (this.configuration?.idleSeconds ?? 0) * 100))
      return false;
    await noteSessionUse(directory, sessionId, { at: new Date(now).toISOString(), unlessSince: lastSeenAt });
    return true;
  }

  idleExpiry({ lastSeenAt }: Session): number {
    return Date.parse(lastSeenAt) + (this.configuration?.idleSeconds ?? 0) * 1_000;
  }

  /** The session's cookie for a browser or, without a value, its deletion. */
  cookie(value: string | undefined): string {
    const maxAge = value === undefined ? 0 : (this.configuration?.absoluteSeconds ?? 0);
    return setCookie(SESSION_COOKIE, value ?? '', { secure: this.secure, maxAge, sameSite: 'Strict' });
  }

  /** The cookie of the request's session once it acts as another user. */
  cookieFor(request: FastifyRequest, { accountId, userId }: { accountId: string; userId: UserId }): string {
    const { secret } = this.presentedUnchecked(request) ?? {};
    if (!this.cookies || secret === undefined) throw this.ended();
    return this.cookie(this.cookies.valueOf(secret, { accountId, userId }));
  }

  ended(): Problem {
    const { headers } = unauthorized('session_ended', '');
    return new Problem('session_ended', 'The session has ended: sign in again.', {
      headers: { ...headers, 'set-cookie': this.cookie(undefined) },
    });
  }

  private async load(
    directory: Directory,
    { sessionId, user }: PresentedSession,
    serviceGroupId: ServiceGroupId | undefined,
  ) {
    if (user) return loadPrincipalOfSession(directory, { sessionId, ...user, serviceGroupId });
    const nothing = { account: undefined, user: undefined, serviceGroup: { status: 'none' } as const };
    return { session: await findSession(directory, sessionId), ...nothing };
  }

  /**
   * The sessions of somebody that can still be used, newest first: a page may be shorter than `limit`.
   * @param user whose they are; undefined: an operator's
   */
  async listInForce(
    directory: Directory,
    principal: string,
    page: PageRequest,
    user: User | undefined,
  ): Promise<Page<Session>> {
    const { items, cursor } = await listSessions(directory, principal, page);
    const isLeft = (session: Session) => !user || (isLinked(user, session) && !isFromBefore(session, [user]));
    return { items: items.filter((session) => this.goesOn(session) && isLeft(session)), cursor };
  }

  private goesOn(session: Session): boolean {
    const { issuer, kind, expiresAt } = session;
    const provider = this.configuration?.providers.find((each) => each.issuer === issuer);
    if (!provider || (kind === 'operator' && !provider.operators)) return false;
    return this.now() < Math.min(expiresAt * 1_000, this.idleExpiry(session));
  }
}

/** By the link that existed at sign-in, not by a later one. Sessions of earlier versions do not record which that was. */
function isLinked({ identities = [] }: User, session: Session): boolean {
  return identities.some(
    (identity) =>
      sameIdentity(identity, session) && identity.linkedAt === (session.linkedAt ?? identity.linkedAt),
  );
}

/** Users who were suspended have to sign in again, and so have all users of a suspended account. */
function isFromBefore({ signedInAt }: Session, of: readonly (Principal['account'] | User)[]): boolean {
  return of.some((one) => one?.reactivatedAt !== undefined && signedInAt < one.reactivatedAt);
}
