import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { searchQuery, type Found, type FoundGroup, type FoundKind } from './queries.js';
import { keep, readKept } from '../../api/kept.js';

const KEPT = 5;

/** What was chosen recently in this browser, by keys and ids: names are looked up, as they may have been erased since. */
export function useRecent(account: string | undefined) {
  const { userId } = useSession();
  const place = `rollbook-palette:${account ?? ''}:${userId ?? 'operator'}`;
  const [keys] = useState(() => read(place));
  return {
    keys,
    remember: (key: string) =>
      keep('localStorage', place, [key, ...keys.filter((each) => each !== key)].slice(0, KEPT)),
  };
}

function read(place: string): string[] {
  const kept = readKept('localStorage', place);
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
}

/** Of the keys, those of what a search can find: by its id, as it is now. */
export function useRecentlyFound(keys: readonly string[], account: string | undefined) {
  const ids = keys.flatMap((key) => /^found \S+ (\S+)$/.exec(key)?.[1] ?? []);
  return useQueries({
    queries: ids.map((id) => searchQuery(id, account)),
    combine: (results) => results.flatMap(({ data = [] }) => data.flatMap(withKeys)),
  });
}

const withKeys = ({ kind, items }: FoundGroup) =>
  items.map((hit) => ({ key: foundKey(kind, hit), kind, hit }));

export const foundKey = (kind: FoundKind, { id }: Found): string => `found ${kind} ${id}`;
