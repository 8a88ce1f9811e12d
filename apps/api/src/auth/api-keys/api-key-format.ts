import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyId } from '#libs/domain';

/**
 * `rbk_`, the ULIDs of the account and of the key, 32 random characters, and a checksum, without a separator: one pattern
 * finds it in any text, and one double click selects it. The ids locate the key, so that a lookup is one read by key; the
 * checksum detects a mistyped key without any.
 */
const PREFIX = 'rbk_';
const ULID_LENGTH = 26;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** For secret scanners, and for redaction. */
export const API_KEY_PATTERN = /rbk_[0-7][0-9A-HJKMNP-TV-Z]{25}[0-7][0-9A-HJKMNP-TV-Z]{25}[0-9A-Za-z]{38}/;
const WHOLE = new RegExp(`^${API_KEY_PATTERN.source}$`);

/** A key as presented by a caller: well-formed, but possibly unknown. */
export interface PresentedKey {
  accountId: string;
  apiKeyId: ApiKeyId;
  /** SHA-256 of the whole key, base64url. */
  secretHash: string;
}

export function drawKey(accountId: string, apiKeyId: ApiKeyId): { key: string; hint: string } {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE_62[randomInt(BASE_62.length)]).join('');
  const checked = PREFIX + ulidOf(accountId) + ulidOf(apiKeyId) + secret;
  const key = checked + checksumOf(checked);
  return { key, hint: key.slice(-HINT_LENGTH) };
}

/** @returns undefined for a text that is not a key, or a mistyped one */
export function readKey(text: string): PresentedKey | undefined {
  if (!WHOLE.test(text)) return undefined;
  const checked = text.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(checked) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  const ids = text.slice(PREFIX.length);
  return {
    accountId: `acct_${ids.slice(0, ULID_LENGTH)}`,
    apiKeyId: `akey_${ids.slice(ULID_LENGTH, 2 * ULID_LENGTH)}`,
    secretHash: hashOf(text),
  };
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** One round of SHA-256: the input is random, so there is nothing to guess that would have to be slowed down. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    digits = BASE_62.charAt(rest % BASE_62.length) + digits;
    rest = Math.floor(rest / BASE_62.length);
  }
  return digits;
}
