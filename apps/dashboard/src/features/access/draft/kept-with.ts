import { createStore, type Store } from '../../../api/store.js';
import { cellKey, setCells, type Cell, type Draft } from './draft.js';
import type { DraftStore } from './draft-store.js';

/** What belongs to a draft and is not part of it: kept while its review is closed, and forgotten with it. */
export function keptWith<State>(initial: State): (draft: Store<Draft>) => Store<State> {
  const stores = new WeakMap<Store<Draft>, Store<State>>();
  return (draft) => {
    const known = stores.get(draft);
    if (known) return known;
    const store = createStore(initial);
    draft.subscribe(() => {
      if (draft.get().size === 0) store.set(initial);
    });
    stores.set(draft, store);
    return store;
  };
}

/** Cells that were given access and had it, by `cellKey`: nothing is drafted for them. */
export const alreadyStore = keptWith<ReadonlyMap<string, Cell>>(new Map());

/** Drafts membership, or none, for several cells, and remembers which of them need none. */
export function fillCells(
  store: DraftStore,
  cells: readonly Cell[],
  member: boolean,
  sameStep = false,
): void {
  store.edit(setCells(store.get(), cells, member), sameStep);
  const had = member ? cells.filter(({ isMember }) => isMember) : [];
  if (had.length === 0) return;
  const already = alreadyStore(store);
  already.set(new Map([...already.get(), ...had.map((cell) => [cellKey(cell), cell] as const)]));
}
