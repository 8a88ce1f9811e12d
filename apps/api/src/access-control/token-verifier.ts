import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { TokenConfiguration } from '../configuration.js';
import type { Problem } from '../problems/problem.js';
import { unavailable } from '../problems/unavailable.js';
import { ACCOUNT_ID, USER_ID } from '../requests/ids.js';
import { KeySetUnavailableError, openKeySet } from './key-set.js';
import { unauthorized } from './unauthorized.js';

/** What a verified token says. Whether the user still exists, and with which role, is for the table to say. */
export type TokenIdentity =
  { kind: 'operator'; id: string } | { kind: 'user'; id: string; accountId: string };

export const OPERATOR_SCOPE = 'rollbook:operator';

/** Asymmetric only: an HMAC "signed" with a public key must not pass (RFC 8725, 2.1). */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8_192;
const CACHED_TOKENS = 1_000;
/** A key that the issuer withdraws stops working here after this time. */
const CACHED_FOR_MS = 60_000;

interface Verified {
  identity: Promise<TokenIdentity>;
  until: number;
}

/** Verifies bearer tokens (RFC 6750, RFC 7519). Remembers those it has verified: the signature costs more than the rest. */
export class TokenVerifier {
  private readonly verified = new Map<string, Verified>();
  private readonly keys: JWTVerifyGetKey;

  constructor(private readonly tokens: TokenConfiguration) {
    this.keys = openKeySet(tokens.jwksUrl);
  }

  /**
   * @throws Problem with status 401, and 503 when the issuer's keys cannot be had
   */
  async verify(token: string): Promise<TokenIdentity> {
    const known = this.verified.get(token);
    if (known && known.until > Date.now()) return known.identity;
    return this.remember(token);
  }

  /** The verification itself is remembered, so that many requests at once with one token share it. */
  private remember(token: string): Promise<TokenIdentity> {
    const verification = this.verifySignature(token);
    const entry: Verified = { identity: verification.then(identityOf), until: Date.now() + CACHED_FOR_MS };
    this.verified.delete(token);
    const [oldest] = this.verified.keys();
    if (this.verified.size >= CACHED_TOKENS && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(token, entry);
    verification.then(
      ({ exp = 0 }) => (entry.until = Math.min(entry.until, exp * 1_000)),
      () => undefined,
    );
    // What is refused now may be right in a moment: a key may have been added, a time may have come.
    entry.identity.catch(() => this.verified.get(token) === entry && this.verified.delete(token));
    return entry.identity;
  }

  private async verifySignature(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        issuer: this.tokens.issuer,
        audience: this.tokens.audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'sub'],
      });
      return payload;
    } catch (error) {
      throw refusal(error);
    }
  }
}

/**
 * The token in a request's Authorization header.
 *
 * @throws Problem with status 401
 */
export function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw unauthorized('token_missing', 'Send a token: Authorization: Bearer …');
  if (authorization.length > MAX_TOKEN_LENGTH)
    throw unauthorized('token_invalid', `A token may have ${MAX_TOKEN_LENGTH} characters.`);
  const [, token] = /^Bearer +([A-Za-z0-9_.-]+) *$/i.exec(authorization) ?? [];
  if (!token) throw unauthorized('token_invalid', 'The Authorization header is not a bearer token.');
  return token;
}

function identityOf({ sub = '', scope, account_id: accountId }: JWTPayload): TokenIdentity {
  if (typeof scope === 'string' && scope.split(' ').includes(OPERATOR_SCOPE)) {
    if (!/^[\x21-\x7e]{1,128}$/.test(sub))
      throw unauthorized('token_invalid', "An operator's subject has 1 to 128 visible characters.");
    return { kind: 'operator', id: sub };
  }
  if (!USER_ID.test(sub) || typeof accountId !== 'string' || !ACCOUNT_ID.test(accountId))
    throw unauthorized('token_invalid', 'The token names no operator scope, and no user and account.');
  return { kind: 'user', id: sub, accountId };
}

function refusal(error: unknown): Problem {
  if (error instanceof KeySetUnavailableError)
    return unavailable('Tokens cannot be checked for the moment.', error);
  if (error instanceof errors.JWTExpired)
    return unauthorized('token_expired', 'The token has expired.', error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf')
      return unauthorized('token_not_yet_valid', 'The token is not valid yet.', error);
    return unauthorized('token_invalid', `The token's claim ${error.claim} is not accepted.`, error);
  }
  return unauthorized('token_invalid', 'The token is not one the issuer has signed for this API.', error);
}
