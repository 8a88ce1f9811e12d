import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of a folder where no `node_modules` is found: what it forgot to bring along is missing there. */
export function copyOutside(folder: string): { folder: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'outside-'));
  for (let above = copy; above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, 'node_modules'))) throw new Error(`There are packages above ${copy}.`);
  cpSync(folder, copy, { recursive: true });
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
