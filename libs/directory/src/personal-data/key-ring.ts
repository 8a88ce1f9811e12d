import { isSingleTableError, type Table } from '#libs/single-table';
import { wrappingKeyEntity } from './items.js';
import { MasterKeyError, type MasterKey } from './master-key.js';

/** A key that wraps the keys of users, so that the master key is asked once a while and not for each user. */
export interface WrappingKey {
  keyId: string;
  plain: Uint8Array;
}

export interface KeyRing {
  /** The key that new users' keys are wrapped with. */
  current(): Promise<WrappingKey>;
  /** @returns undefined when there is none of that id */
  find(keyId: string): Promise<WrappingKey | undefined>;
  /**
   * Proves that the master key is the one that the table's keys are wrapped by. Any will do while there are none.
   *
   * @throws MasterKeyError
   */
  checkMasterKey(): Promise<void>;
}

/** How long an unwrapped key is kept: so long may a master key that was disabled still be felt to work. */
const KEPT_MS = 60 * 60 * 1000;
/** One key for each month, and one more for safety: more than eight years' worth. */
const MOST_KEPT = 100;

/**
 * The wrapping keys of a table: one for each month, made when it is first needed, stored wrapped by the master key.
 * Unwrapped keys are kept in memory, a bounded number for a bounded time; users' own keys never are.
 */
export function openKeyRing(table: Table, masterKey: MasterKey, now: () => number): KeyRing {
  let checked = false;
  const kept = new Map<string, { key: Promise<WrappingKey | undefined>; until: number }>();

  function keep(keyId: string, load: () => Promise<WrappingKey | undefined>) {
    const known = kept.get(keyId);
    if (known && now() < known.until) return known.key;
    kept.delete(keyId);
    const key = load();
    kept.set(keyId, { key, until: now() + KEPT_MS });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    const forget = () => void (kept.get(keyId)?.key === key && kept.delete(keyId));
    // What failed or was not there is asked for again the next time.
    key.then((found) => found ?? forget(), forget);
    return key;
  }

  async function load(keyId: string): Promise<WrappingKey | undefined> {
    const item = await table.get(wrappingKeyEntity, { keyId }, { consistent: true });
    return item && { keyId, plain: await masterKey.unwrapKey(item.wrapped, item.boundTo) };
  }

  /** The oldest and the newest: a key that was replaced in between would open only one of them. */
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
    // Or a second master key would be made beside the data of the first.
    await checkMasterKey();
    const { plain, ...stored } = await masterKey.generateKey();
    const at = new Date(now()).toISOString();
    try {
      await table.create(wrappingKeyEntity, { keyId, ...stored, createdAt: at, updatedAt: at });
      return { keyId, plain };
    } catch (error) {
      if (!isSingleTableError(error, 'ConditionFailed')) throw error;
      // Another process was faster: its key is the month's.
      return load(keyId);
    }
  }

  return {
    async current() {
      const keyId = new Date(now()).toISOString().slice(0, 'yyyy-mm'.length);
      const key = await keep(keyId, () => loadOrMake(keyId));
      if (!key) throw new Error(`The wrapping key ${keyId} was deleted while it was made.`);
      return key;
    },
    find: (keyId) => keep(keyId, () => load(keyId)),
    checkMasterKey,
  };
}

/**
 * What a program that opens the directory asks for when it starts. A table or a KMS that cannot be reached now is no
 * reason to refuse: no master key is ever made without the check.
 *
 * @throws MasterKeyError
 */
export async function requireMasterKey(
  { keyRing }: { keyRing: KeyRing },
  onNotice: (line: string) => void,
): Promise<void> {
  try {
    await keyRing.checkMasterKey();
  } catch (error) {
    if (error instanceof MasterKeyError) throw error;
    onNotice(`The master key is not checked yet: ${error instanceof Error ? error.message : String(error)}`);
  }
}
