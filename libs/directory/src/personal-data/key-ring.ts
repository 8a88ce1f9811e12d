import { isSingleTableError, type Table } from '#libs/single-table';
import { wrappingKeyEntity } from '../entities.js';
import type { MasterKey } from './master-key.js';

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
    return item && { keyId, plain: await masterKey.unwrapKey(item.wrapped) };
  }

  async function loadOrMake(keyId: string): Promise<WrappingKey | undefined> {
    const known = await load(keyId);
    if (known) return known;
    const { plain, wrapped } = await masterKey.generateKey();
    const at = new Date(now()).toISOString();
    try {
      await table.create(wrappingKeyEntity, { keyId, wrapped, createdAt: at, updatedAt: at });
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
  };
}
