import { defineEntity, string } from '@rollbook/single-table';
import type { Directory } from './directory.js';
import { rollbookTable } from '../table/table.js';

/** Detects whether a key is the one the data was created with: by its fingerprint, never by the key itself. */
const keyCheckEntity = defineEntity(rollbookTable, {
  name: 'key-check',
  key: { PK: 'key-checks', SK: 'key:{name}' },
  attributes: { name: string(), fingerprint: string(), createdAt: string(), updatedAt: string() },
});

/** @returns undefined if the table has never seen a key with that name */
export async function findKeyFingerprint({ table }: Directory, name: string): Promise<string | undefined> {
  return (await table.get(keyCheckEntity, { name }, { consistent: true }))?.fingerprint;
}

export async function storeKeyFingerprint(
  { table, now }: Directory,
  name: string,
  fingerprint: string,
): Promise<void> {
  const at = new Date(now()).toISOString();
  await table.put(keyCheckEntity, { name, fingerprint, createdAt: at, updatedAt: at });
}
