import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import {
  endSession,
  endSessionsOf,
  findIdToken,
  findSession,
  operatorPrincipal,
  startSession,
  UsedBeforeError,
  userPrincipal,
  type AccountOfIdentity,
  type Directory,
  type SessionPrincipal,
} from '#libs/directory';
import { CLOCK_TOLERANCE_SECONDS } from '../caller/recent-sign-in.js';
import { lastAccount, rememberAccount } from '../sessions/last-account.js';
import { newSessionSecret, sessionIdOf } from '../sessions/session-cookie.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { claimValues } from '../caller/claim-values.js';
import { UserUses } from '../caller/user-uses.js';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { Problem } from '../../problems/problem.js';
import { contextOf } from '../../observability/request-context.js';
import { LinkingService } from './linking.service.js';
import {
  PENDING_FOR_SECONDS,
  pendingSignIn,
  rememberSignIn,
  settleSignIn,
  stateHashOf,
} from './pending-sign-in.js';
import { offerSignIn } from './problem-page.js';
import type { Redirect } from './redirect.js';
import type { Providers, ProvenIdentity } from './providers.js';
import { accountIn, safePath } from './return-to.js';
import type { IdentityProvider, SignInConfiguration } from '../../configuration/sign-in-configuration.js';

const RANDOM_BYTES = 32;
/** Of the dashboard. */
const INVITATION_PAGE = '/accept-invitation';

interface Completed {
  provider: IdentityProvider;
  proven: ProvenIdentity;
  state: string;
  returnTo: string;
  invitation?: string | undefined;
  replaces?: string | undefined;
}

export interface Question {
  returnTo: string;
  provider: string | undefined;
  loginHint?: string | undefined;
  /** Seconds: people who authenticated longer ago have to do so again. */
  maxAge?: number | undefined;
  /** The token of an invitation, which is accepted by the person who signs in. */
  invitation?: string | undefined;
}

/** Signs people in at their identity provider and out again: the authorization code flow, with PKCE, state and nonce. */
@Injectable()
export class SignInService {
  private providers: Promise<Providers> | undefined;

  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly sessions: SessionVerifier,
    private readonly linking: LinkingService,
    private readonly userUses: UserUses,
  ) {}

  /** @throws Problem `sign_in_not_configured`, `unknown_provider`, `invalid_format` */
  async begin(
    request: FastifyRequest,
    { returnTo, provider: name, loginHint, maxAge, invitation }: Question,
  ): Promise<Redirect> {
    const signIn = this.required();
    const target = safePath(returnTo, signIn.publicUrl.origin);
    this.offer(request, target, invitation);
    const provider = this.providerNamed(name);
    const providers = await this.opened();
    const random = () => randomBytes(RANDOM_BYTES).toString('base64url');
    const pending = {
      provider: provider.name,
      state: random(),
      nonce: random(),
      codeVerifier: random(),
      returnTo: target,
      maxAge,
      invitation,
      replaces: this.sessions.presentedUnchecked(request)?.sessionId,
      until: Date.now() + PENDING_FOR_SECONDS * 1_000,
    };
    const redirectUri = this.callbackUrl(provider).href;
    const url = await providers.authorizationUrl(provider, pending, { redirectUri, loginHint });
    return { to: url.href, cookies: rememberSignIn(request, pending, this.sealing()) };
  }

  /**
   * Handles the provider's answer. It always starts a new session, whatever the browser sent.
   * @throws Problem `sign_in_failed`, `no_user_for_identity`
   */
  async complete(
    directory: Directory,
    request: FastifyRequest,
    providerName: string | undefined,
  ): Promise<Redirect> {
    this.required();
    const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '');
    const pending = pendingSignIn(request, query.get('state') ?? '', this.sealing());
    this.offer(request, pending?.returnTo ?? '/', pending?.invitation);
    if (!pending) throw failed('This sign-in was not started in this browser.');
    if (pending.until <= Date.now()) throw failed('This sign-in was started more than ten minutes ago.');
    if ((providerName ?? this.onlyProvider()?.name) !== pending.provider)
      throw failed(
        'This answer does not come from the identity provider with which the sign-in was started.',
      );
    if (pending.isDone) return { to: pending.returnTo, cookies: [] };
    const provider = this.providerNamed(pending.provider);
    const answer = this.callbackUrl(provider);
    answer.search = query.toString();
    const proven = await this.proven(provider, answer, pending);
    const { secret, user } = await this.start(directory, request, {
      ...pending,
      provider,
      proven,
    });
    const value = this.sessions.cookies?.valueOf(secret, user);
    return {
      to: pending.returnTo,
      cookies: [
        settleSignIn(pending, this.sealing()),
        this.sessions.cookie(value),
        ...(user ? [rememberAccount(user.accountId, this.sessions.secure)] : []),
      ],
    };
  }

  /** Signs out here, and returns the next address: at the provider, if it supports that. */
  async end(directory: Directory, request: FastifyRequest): Promise<Redirect> {
    const { publicUrl } = this.required();
    const presented = this.sessions.presentedUnchecked(request);
    const session = presented && (await findSession(directory, presented.sessionId));
    const cookies = [this.sessions.cookie(undefined)];
    if (!session) return { to: '/', cookies };
    const idToken = await findIdToken(directory, session);
    await endSession(directory, session.sessionId);
    const provider = this.configuration.signIn?.providers.find(({ issuer }) => issuer === session.issuer);
    const returnTo = new URL('/', publicUrl).href;
    // An unavailable provider must not keep anybody from signing out here.
    const url = provider
      ? await (await this.opened()).endSessionUrl(provider, { idToken, returnTo }).catch(() => undefined)
      : undefined;
    return { to: url ?? '/', cookies };
  }

  /** @throws Problem `invalid_logout_token` */
  async endFromProvider(directory: Directory, token: string): Promise<void> {
    const { providers } = this.required();
    const opened = await this.opened();
    try {
      const provider = providers.find(({ issuer }) => issuer === decodeJwt(token).iss);
      if (!provider) throw new Error('The token does not come from a configured sign-in provider.');
      const { sub, sid, iat } = await opened.verifyLogoutToken(provider, token);
      const [called, value] = sub === undefined ? (['sid', sid ?? ''] as const) : (['sub', sub] as const);
      const startedBefore = iat + 1 + CLOCK_TOLERANCE_SECONDS;
      await endSessionsOf(directory, { issuer: provider.issuer, called, value, startedBefore, sid });
    } catch (error) {
      if (error instanceof Problem) throw error;
      const detail = 'The logout token is not one the provider has signed for this API.';
      throw new Problem('invalid_logout_token', detail, { cause: error });
    }
  }

  private async proven(
    provider: IdentityProvider,
    answer: URL,
    pending: Parameters<Providers['complete']>[2],
  ): Promise<ProvenIdentity> {
    try {
      return await (await this.opened()).complete(provider, answer, pending);
    } catch (error) {
      if (error instanceof Problem) throw error;
      const detail = 'The identity provider did not confirm who you are. Sign in again.';
      throw new Problem('sign_in_failed', detail, { cause: error });
    }
  }

  private async start(
    directory: Directory,
    request: FastifyRequest,
    { provider, proven, state, returnTo, invitation, replaces }: Completed,
  ) {
    const { claims, idToken } = proven;
    const identity = { issuer: provider.issuer, subject: claims.sub };
    const person = { ...identity, claims, correlationId: contextOf(request).correlationId };
    const wanted = accountIn(returnTo) ?? lastAccount(request, this.sessions.secure);
    if (invitation !== undefined) await this.linking.accept(directory, invitation, person);
    const principal = operatorOf(provider, claims) ?? (await this.userOf(directory, person, wanted));

    const secret = newSessionSecret();
    const now = Date.now();
    const at = new Date(now).toISOString();
    const session = {
      ...identity,
      ...principal,
      sessionId: sessionIdOf(secret),
      signedInAt: at,
      lastSeenAt: at,
      authTime: claims.auth_time ?? 0,
      userAgent: request.headers['user-agent']?.slice(0, 256),
      expiresAt: Math.floor(now / 1_000) + this.required().absoluteSeconds,
    };
    const replaced = this.sessions.presentedUnchecked(request)?.sessionId ?? replaces;
    const sid = typeof claims['sid'] === 'string' ? claims['sid'] : undefined;
    try {
      const stateHash = stateHashOf(state);
      await startSession(directory, { session, stateHash, sid, idToken, replaces: replaced });
    } catch (error) {
      if (!(error instanceof UsedBeforeError)) throw error;
      throw new Problem('sign_in_failed', 'This sign-in has already been completed.', { cause: error });
    }
    const { accountId, userId } = principal;
    const user = accountId && userId ? { accountId, userId } : undefined;
    if (user) this.userUses.note(user);
    return { secret, user };
  }

  /** @throws Problem `no_user_for_identity` */
  private async userOf(
    directory: Directory,
    person: Parameters<LinkingService['accountsOf']>[1],
    wanted: string | undefined,
  ): Promise<SessionPrincipal> {
    const accounts = await this.linking.accountsOf(directory, person);
    if (accounts.length === 0)
      throw new Problem('no_user_for_identity', 'No account has a user with this identity.');
    return userPrincipal(chosen(accounts, wanted));
  }

  required(): SignInConfiguration {
    const { signIn } = this.configuration;
    if (signIn) return signIn;
    throw new Problem('sign_in_not_configured', 'No identity provider is configured: see docs/sign-in.md.');
  }

  /**
   * If this fails, the page offers every provider, and leads to where the person wanted to go: with an invitation, to its page, which
   * begins again with it.
   */
  private offer(request: FastifyRequest, returnTo: string, invitation?: string): void {
    const { providers } = this.required();
    if (invitation !== undefined) {
      const token = new URLSearchParams({ token: invitation }).toString();
      // In the fragment, so that no log and no Referer has it.
      offerSignIn(request, [{ href: `${INVITATION_PAGE}#${token}`, label: 'Back to the invitation' }]);
      return;
    }
    offerSignIn(
      request,
      providers.map(({ name, title }) => ({
        href: `/auth/login?${new URLSearchParams({ provider: name, returnTo }).toString()}`,
        label: providers.length === 1 ? 'Sign in again' : `Sign in with ${title}`,
      })),
    );
  }

  private onlyProvider(): IdentityProvider | undefined {
    const { providers } = this.required();
    return providers.length === 1 ? providers[0] : undefined;
  }

  private providerNamed(name: string | undefined): IdentityProvider {
    const { providers } = this.required();
    const found = name === undefined ? this.onlyProvider() : providers.find((each) => each.name === name);
    if (found) return found;
    const names = providers.map((each) => each.name).join(', ');
    throw new Problem('unknown_provider', `provider must be one of ${names}.`);
  }

  /** Each provider has its own, so that none can pass off its answer as another's (RFC 9700, section 4.4). */
  private callbackUrl({ name }: IdentityProvider): URL {
    const path = this.onlyProvider() ? '/auth/callback' : `/auth/callback/${name}`;
    return new URL(path, this.required().publicUrl);
  }

  private sealing() {
    return { secure: this.sessions.secure, secret: this.configuration.cursorSecret };
  }

  /** Loaded when first needed: most starts of a function serve no sign-in. */
  private opened(): Promise<Providers> {
    this.providers ??= import('./providers.js').then((loaded) => new loaded.Providers());
    return this.providers;
  }
}

function failed(what: string): Problem {
  return new Problem('sign_in_failed', `${what} Sign in again.`);
}

function operatorOf(
  { issuer, operators }: IdentityProvider,
  claims: ProvenIdentity['claims'],
): SessionPrincipal | undefined {
  if (!operators || !claimValues(claims, operators.claim).includes(operators.value)) return undefined;
  const text = (claim: unknown) => (typeof claim === 'string' ? claim.slice(0, 256) : undefined);
  const shown = { name: text(claims['name']), email: text(claims['email']) };
  const operatorId = operatorIdOf(claims.sub);
  return { kind: 'operator', operatorId, principal: operatorPrincipal(issuer, operatorId), ...shown };
}

function chosen(accounts: readonly AccountOfIdentity[], wanted: string | undefined) {
  const [first, ...others] = accounts;
  return accounts.find(({ accountId }) => accountId === wanted) ?? (others.length === 0 ? first : undefined);
}

/** In the format of an event's actor: visible characters only. */
function operatorIdOf(subject: string): string {
  return /^[\x21-\x7e]{1,128}$/.test(subject) ? subject : stateHashOf(subject);
}
