/** Users selected one by one, or all that match the list's filter. */
export type Selected = { kind: 'some'; ids: ReadonlySet<string> } | { kind: 'all' };

export const NO_USERS: Selected = { kind: 'some', ids: new Set() };

export function isSelected(selected: Selected, id: string): boolean {
  return selected.kind === 'all' || selected.ids.has(id);
}

/** If all are selected, selecting one starts over with just that one. */
export function toggled(selected: Selected, id: string): Selected {
  const ids = new Set(selected.kind === 'some' ? selected.ids : []);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

export function countOf(selected: Selected, total: number): number {
  return selected.kind === 'all' ? total : selected.ids.size;
}
