import type { Actor, StateOf } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { HEADS, PlainKind } from '../table/items/heads.js';
import type { LastCommit } from '../table/items/last-commit.js';

/** The author of the last change is in its last commit: a head does not repeat it. */
export function lastActor({ actor: updatedBy }: LastCommit): { updatedBy?: Actor } {
  return updatedBy === undefined ? {} : { updatedBy };
}

/** Of an aggregate on which no other item depends. */
export function plainState<Kind extends PlainKind>(
  item: Item<(typeof HEADS)[Kind]> | undefined,
): StateOf<Kind> {
  if (!item) return { status: 'none' } as StateOf<Kind>;
  const {
    lastEvents: _,
    expiresAt: __,
    lastUsedAt: ___,
    understands: ____,
    ...state
  } = item as Record<string, unknown>;
  return state as unknown as StateOf<Kind>;
}
