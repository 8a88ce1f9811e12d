import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from './settings/data-folder.js';
import type { Seeded, SeededAccount } from './setup/seed/apply-seed.js';

const KEYS_FILE = 'seeded-keys.json';

/** Adds them to those of earlier seeds. No other place has the secrets of keys. */
export function storeSeeded(accounts: Seeded['accounts'], dataFolder: string): void {
  const file = join(dataFolder, KEYS_FILE);
  const stored = JSON.parse(readPrivateFile(file) ?? '{}') as Record<string, SeededAccount>;
  for (const [name, account] of Object.entries(accounts)) {
    const { users, groups, keys = {}, ...before }: Partial<SeededAccount> = stored[name] ?? {};
    for (const [key, facts] of Object.entries(account.keys)) keys[key] = { ...keys[key], ...facts };
    const ids = { users: { ...users, ...account.users }, groups: { ...groups, ...account.groups } };
    stored[name] = { ...before, id: account.id, ...ids, keys };
  }
  writePrivateFile(file, JSON.stringify(stored, undefined, 2));
}

/** `people.yaml: 1 account, 4 users, 3 groups, 9 memberships and 1 key were created.` */
export function seededLine(file: string, { created }: Seeded, dataFolder: string): string {
  const counts = Object.entries(created).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? (SINGULAR[kind] ?? kind) : kind}`],
  );
  if (counts.length === 0) return `${file}: everything was there already.`;
  const list = new Intl.ListFormat('en', { style: 'long' }).format(counts);
  return `${file}: created ${list}. Ids and keys are in ${join(dataFolder, KEYS_FILE)}.`;
}

const SINGULAR: Readonly<Record<string, string>> = {
  accounts: 'account',
  users: 'user',
  groups: 'group',
  memberships: 'membership',
  keys: 'key',
};
