const keyOf = (accountId: string) => `rollbook-columns:${accountId}`;

/** The ids of the service groups that were chosen as columns, joined by commas; undefined if the first ones are shown. */
export function rememberedColumns(accountId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(accountId)) ?? undefined;
  } catch {
    // The browser may refuse to keep anything: then nothing is remembered.
    return undefined;
  }
}

/** @returns what `rememberedColumns` gives from now on */
export function rememberColumns(accountId: string, ids: readonly string[]): string {
  const text = ids.join(',');
  try {
    localStorage.setItem(keyOf(accountId), text);
  } catch {
    // As above.
  }
  return text;
}

const FIRST = 8;

/** Those of these service groups that are chosen, by their ids joined with commas; or else the first ones. */
export function columnsOf<Group extends { id: string }>(
  groups: readonly Group[],
  chosen: string | undefined,
): readonly Group[] {
  const found = chosen?.split(',').flatMap((id) => groups.find((group) => group.id === id) ?? []) ?? [];
  return found.length > 0 ? found : groups.slice(0, FIRST);
}
