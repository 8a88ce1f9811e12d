import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MasterKey } from '#libs/directory';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A key in a file that only its owner can read: for development. It is made with the first need, and whoever loses it
 * loses what was encrypted under it.
 *
 * @throws Error when others may read the file, or it holds no key
 */
export function fileMasterKey(file: string): MasterKey {
  let known: Buffer | undefined;
  const key = () => (known ??= readOrMake(file));
  return {
    generateKey() {
      const plain = randomBytes(KEY_BYTES);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce);
      const wrapped = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return Promise.resolve({ plain, wrapped });
    },
    async unwrapKey(wrapped) {
      await Promise.resolve();
      const decipher = createDecipheriv('aes-256-gcm', key(), wrapped.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}

function readOrMake(file: string): Buffer {
  const kept = read(file);
  if (kept) return kept;
  mkdirSync(dirname(file), { recursive: true });
  // Whole or not at all, and never over another process's: the API and the stream processor may start at once.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(file) as Buffer;
}

function read(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others than its owner: it must have the mode 600.`);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes in base64.`);
  return key;
}
