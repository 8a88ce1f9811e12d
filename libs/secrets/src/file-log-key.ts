import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LogKey, LogMark } from '#libs/directory';

interface StoredKey {
  origin: string;
  /** PKCS #8. */
  privateKey: string;
}

/** For one machine: a name and a key of Ed25519 in a file, which is created with the log. */
export function fileLogKey(file: string): LogKey {
  const { origin, privateKey: pem } = read(file) ?? make(file);
  const privateKey = createPrivateKey(pem);
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    origin,
    publicKey: () => Promise.resolve(Buffer.from(x!, 'base64url')),
    sign: (message) => Promise.resolve(sign(null, message, privateKey)),
  };
}

function read(file: string): StoredKey | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The key of the log ${file} (ROLLBOOK_LOG_KEY_FILE) cannot be read: ${String(error)}`, {
      cause: error,
    });
  }
}

function make(file: string): StoredKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key: StoredKey = {
    origin: `rollbook.local/${randomBytes(8).toString('hex')}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
  // Of processes that start at once, one creates it.
  createOnce(file, `${JSON.stringify(key)}\n`);
  return read(file)!;
}

/** Whole or not at all. @returns false if it exists */
function createOnce(file: string, text: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Beside the key, a file for each of the last sizes: none is ever written again, so of two processes one creates it. */
export function fileLogMark(keyFile: string): LogMark {
  const prefix = `${basename(keyFile)}.signed-`;
  const sizes = () =>
    existing(dirname(keyFile))
      .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
      .map((name) => Number(name.slice(prefix.length)))
      .sort((one, other) => one - other);
  const fileOf = (size: number) => join(dirname(keyFile), `${prefix}${size}`);
  return {
    async read() {
      await Promise.resolve();
      const size = sizes().at(-1);
      return size === undefined
        ? undefined
        : { size, root: Buffer.from(readFileSync(fileOf(size), 'utf8'), 'hex') };
    },
    async replace(before, { size, root }) {
      await Promise.resolve();
      if (!createOnce(fileOf(size), Buffer.from(root).toString('hex'))) return false;
      const all = sizes();
      // The last two stay: who has read the one before must find that there is another.
      const [newest, last] = [all.at(-1), all.at(-2)];
      for (const old of all.slice(0, -2)) rmSync(fileOf(old), { force: true });
      return newest === size && (last ?? 0) === (before?.size ?? 0);
    },
  };
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
