import { readFile, stat } from 'node:fs/promises';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

/** The issuer's keys cannot be had: nobody's fault who sends a token. */
export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}

const FETCH_TIMEOUT_MS = 3_000;
/** An unknown key id makes the set be fetched again, at most this often: made-up ids must not become a flood there. */
const COOLDOWN_MS = 10_000;

/**
 * The public keys of an issuer, from an http(s) URL or a file. New keys are picked up without a restart.
 *
 * @throws KeySetUnavailableError from the returned function when the set cannot be read
 */
export function openKeySet(url: URL): JWTVerifyGetKey {
  const keys = url.protocol === 'file:' ? keysFromFile(url) : keysFromUrl(url);
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

function keysFromUrl(url: URL): JWTVerifyGetKey {
  return createRemoteJWKSet(url, { timeoutDuration: FETCH_TIMEOUT_MS, cooldownDuration: COOLDOWN_MS });
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
