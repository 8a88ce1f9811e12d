import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { ConfigurationError } from './configuration.js';

/** Less than this, and no write can be counted on: the engine and the bus take some of it with each. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024;

/**
 * Makes the data folder when it is not there.
 *
 * @throws ConfigurationError when it cannot be written
 */
export function requireDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): set ROLLBOOK_DATA_DIR to a folder that can be.`,
    );
  }
}

/** @returns undefined while there is room in the data folder, or nobody can tell */
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

/** What a file holds, without the end of its line; undefined when there is none. */
export function readPrivateFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigurationError(`${file} cannot be read (${reasonOf(error)}): let its owner run this.`);
  }
}

export function writePrivateFile(file: string, text: string): void {
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  // The mode above counts only when the file is new.
  chmodSync(file, 0o600);
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
