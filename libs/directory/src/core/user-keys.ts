import type { UserId } from '#libs/domain';
import { decrypt, encrypt, newWrappedKey, type Draw } from './cipher.js';
import type { KeyRing } from './key-ring.js';

/** Stored wrapped, on the user's first event and their head: without these two, nobody can read the data again. */
export interface UserKey {
  userId: UserId;
  plain: Uint8Array;
  /** For the nonces of what is sealed with it. */
  draw: Draw;
  /** As stored: the wrapping key's id, a dot, and the wrapped key. */
  stored: string;
}

export async function newUserKey(keyRing: KeyRing, userId: UserId): Promise<UserKey> {
  const { keyId, plain: wrappingKey } = await keyRing.current();
  const { plain, wrapped } = newWrappedKey(keyRing.draw, wrappingKey, userId);
  return { userId, plain, draw: keyRing.draw, stored: `${keyId}.${wrapped.toString('base64url')}` };
}

/** A user's key that can no longer be unwrapped: it, or the key that wraps it, is missing. */
export class UserKeyError extends Error {
  override readonly name = 'UserKeyError';
}

/** @param stored undefined if their data has been erased or is older than encryption @throws UserKeyError */
export async function openUserKey<Stored extends string | undefined>(
  keyRing: KeyRing,
  userId: UserId,
  stored: Stored,
): Promise<UserKey | (Stored extends string ? never : undefined)> {
  if (stored === undefined) return undefined as Stored extends string ? never : undefined;
  const [keyId = '', wrapped = ''] = stored.split('.');
  const wrappingKey = await keyRing.find(keyId);
  if (!wrappingKey) throw new UserKeyError(`The wrapping key ${keyId} of ${userId} is missing.`);
  try {
    const plain = decrypt(wrappingKey.plain, Buffer.from(wrapped, 'base64url'), userId);
    return { userId, plain, draw: keyRing.draw, stored };
  } catch (error) {
    throw new UserKeyError(`The key of ${userId} cannot be unwrapped.`, { cause: error });
  }
}

/** Encrypts a value that JSON can hold. */
export function seal({ plain, draw }: UserKey, value: unknown, context: string): string {
  return encrypt(draw, plain, Buffer.from(JSON.stringify(value)), context).toString('base64');
}

/** @throws if it was sealed with another key or for another context */
export function unseal({ plain }: UserKey, sealed: string, context: string): unknown {
  return JSON.parse(decrypt(plain, Buffer.from(sealed, 'base64'), context).toString('utf8'));
}
