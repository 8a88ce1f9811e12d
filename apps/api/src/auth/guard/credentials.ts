import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { isIdOf } from '#libs/domain';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { directoryFor } from '../../directory/request-directory.js';
import { Problem } from '../../problems/problem.js';
import { clientNetwork } from '../../configuration/trusted-proxies.js';
import { contextOf } from '../../observability/request-context.js';
import type { AccessRule } from '../caller/allow.decorator.js';
import { looksLikeKey, type PresentedKey } from '../api-keys/api-key-format.js';
import { ApiKeyVerifier } from '../api-keys/api-key-verifier.js';
import { InFlight, noteHeld, weightOf, weightOfBody } from '../rate-limits/in-flight.js';
import { InProcessBuckets } from '../rate-limits/in-process-buckets.js';
import { RateLimiter, type Limited } from '../rate-limits/rate-limiter.js';
import type { PresentedSession } from '../sessions/session-cookie.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { bearerToken, TokenVerifier, type TokenIdentity } from '../tokens/token-verifier.js';
import { unauthorized } from '../caller/unauthorized.js';

/** The credential presented, as far as it can be recognised without the table. */
export type Credential =
  TokenIdentity | (PresentedKey & { kind: 'api-key' }) | (PresentedSession & { kind: 'session' });

/** Of what a credential may send, what a network may send without one. */
const ANONYMOUS_SHARE = 0.1;

/** Units of the table that one request has without being charged for more. The dearest single command takes 20. */
const UNITS_OF_A_REQUEST = 32;
/** What a search in memory examines in the CPU time of one unit: in that of a request 20,000 rows, or a millisecond or two. */
const LOOKS_OF_A_UNIT = 625;
/** For each second that it waits for a position, a request is charged as another would be. */
const WAITED_MS_OF_A_REQUEST = 1_000;

/**
 * What a request is before its body is read: its credential, and whether that may send another. A body costs far more than both, so
 * clients without a credential send as many as their network may.
 */
@Injectable()
export class Credentials {
  private readonly presented = new WeakMap<object, { credential: Credential; limited: Limited }>();
  private readonly networks = new InProcessBuckets();
  private readonly inFlight = new InFlight();

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly apiKeys: ApiKeyVerifier,
    private readonly sessions: SessionVerifier,
    private readonly rates: RateLimiter,
    @Inject(DIRECTORY) private readonly directory: Directory,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** @throws Problem if the route asks for a credential and this is none, or its rate is used up */
  async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { accessRule } = request.routeOptions.config as { accessRule?: AccessRule };
    if (!accessRule || accessRule.public) {
      if (hasBody(request)) this.limitNetwork(request);
      return;
    }
    const credential = await this.read(request);
    const limited = this.limitedTogether(credential, request);
    await this.limitRate(limited, reply);
    this.hold(holderOf(limited), weightOf(request), request, reply);
    this.charge(limited, request, reply);
    // Until then it could be invented.
    if (credential.kind === 'api-key' && hasBody(request) && !this.apiKeys.isProven(credential))
      await this.apiKeys.verify(directoryFor(request, this.directory), credential);
    this.presented.set(request.raw, { credential, limited });
  }

  /**
   * What counts by account begins to count once the caller is known, if their credential names no account.
   * @throws Problem if the account's rate is used up, or it has no room
   */
  async countFor(accountId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limited = this.presented.get(request.raw)?.limited;
    if (!limited || limited.accountId === accountId) return;
    await this.limitRate({ accountId }, reply);
    this.hold(accountId, weightOf(request) + weightOfBody(request), request, reply);
    limited.accountId = accountId;
  }

  /** What the body asks for may take more than what was known before. @throws Problem if the account has no room for it */
  checkBody(request: FastifyRequest, reply: FastifyReply): void {
    const [presented, weight] = [this.presented.get(request.raw), weightOfBody(request)];
    if (presented && weight > 0) this.hold(holderOf(presented.limited), weight, request, reply);
  }

  of(request: FastifyRequest): Credential {
    const presented = this.presented.get(request.raw);
    if (!presented) throw new Error('The credential of this request was not checked.');
    return presented.credential;
  }

  /** @throws Problem if there is none, or it is none of ours or has expired */
  async read(request: FastifyRequest): Promise<Credential> {
    const { headers, raw } = request;
    requireOneAuthorization(raw.rawHeaders);
    // What a page sends itself takes precedence over what its browser adds.
    const session = headers.authorization === undefined ? this.sessions.presented(request) : undefined;
    if (session) return { kind: 'session', ...session };
    const token = bearerToken(headers.authorization);
    if (looksLikeKey(token)) return { kind: 'api-key', ...this.apiKeys.read(token) };
    return this.tokens.verify(token);
  }

  /** Before the first table call, a key is only known by its own claims: an invented key must not use up the real one's rate. */
  private limitedTogether(credential: Credential, request: FastifyRequest): Limited {
    if (credential.kind === 'operator') return { credential: `operator:${credential.id}` };
    if (credential.kind === 'session') {
      const { sessionId, user } = credential;
      return user
        ? { credential: `user:${user.userId}`, accountId: user.accountId }
        : { credential: `session:${sessionId}` };
    }
    if (credential.kind === 'identity')
      return { credential: `identity:${credential.issuer} ${credential.subject}` };
    const { accountId } = credential;
    if (credential.kind === 'user') return { credential: `user:${credential.id}`, accountId };
    return this.apiKeys.isProven(credential)
      ? { credential: `api-key:${credential.apiKeyId}`, ...(accountId !== undefined && { accountId }) }
      : { credential: `unproven:${clientNetwork(request)}` };
  }

  /** Without a valid token nobody's allowance is used up. */
  private async limitRate(limited: Limited, reply: FastifyReply): Promise<void> {
    const limit = this.rates.limitOf(limited);
    const { perSecond, burst } = limit;
    const { allowed, remaining, resetSeconds } = await this.rates.take(limited, limit);
    reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`);
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (allowed) return;
    contextOf(reply.request).limitedAccountId = limited.accountId;
    throw rateLimited('The credential or its account has sent too many requests.', resetSeconds);
  }

  /** What it reads is taken from its buckets, which can owe some, as it reads it. */
  private charge(limited: Limited, request: FastifyRequest, reply: FastifyReply): void {
    const context = contextOf(request);
    let charged = 0;
    const settle = () => {
      const { table, looked, waitedMs } = context;
      const waited = (waitedMs * UNITS_OF_A_REQUEST) / WAITED_MS_OF_A_REQUEST;
      const units = table.readUnits + table.writeUnits + looked / LOOKS_OF_A_UNIT + waited;
      const due = Math.floor(units / UNITS_OF_A_REQUEST);
      this.rates.charge(limited, due - charged);
      charged = due;
    };
    context.onTableCall = settle;
    reply.raw.once('finish', settle).once('close', settle);
  }

  /** Until it is answered. @param holder an account, or a credential that has none */
  private hold(
    holder: string | undefined,
    weight: number,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (holder === undefined) return;
    const held = this.inFlight.enter(holder, weight);
    if (!held) {
      contextOf(request).limitedAccountId = isIdOf('account', holder) ? holder : undefined;
      throw rateLimited('The account or its credential has too many requests in progress.', 1);
    }
    const leave = () => held.leave();
    reply.raw.once('finish', leave).once('close', leave);
    // Later listeners get no event of it.
    if (reply.raw.destroyed) leave();
    noteHeld(request, held);
  }

  private limitNetwork(request: FastifyRequest): void {
    const { perSecond, burst } = this.configuration.rateLimit;
    const limit = { perSecond: perSecond * ANONYMOUS_SHARE, burst: Math.max(1, burst * ANONYMOUS_SHARE) };
    const { allowed, resetSeconds } = this.networks.take([clientNetwork(request)], limit);
    if (!allowed) throw rateLimited('This network has sent too many requests.', resetSeconds);
  }
}

/** Of an unproven key the account is known soon, and nothing else of it is true for sure. */
function holderOf({ accountId, credential }: Limited): string | undefined {
  return accountId ?? (credential?.startsWith('unproven:') ? undefined : credential);
}

/** Must be called before any route is added. */
export function checkCredentialsFirst(fastify: FastifyInstance, credentials: Credentials): void {
  fastify.addHook('onRequest', async (request, reply) => {
    await credentials.check(request, reply);
    // A client that hung up meanwhile sends no more, and no event says so again: reading the body would never end.
    if (hasBody(request) && request.raw.destroyed) throw new Error('The client hung up.');
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    try {
      credentials.checkBody(request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Of two, Node takes the first; a proxy in front of it may have checked the other. */
function requireOneAuthorization(rawHeaders: readonly string[]): void {
  const sent = rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name));
  if (sent.length > 1) throw unauthorized('token_invalid', 'Send one Authorization header.');
}

function rateLimited(detail: string, resetSeconds: number): Problem {
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } });
}
