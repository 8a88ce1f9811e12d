import { readKept, keep } from '../../../api/kept.js';

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
export const recentGroups = (accountId: string): string[] =>
  (readKept('localStorage', keyOf(accountId)) as string[] | null) ?? [];

export function rememberGroup(accountId: string, id: string): void {
  const recent = [id, ...recentGroups(accountId).filter((each) => each !== id)];
  keep('localStorage', keyOf(accountId), recent.slice(0, KEPT));
}
