import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { MasterKeyError, type MasterKey } from '#libs/directory';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CONSEQUENCE =
  'Without it, personal data in histories and the secrets of webhook endpoints can never be read again.';

/** For development. It is created with the first key it wraps; losing it means losing what was encrypted under it. */
export function fileMasterKey(file: string): MasterKey {
  let known: Buffer | undefined;
  return {
    async generateKey() {
      await Promise.resolve();
      known ??= read(file) ?? make(file);
      const plain = randomBytes(KEY_BYTES);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', known, nonce);
      const wrapped = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return { plain, wrapped };
    },
    async unwrapKey(wrapped) {
      await Promise.resolve();
      known ??= read(file);
      if (!known)
        throw new MasterKeyError(
          `The master key ${file} is missing, and the table holds data that is encrypted under it. Restore the file, ` +
            `or set ROLLBOOK_MASTER_KEY_FILE to its path. ${CONSEQUENCE}`,
        );
      try {
        return unwrap(known, wrapped);
      } catch (cause) {
        throw new MasterKeyError(
          `The master key ${file} is not the one that the table's data is encrypted under. Restore that one, or point ` +
            `ROLLBOOK_MASTER_KEY_FILE to its path. ${CONSEQUENCE}`,
          { cause },
        );
      }
    },
  };
}

function unwrap(key: Buffer, wrapped: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

function make(file: string): Buffer {
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

/** @throws MasterKeyError if the file cannot be read, others may read it, or it contains no key */
function read(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const reason = code === 'EISDIR' ? 'it is a folder: name a file, or move it away.' : message;
    throw new MasterKeyError(`The master key ${file} (ROLLBOOK_MASTER_KEY_FILE) cannot be read: ${reason}`);
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new MasterKeyError(
      `The master key ${file} (ROLLBOOK_MASTER_KEY_FILE) can be read by other users: it must have the mode 600.`,
    );
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new MasterKeyError(
      `The master key ${file} (ROLLBOOK_MASTER_KEY_FILE) does not hold ${KEY_BYTES} bytes in base64. Restore the file. ${CONSEQUENCE}`,
    );
  return key;
}
