import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { DomainError, orRefusal, parseIdentity, type UserId } from '#libs/domain';
import type { IssuerConfiguration } from '../../configuration/issuer-configuration.js';
import { Problem } from '../../problems/problem.js';
import { unavailable } from '../../problems/unavailable.js';
import { ACCOUNT_ID, isUserId } from '../../http/input/ids.js';
import { claimValues } from '../caller/claim-values.js';
import { discoverKeySet, KeySetUnavailableError, openKeySet } from './key-set.js';
import { unauthorized } from '../caller/unauthorized.js';

/** The contents of a verified token. The table decides whether the user still exists, and with which role. */
export type TokenIdentity = (
  | { kind: 'operator'; id: string }
  | { kind: 'user'; id: UserId; accountId: string }
  /** Somebody as their provider calls them: which user that is, and in which account, is for the table to say. */
  | {
      kind: 'identity';
      issuer: string;
      subject: string;
      accountId: string | undefined;
      /** The only accounts that the issuer may speak for; any without. */
      accounts: readonly string[] | undefined;
    }
) & {
  /** When the person last proved who they are, in seconds; undefined if the issuer's tokens need not state it. */
  authTime?: number;
};

const MAX_TOKEN_LENGTH = 8_192;
const CACHED_TOKENS = 1_000;
/** A key that the issuer withdraws stops working here after this time. */
const CACHED_FOR_MS = 60_000;

interface Verified {
  identity: Promise<TokenIdentity>;
  until: number;
}

interface Issuer {
  configuration: IssuerConfiguration;
  keys: JWTVerifyGetKey;
}

/** Verifies bearer tokens (RFC 6750, RFC 7519), and remembers which: the signature costs more than the rest. */
export class TokenVerifier {
  private readonly verified = new Map<string, Verified>();
  private readonly issuers: ReadonlyMap<string, Issuer>;

  constructor(configurations: readonly IssuerConfiguration[]) {
    this.issuers = new Map(
      configurations.map((configuration) => {
        const { issuer, jwksUrl, keysCooldownSeconds } = configuration;
        const keys = jwksUrl
          ? openKeySet(jwksUrl, keysCooldownSeconds)
          : discoverKeySet(issuer, keysCooldownSeconds);
        return [issuer, { configuration, keys }];
      }),
    );
  }

  /** @throws Problem with status 401, and 503 if the issuer's keys cannot be read */
  async verify(token: string): Promise<TokenIdentity> {
    const known = this.verified.get(token);
    if (known && known.until > Date.now()) return known.identity;
    return this.remember(token);
  }

  /** The verification itself is cached, so that many concurrent requests with one token share it. */
  private remember(token: string): Promise<TokenIdentity> {
    const verification = this.verifySignature(token);
    const entry: Verified = {
      identity: verification.then(({ identity }) => identity),
      until: Date.now() + CACHED_FOR_MS,
    };
    this.verified.delete(token);
    const [oldest] = this.verified.keys();
    if (this.verified.size >= CACHED_TOKENS && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(token, entry);
    verification.then(
      ({ expiresAt }) => (entry.until = Math.min(entry.until, expiresAt)),
      () => undefined,
    );
    // A refusal is not cached: a key may be added, or a time may come.
    entry.identity.catch(() => this.verified.get(token) === entry && this.verified.delete(token));
    return entry.identity;
  }

  private async verifySignature(token: string): Promise<{ identity: TokenIdentity; expiresAt: number }> {
    try {
      const { configuration, keys } = this.issuerOf(token);
      const { payload } = await jwtVerify(token, keys, {
        issuer: configuration.issuer,
        audience: configuration.audience,
        algorithms: [...configuration.algorithms],
        clockTolerance: configuration.clockToleranceSeconds,
        ...(configuration.tokenType !== undefined && { typ: configuration.tokenType }),
        requiredClaims: ['exp', configuration.claims.subject],
      });
      const identity = { ...identityOf(payload, configuration), ...authTimeOf(payload, configuration) };
      return { identity, expiresAt: (payload.exp ?? 0) * 1_000 };
    } catch (error) {
      throw error instanceof Problem ? error : refusal(error);
    }
  }

  /** A token's own claims only select the keys it must be signed with. */
  private issuerOf(token: string): Issuer {
    const issuer = this.issuers.get(decodeJwt(token).iss ?? '');
    if (!issuer)
      throw unauthorized('token_invalid', 'The token comes from an issuer this API does not know.');
    return issuer;
  }
}

export function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw unauthorized('token_missing', 'Send a token: Authorization: Bearer …');
  if (authorization.length > MAX_TOKEN_LENGTH)
    throw unauthorized('token_invalid', `A token must have at most ${MAX_TOKEN_LENGTH} characters.`);
  const [, token] = /^Bearer +([A-Za-z0-9_.-]+) *$/i.exec(authorization) ?? [];
  if (!token) throw unauthorized('token_invalid', 'The Authorization header is not a bearer token.');
  return token;
}

function identityOf(
  payload: JWTPayload,
  { issuer, claims, operators, accounts, subjects }: IssuerConfiguration,
): TokenIdentity {
  const { [claims.subject]: subject, [claims.account]: accountId } = payload;
  const id = typeof subject === 'string' ? subject : '';
  if (operators && claimValues(payload, claims.scope).includes(claims.operatorScope)) {
    if (!/^[\x21-\x7e]{1,128}$/.test(id))
      throw unauthorized('token_invalid', "An operator's subject must have 1 to 128 visible characters.");
    return { kind: 'operator', id };
  }
  if (subjects === 'identities') return personOf(id, accountId, { issuer, accounts });
  if (!isUserId(id) || typeof accountId !== 'string' || !ACCOUNT_ID.test(accountId))
    throw unauthorized('token_invalid', 'The token has neither an operator scope nor a user and account.');
  if (accounts && !accounts.includes(accountId))
    throw unauthorized('token_invalid', 'The issuer may not issue tokens for this account.');
  return { kind: 'user', id, accountId };
}

/** A token that does not say when is taken for one of long ago. */
function authTimeOf(
  { auth_time: authTime }: JWTPayload,
  { recentSignIn }: IssuerConfiguration,
): { authTime?: number } {
  if (!recentSignIn) return {};
  return { authTime: typeof authTime === 'number' ? authTime : 0 };
}

/** The account may be named by the token; else the request names it, or the person has one only. */
function personOf(
  subject: string,
  named: unknown,
  { issuer, accounts }: Pick<IssuerConfiguration, 'issuer' | 'accounts'>,
): TokenIdentity {
  const accountId = typeof named === 'string' && ACCOUNT_ID.test(named) ? named : undefined;
  if (orRefusal(() => parseIdentity({ issuer, subject })) instanceof DomainError)
    throw unauthorized('token_invalid', 'The subject of the token is not one.');
  return { kind: 'identity', issuer, subject, accountId, accounts };
}

function refusal(error: unknown): Problem {
  if (error instanceof KeySetUnavailableError)
    return unavailable('Tokens cannot be checked at the moment.', error);
  if (error instanceof errors.JWTExpired)
    return unauthorized('token_expired', 'The token has expired.', error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf')
      return unauthorized('token_not_yet_valid', 'The token is not valid yet.', error);
    return unauthorized('token_invalid', `The token's claim ${error.claim} is not accepted.`, error);
  }
  return unauthorized('token_invalid', 'The token was not signed by the issuer for this API.', error);
}
