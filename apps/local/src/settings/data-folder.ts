import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from './configuration.js';

/** With less, no write is certain to succeed: the engine and the bus need some for each. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024;

/** Only its owner can look into it: beside the secrets, it has everybody's data. @throws ConfigurationError if it is not writable */
export function requireDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(
      `The data folder ${folder} is not writable (${reasonOf(error)}): set ROLLBOOK_DATA_DIR to a folder that is.`,
    );
  }
}

/** What fits into memory for an afternoon of tests. A container has 64 MB there by default. */
const LEAST_MEMORY_BYTES = 256 * 1024 * 1024;
const MEMORY = '/dev/shm';

/** A new folder that is in memory where the system has a file system for that, and otherwise among its temporary files. */
export function makeTemporaryDataFolder(): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'rollbook-'));
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= LEAST_MEMORY_BYTES;
  } catch {
    return false;
  }
}

/** With `recursive`, Node's `mkdirSync` never returns where the system answers ENOENT below a folder that exists, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @returns undefined if there is enough space in the data folder, or it cannot be determined */
export function lackOfSpace(folder: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free >= LEAST_FREE_BYTES) return undefined;
    return `disk space for ${folder} (${Math.floor(free / 1024)} KB are left)`;
  } catch {
    return undefined;
  }
}

export function readPrivateFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') throw isFolder(file);
    throw new ConfigurationError(`${file} cannot be read (${reasonOf(error)}): run this as its owner.`);
  }
}

/** What is only written once everything runs. @throws ConfigurationError */
export function requireNoFolders(files: readonly string[]): void {
  const folder = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory());
  if (folder !== undefined) throw isFolder(folder);
}

function isFolder(file: string): ConfigurationError {
  return new ConfigurationError(
    `${file} is a folder, and must be a file: move the folder away, and start again.`,
  );
}

export function writePrivateFile(file: string, text: string): void {
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  // The mode above only applies to a new file.
  chmodSync(file, 0o600);
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
