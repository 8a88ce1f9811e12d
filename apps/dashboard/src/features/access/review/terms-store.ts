import { createStore, type Store } from '../../../api/store.js';
import { NO_TERMS, type Terms } from '../../groups/terms/terms.js';
import type { Draft } from '../draft/draft.js';

const stores = new WeakMap<Store<Draft>, Store<Terms>>();

/** The end and the reason of a draft: kept while the review is closed, and forgotten with the draft. */
export function termsStore(draft: Store<Draft>): Store<Terms> {
  const known = stores.get(draft);
  if (known) return known;
  const store = createStore(NO_TERMS);
  draft.subscribe(() => {
    if (draft.get().size === 0) store.set(NO_TERMS);
  });
  stores.set(draft, store);
  return store;
}
