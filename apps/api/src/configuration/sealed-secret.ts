import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a new key for the receipt of its request: a repetition of the request within a day returns the same key, but readers
 * of the table cannot see it.
 * @param about its subject: unsealing requires the same
 */
export function sealSecret(secret: string, about: string, masterSecret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealingKey(masterSecret), iv).setAAD(Buffer.from(about));
  const sealed = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

export function openSecret(sealed: string, about: string, masterSecret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, sealingKey(masterSecret), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function sealingKey(masterSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterSecret, '', 'rollbook: api keys in receipts', 32));
}
