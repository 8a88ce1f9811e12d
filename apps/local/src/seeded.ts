import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from './settings/data-folder.js';
import type { Seeded, SeededKey } from './setup/seed/apply-seed.js';

const KEYS_FILE = 'seeded-keys.json';

/** Adds them to those of earlier seeds: `{"Acme": {"door": "rbk_…"}}`. No other place has them. */
export function storeKeys(keys: readonly SeededKey[], dataFolder: string): void {
  if (keys.length === 0) return;
  const file = join(dataFolder, KEYS_FILE);
  const stored = JSON.parse(readPrivateFile(file) ?? '{}') as Record<string, Record<string, string>>;
  for (const { account, name, key } of keys) stored[account] = { ...stored[account], [name]: key };
  writePrivateFile(file, JSON.stringify(stored, undefined, 2));
}

/** `people.yaml: 1 account, 4 users, 3 groups, 9 memberships and 1 key were created.` */
export function seededLine(file: string, { created, keys }: Seeded, dataFolder: string): string {
  const counts = Object.entries(created).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? (SINGULAR[kind] ?? kind) : kind}`],
  );
  if (counts.length === 0) return `${file}: everything was there already.`;
  const list = new Intl.ListFormat('en', { style: 'long' }).format(counts);
  const where = keys.length > 0 ? ` The keys are in ${join(dataFolder, KEYS_FILE)}.` : '';
  return `${file}: created ${list}.${where}`;
}

const SINGULAR: Readonly<Record<string, string>> = {
  accounts: 'account',
  users: 'user',
  groups: 'group',
  memberships: 'membership',
  keys: 'key',
};
