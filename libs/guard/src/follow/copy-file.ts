import { open, readFile, rename } from 'node:fs/promises';
import { AccessCopy } from '../copy/access-copy.js';
import type { StoredCopy } from '../copy/entries.js';

/** What a program wrote that knew nothing of access roles or of teams has read past them: it is made again. */
const FORMAT = 5;

interface Stored extends StoredCopy {
  format: typeof FORMAT;
  /** Of which feed. */
  of: string;
  cursor: string;
}

export interface KeptCopy {
  copy: AccessCopy;
  cursor: string;
}

/** @returns undefined if there is none, or none that can be read: then it is made again */
export async function readCopy(file: string, of: string): Promise<KeptCopy | undefined> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Stored;
    return stored.format === FORMAT && stored.of === of
      ? { copy: AccessCopy.of(stored), cursor: stored.cursor }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step: readers find the old one or the new one. */
export async function writeCopy(file: string, of: string, { copy, cursor }: KeptCopy): Promise<void> {
  const stored: Stored = { format: FORMAT, of, cursor, ...copy.stored() };
  const next = `${file}.next`;
  // Readable for its owner alone: it says who may enter what.
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(stored));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}
