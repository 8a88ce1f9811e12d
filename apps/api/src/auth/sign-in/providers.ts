import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import { parseIdentity } from '#libs/domain';
import { CLOCK_TOLERANCE_SECONDS } from '../caller/recent-sign-in.js';
import { unavailable } from '../../problems/unavailable.js';
import type { PendingSignIn } from './pending-sign-in.js';
import type { IdentityProvider } from '../../configuration/sign-in-configuration.js';

/** The time limit for the provider's answer. */
const TIMEOUT_SECONDS = 5;
/** A provider's metadata is read again after this time. */
const KNOWN_FOR_MS = 60 * 60_000;
/** How often, at most, an unknown key makes the provider's keys be fetched again. */
const KEYS_COOLDOWN_MS = 1_000;
/** It is stored with the session, in an item of at most 400 KB. */
const MAX_ID_TOKEN_LENGTH = 64 * 1024;
const BACK_CHANNEL_LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token is sent at once, and not stored. */
const LOGOUT_TOKEN_AGE = '5 minutes';

/** For a provider on this machine. It is marked deprecated to stand out, and will stay. */
const ALLOW_HTTP = client.allowInsecureRequests;

interface Discovered {
  configuration: client.Configuration;
  keys: JWTVerifyGetKey;
}

export interface ProvenIdentity {
  claims: client.IDToken;
  idToken: string;
}

/** The sessions a provider has ended. */
export interface LogoutToken {
  sub: string | undefined;
  sid: string | undefined;
  /** Seconds since the epoch. */
  iat: number;
}

/** Speaks OpenID Connect with identity providers, each of which is discovered when it is first needed. */
export class Providers {
  private readonly known = new Map<string, { discovered: Promise<Discovered>; until: number }>();

  async authorizationUrl(
    provider: IdentityProvider,
    { state, nonce, codeVerifier, maxAge }: PendingSignIn,
    { redirectUri, loginHint }: { redirectUri: string; loginHint: string | undefined },
  ): Promise<URL> {
    const { configuration } = await this.discover(provider);
    return client.buildAuthorizationUrl(configuration, {
      scope: provider.scope,
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
      ...(maxAge !== undefined && { max_age: String(maxAge), prompt: 'login' }),
    });
  }

  /**
   * Exchanges the code of an answer, and checks it and the ID token against everything that was sent with the request.
   * @param answer the URL to which the provider redirected the browser
   * @throws an error of openid-client for an answer that does not match
   */
  async complete(
    provider: IdentityProvider,
    answer: URL,
    { state, nonce, codeVerifier, maxAge }: PendingSignIn,
  ): Promise<ProvenIdentity> {
    const { configuration, keys } = await this.discover(provider);
    const tokens = await client.authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
      ...(maxAge !== undefined && { maxAge }),
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('The provider gave no ID token.');
    requireUsable(provider, tokens.id_token, claims);
    // Though it comes from the provider itself: by keys that are fetched again as soon as one is unknown.
    await jwtVerify(tokens.id_token, keys, trustedBy(configuration, provider));
    return { claims, idToken: tokens.id_token };
  }

  /** The address at which a browser signs out at the provider (OpenID Connect RP-Initiated Logout 1.0), if there is one. */
  async endSessionUrl(
    provider: IdentityProvider,
    { idToken, returnTo }: { idToken: string | undefined; returnTo: string },
  ): Promise<string | undefined> {
    const { configuration } = await this.discover(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href;
  }

  /**
   * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws an error of jose, or an Error
   */
  async verifyLogoutToken(provider: IdentityProvider, token: string): Promise<LogoutToken> {
    const { configuration, keys } = await this.discover(provider);
    const { payload } = await jwtVerify(token, keys, {
      ...trustedBy(configuration, provider),
      maxTokenAge: LOGOUT_TOKEN_AGE,
      requiredClaims: ['exp', 'iat', 'jti', 'events'],
    });
    return logoutTokenOf(payload);
  }

  private async discover(provider: IdentityProvider): Promise<Discovered> {
    const known = this.known.get(provider.name);
    if (known && known.until > Date.now()) return known.discovered;
    const discovered = discover(provider);
    this.known.set(provider.name, { discovered, until: Date.now() + KNOWN_FOR_MS });
    discovered.catch(() => this.known.delete(provider.name));
    return discovered;
  }
}

async function discover({ name, issuer, clientId, clientSecret }: IdentityProvider): Promise<Discovered> {
  const url = new URL(issuer);
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
  try {
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = await client.discovery(url, clientId, metadata, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute: url.protocol === 'http:' ? [ALLOW_HTTP] : [],
    });
    const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ''), {
      cooldownDuration: KEYS_COOLDOWN_MS,
    });
    return { configuration, keys };
  } catch (error) {
    throw unavailable(`The identity provider ${name} does not answer correctly (OpenID Connect).`, error);
  }
}

/**
 * What no library checks: names that can be nobody's, and times that are not over.
 * @throws Error
 */
function requireUsable({ issuer }: IdentityProvider, idToken: string, claims: client.IDToken): void {
  if (idToken.length > MAX_ID_TOKEN_LENGTH) throw new Error('The ID token is too long.');
  const { sub, sid, auth_time: authTime, iat } = claims;
  for (const subject of sid === undefined ? [sub] : [sub, sid]) {
    if (typeof subject !== 'string')
      throw new Error('The subject or the session of the ID token is not text.');
    parseIdentity({ issuer, subject });
  }
  const latest = Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS;
  for (const time of authTime === undefined ? [iat] : [iat, authTime])
    if (!(time >= 0 && time <= latest)) throw new Error('The ID token names a time that is not over.');
}

/** Only signatures that anybody can check and nobody but the provider can make (RFC 8725, section 2.1). */
function trustedBy(configuration: client.Configuration, { clientId: audience }: IdentityProvider) {
  const { issuer, id_token_signing_alg_values_supported: announced } = configuration.serverMetadata();
  const algorithms = (announced ?? ['RS256']).filter((algorithm) => !/^(none|HS)/.test(algorithm));
  return { issuer, audience, algorithms, clockTolerance: CLOCK_TOLERANCE_SECONDS };
}

function logoutTokenOf({ events, nonce, sub, sid, iat = 0 }: JWTPayload): LogoutToken {
  const event = isObject(events) ? events[BACK_CHANNEL_LOGOUT] : undefined;
  if (!isObject(event) || nonce !== undefined) throw new Error('The token is not a logout token.');
  if (sub === undefined && sid === undefined)
    throw new Error('The logout token has neither a subject nor a session.');
  for (const name of [sub, sid])
    if (name !== undefined && (typeof name !== 'string' || name === ''))
      throw new Error('The subject or the session of the logout token is not one.');
  return { sub, sid: sid as string | undefined, iat };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
