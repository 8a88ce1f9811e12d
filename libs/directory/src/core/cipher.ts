import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { Runtime } from '#libs/pacing';

/** Where keys and nonces are drawn from. */
export type Draw = Runtime['bytes'];

/** AES-256-GCM with random nonces. Source: NIST SP 800-38D, section 8.2.2. */
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param context what the result belongs to: decrypting requires the same */
export function encrypt(draw: Draw, key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  return encryptWith(draw(NONCE_BYTES), key, plain, context);
}

/** A new key and its wrapped form: the key and the nonce are drawn together, which costs as much as drawing one. */
export function newWrappedKey(
  draw: Draw,
  wrappingKey: Uint8Array,
  context: string,
): { plain: Uint8Array; wrapped: Buffer } {
  const drawn = draw(KEY_BYTES + NONCE_BYTES);
  const plain = drawn.subarray(0, KEY_BYTES);
  return { plain, wrapped: encryptWith(drawn.subarray(KEY_BYTES), wrappingKey, plain, context) };
}

/** @param nonce never used before with this key */
function encryptWith(nonce: Uint8Array, key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  // Node takes twice as long with a key as bytes.
  const cipher = createCipheriv(ALGORITHM, createSecretKey(key), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws if the key or the context differs, or a bit has changed */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, createSecretKey(key), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
