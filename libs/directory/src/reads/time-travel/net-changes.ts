import type { Subjects } from './merged-pages.js';

/** What came and went between two instants, net: what was there at both, or at neither, has not changed. Pure. */

export interface Span<Item extends Subjects> {
  item: Item;
  since: string;
  addedBy: string;
  /** Absent: it has not ended. */
  end?: { at: string; by: string } | undefined;
}

export interface NetChange<Item extends Subjects> {
  change: 'added' | 'removed';
  item: Item;
  at: string;
  by: string;
}

/** @param spans of one user in one service group, one after the other; instants are ISO 8601, UTC, milliseconds */
export function netChange<Item extends Subjects>(
  spans: readonly Span<Item>[],
  from: string,
  to: string,
): NetChange<Item> | undefined {
  const [before, after] = [from, to].map((instant) => spans.find((span) => covers(span, instant)));
  if (after && !before) return { change: 'added', item: after.item, at: after.since, by: after.addedBy };
  if (before?.end && !after) return { change: 'removed', item: before.item, ...before.end };
  return undefined;
}

function covers({ since, end }: Pick<Span<Subjects>, 'since' | 'end'>, instant: string): boolean {
  return since <= instant && (end === undefined || instant < end.at);
}
