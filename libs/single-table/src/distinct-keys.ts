import { SingleTableError } from './errors.js';

type Key = Readonly<Record<string, string>>;

/** One text for each key, to compare keys by. */
export function keyText(key: Key): string {
  return JSON.stringify(Object.entries(key).sort());
}

/** Refuses two operations on one item. */
export function requireDistinctKeys(keys: readonly Key[]): void {
  const seen = new Map<string, number>();
  for (const [second, key] of keys.entries()) {
    const text = keyText(key);
    const first = seen.get(text);
    if (first !== undefined) {
      throw new SingleTableError('DuplicateKey', `Operations ${first} and ${second} are on the same item.`, {
        first,
        second,
      });
    }
    seen.set(text, second);
  }
}
