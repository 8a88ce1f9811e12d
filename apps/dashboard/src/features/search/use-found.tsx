import { useQuery } from '@tanstack/react-query';
import { dayName } from '../../components/data/days.js';
import { Badge } from '../../components/feedback/badge.js';
import type { Choice, ChoiceGroup } from '../../components/overlays/chooser.js';
import { searchQuery, type Found, type FoundGroup, type FoundKind } from './queries.js';
import { foundKey } from './recent.js';
import { TEXTS } from './texts.js';
import { useOpen } from './use-open.js';

interface FoundOptions {
  /** The whole text, once typing has paused. */
  settledText: string;
  /** The part of it that names something, and the day that it names. */
  part: string;
  day: string | undefined;
  account: string | undefined;
  choice: (key: string, view: Choice['view'], act: () => unknown, recent?: string) => Choice;
}

/** What a search finds by the whole text, whatever else it can mean, and by the part of it that names something. */
export function useFound({ settledText, part, day, account, choice }: FoundOptions) {
  const open = useOpen();
  const ofPart = useQuery(searchQuery(part, account));
  const ofWhole = useQuery(searchQuery(part === settledText ? '' : settledText, account));
  const isRead = ({ data, error, isPlaceholderData }: typeof ofPart) =>
    error !== null || (data !== undefined && !isPlaceholderData);
  const literal: string[] = [];
  const groups = new Map<FoundKind, Choice[]>();
  function list(found: readonly FoundGroup[], words: string, of: string | undefined) {
    for (const { kind, items } of found)
      for (const hit of items) {
        const then = hasPast(kind) ? of : undefined;
        const key = foundKey(kind, hit);
        const view = <Hit hit={hit} day={then} />;
        const row = choice(then ? `${key} ${then}` : key, view, () => open(kind, hit, then), key);
        const known = groups.get(kind) ?? [];
        if (known.some((each) => each.key === row.key)) continue;
        groups.set(kind, [...known, row]);
        if (hasLetters(hit, words)) literal.push(row.key);
      }
  }
  if (part) list(ofPart.data ?? [], part, day);
  if (settledText !== part) list(ofWhole.data ?? [], settledText, undefined);
  return {
    isRead: part === '' || (isRead(ofPart) && (part === settledText || isRead(ofWhole))),
    error: ofPart.error,
    literal,
    groups: [...groups].map(([kind, choices]): ChoiceGroup => ({
      key: kind,
      heading: TEXTS.kinds[kind],
      choices,
    })),
  };
}

function hasLetters({ title, subtitle }: Found, letters: string): boolean {
  return `${title} ${subtitle}`.toLowerCase().includes(letters.toLowerCase());
}

/** Whose page says how it was on a day. */
const hasPast = (kind: FoundKind) => kind === 'user' || kind === 'service-group';

export function Hit({ hit, day }: { hit: Found; day?: string | undefined }) {
  const gone = TEXTS.gone[hit.status ?? ''];
  return (
    <>
      <bdi className="max-w-[70%] shrink-0 truncate font-medium">{hit.title}</bdi>
      {gone && <Badge>{gone}</Badge>}
      {day && <span className="shrink-0 text-xs text-muted">{TEXTS.on(dayName(day))}</span>}
      <bdi className="ml-auto min-w-0 truncate text-xs text-faint">{hit.subtitle}</bdi>
    </>
  );
}
