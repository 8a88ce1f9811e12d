const keyOf = (accountId: string) => `rollbook-columns:${accountId}`;

/** The ids of the service groups that were chosen as columns, joined by commas; undefined if none have been. */
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

const SHOWN = 8;

/** Those of these service groups that are chosen, by their ids joined with commas; or else those with most members, in the order of the list. */
export function columnsOf<Group extends { id: string; memberCount: number | null }>(
  groups: readonly Group[],
  chosen: string | undefined,
): readonly Group[] {
  const found = chosen?.split(',').flatMap((id) => groups.find((group) => group.id === id) ?? []) ?? [];
  if (found.length > 0) return found;
  // Null counts as 0.
  const most = groups.toSorted((one, other) => Number(other.memberCount) - Number(one.memberCount));
  return groups.filter((group) => most.indexOf(group) < SHOWN);
}
