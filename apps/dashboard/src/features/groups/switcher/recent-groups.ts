export interface ChosenGroup {
  id: string;
  name: string;
}

/** Ids of service groups that somebody may enter already, with the ends of that. */
export type HeldGroups = ReadonlyMap<string, string | undefined>;
export const NOTHING_HELD: HeldGroups = new Map();

const KEPT = 5;
const keyOf = (accountId: string) => `rollbook-recent-groups:${accountId}`;

/** Ids of the service groups chosen recently in this browser, newest first. */
export function recentGroups(accountId: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function rememberGroup(accountId: string, id: string): void {
  const recent = [id, ...recentGroups(accountId).filter((each) => each !== id)];
  localStorage.setItem(keyOf(accountId), JSON.stringify(recent.slice(0, KEPT)));
}
