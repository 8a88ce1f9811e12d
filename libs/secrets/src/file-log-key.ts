import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LogKey, LogMark } from '#libs/directory';

interface StoredKey {
  origin: string;
  /** PKCS #8. */
  privateKey: string;
}

/** Of Ed25519. */
export interface FileKey {
  name: string;
  publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/** For one machine: a name and a key in a file. The first time both are created. @param name for then, or by chance */
export function fileKey(file: string, name = `rollbook.local/${randomBytes(8).toString('hex')}`): FileKey {
  const { origin, privateKey: pem } = read(file) ?? make(file, name);
  const privateKey = createPrivateKey(pem);
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    name: origin,
    publicKey: Buffer.from(x!, 'base64url'),
    sign: (message) => sign(null, message, privateKey),
  };
}

/** A log's, which is created with the log. */
export function fileLogKey(file: string): LogKey {
  const key = fileKey(file);
  return {
    origin: key.name,
    publicKey: () => Promise.resolve(key.publicKey),
    sign: (message) => Promise.resolve(key.sign(message)),
  };
}

function read(file: string): StoredKey | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The key in ${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

function make(file: string, origin: string): StoredKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key: StoredKey = {
    origin,
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
