import { readFile, stat } from 'node:fs/promises';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}

const FETCH_TIMEOUT_MS = 3_000;
/** A key that the issuer withdraws without adding another is forgotten after this time. */
const CACHED_FOR_MS = 300_000;

/**
 * The public keys of an issuer whose discovery document says where they are (OpenID Connect Discovery 1.0).
 *
 * @throws KeySetUnavailableError from the returned function when document or set cannot be read
 */
export function discoverKeySet(issuer: string, cooldownSeconds: number): JWTVerifyGetKey {
  let discovered: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    discovered ??= discover(issuer).then((url) => openKeySet(url, cooldownSeconds));
    const keys = await discovered.catch((error: unknown) => {
      discovered = undefined;
      throw new KeySetUnavailableError(`The discovery document of ${issuer} cannot be read.`, {
        cause: error,
      });
    });
    return keys(header, token);
  };
}

async function discover(issuer: string): Promise<URL> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    redirect: 'error',
  });
  const { issuer: named, jwks_uri: keys } = (await answer.json()) as { issuer?: string; jwks_uri?: string };
  // The document must be the issuer's own: another's keys would sign for it.
  if (!answer.ok || named !== issuer || keys === undefined)
    throw new Error(`It is not the document of ${issuer}.`);
  return new URL(keys);
}

/**
 * The public keys of an issuer, from an http(s) URL or a file. New keys are picked up without a restart.
 * @param cooldownSeconds the minimum time between two fetches caused by an unknown key id
 * @throws KeySetUnavailableError from the returned function if the set cannot be read
 */
export function openKeySet(url: URL, cooldownSeconds: number): JWTVerifyGetKey {
  const keys = url.protocol === 'file:' ? keysFromFile(url) : keysFromUrl(url, cooldownSeconds);
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      if (error instanceof errors.JOSENotSupported) throw error;
      throw new KeySetUnavailableError(`The issuer's keys at ${url.href} cannot be read.`, { cause: error });
    }
  };
}

function keysFromUrl(url: URL, cooldownSeconds: number): JWTVerifyGetKey {
  return createRemoteJWKSet(url, {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: cooldownSeconds * 1_000,
    cacheMaxAge: CACHED_FOR_MS,
  });
}

function keysFromFile(url: URL): JWTVerifyGetKey {
  let version = '';
  let keys: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    const { mtimeMs, size, ino } = await stat(url);
    const current = `${mtimeMs}:${size}:${ino}`;
    if (!keys || current !== version) {
      keys = createLocalJWKSet(
        JSON.parse(await readFile(url, 'utf8')) as Parameters<typeof createLocalJWKSet>[0],
      );
      version = current;
    }
    return keys(header, token);
  };
}
