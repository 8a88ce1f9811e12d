import type { Actor, DomainEvent, StateOf } from '#libs/domain';
import type { Item } from '#libs/single-table';
import type { HEADS, PlainKind } from '../table/items/heads.js';

/** The author of the last change is in its events: a head does not repeat it. */
export function lastActor(lastEvents: readonly DomainEvent[]): { updatedBy?: Actor } {
  const updatedBy = lastEvents.at(-1)?.actor;
  return updatedBy === undefined ? {} : { updatedBy };
}

/** Of an aggregate on which no other item depends. */
export function plainState<Kind extends PlainKind>(
  item: Item<(typeof HEADS)[Kind]> | undefined,
): StateOf<Kind> {
  if (!item) return { status: 'none' } as StateOf<Kind>;
  const { lastEvents: _, expiresAt: __, lastUsedAt: ___, ...state } = item as Record<string, unknown>;
  return state as unknown as StateOf<Kind>;
}
