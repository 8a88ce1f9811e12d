import { SingleTableError } from '../wire/errors.js';

type Key = Readonly<Record<string, string>>;

/** One text for each key, to compare keys by: both must be of the same table or index, with names in its order. */
export function keyText(key: Key): string {
  let text = '';
  // With the length, no value can be mistaken for the end of one and the start of the next.
  for (const name in key) text += `${(key[name] as string).length}:${key[name]}`;
  return text;
}

/** Of keys that are known. */
export function requireDistinctKeys(keys: readonly (Key | undefined)[]): void {
  const seen = new Map<string, number>();
  for (const [second, key] of keys.entries()) {
    if (!key) continue;
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
