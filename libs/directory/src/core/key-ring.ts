import type { Runtime } from '#libs/pacing';
import type { Table } from '@rollbook/single-table';
import { ifConditionHolds } from './retries.js';
import { wrappingKeyEntity } from '../table/items/wrapping-keys.js';
import type { Draw } from './cipher.js';
import { MasterKeyError, type MasterKey } from './master-key.js';

/** A key that wraps the keys of users, so that the master key is used occasionally and not for each user. */
export interface WrappingKey {
  keyId: string;
  plain: Uint8Array;
}

export interface KeyRing {
  current(): Promise<WrappingKey>;
  find(keyId: string): Promise<WrappingKey | undefined>;
  /** Proves that the master key is the one that wraps the table's keys, if there are any. @throws MasterKeyError */
  checkMasterKey(): Promise<void>;
  readonly draw: Draw;
}

/** How long an unwrapped key is cached, which is how long a disabled master key may seem to work. */
const KEPT_MS = 60 * 60 * 1000;
/** One key for each month, and one more for safety: more than eight years' worth. */
const MAX_KEPT = 100;

/** One for each month, wrapped by the master key. Unwrapped keys are cached for a while; users' own never are. */
export function openKeyRing(
  table: Table,
  masterKey: MasterKey,
  { now, bytes }: Pick<Runtime, 'now' | 'bytes'>,
): KeyRing {
  let checked = false;
  const kept = new Map<string, { key: Promise<WrappingKey | undefined>; until: number }>();

  function keep(keyId: string, load: () => Promise<WrappingKey | undefined>) {
    const known = kept.get(keyId);
    if (known && now() < known.until) return known.key;
    kept.delete(keyId);
    const key = load();
    kept.set(keyId, { key, until: now() + KEPT_MS });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
    const forget = () => void (kept.get(keyId)?.key === key && kept.delete(keyId));
    // Failed or missing keys are requested again the next time.
    key.then((found) => found ?? forget(), forget);
    return key;
  }

  async function load(keyId: string): Promise<WrappingKey | undefined> {
    const item = await table.get(wrappingKeyEntity, { keyId }, { consistent: true });
    return item && { keyId, plain: await masterKey.unwrapKey(item.wrapped, item.boundTo) };
  }

  /** The oldest and the newest: a key that was replaced in between would unwrap only one of them. */
  async function checkMasterKey(): Promise<void> {
    if (checked) return;
    const keys = await table.query(wrappingKeyEntity, {}, { consistent: true });
    const ends = new Set([keys.items[0], keys.items.at(-1)]);
    for (const key of ends) if (key) await masterKey.unwrapKey(key.wrapped, key.boundTo);
    checked = keys.items.length > 0;
  }

  async function loadOrMake(keyId: string): Promise<WrappingKey | undefined> {
    const known = await load(keyId);
    if (known) return known;
    // Otherwise a second master key would be created for the data of the first.
    await checkMasterKey();
    const { plain, ...stored } = await masterKey.generateKey();
    const at = new Date(now()).toISOString();
    const made = table.create(wrappingKeyEntity, { keyId, ...stored, createdAt: at, updatedAt: at });
    // Another process may have been faster: its key is the month's.
    return (await ifConditionHolds(made)) ? { keyId, plain } : load(keyId);
  }

  return {
    async current() {
      const keyId = new Date(now()).toISOString().slice(0, 'yyyy-mm'.length);
      const key = await keep(keyId, () => loadOrMake(keyId));
      if (!key) throw new Error(`The wrapping key ${keyId} was deleted while it was created.`);
      return key;
    },
    find: (keyId) => keep(keyId, () => load(keyId)),
    checkMasterKey,
    draw: bytes,
  };
}

/** If the table or KMS cannot be reached now, that is no reason to refuse. @throws MasterKeyError */
export async function requireMasterKey(
  { keyRing }: { keyRing: KeyRing },
  onNotice: (line: string) => void,
): Promise<void> {
  try {
    await keyRing.checkMasterKey();
  } catch (error) {
    if (error instanceof MasterKeyError) throw error;
    onNotice(
      `The master key has not been checked yet: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
