import { createStore, type Store } from '../../../api/store.js';
import { EMPTY_DRAFT, type Draft, type DraftChange } from './draft.js';

const stores = new Map<string, Store<Draft>>();

/** A person's draft in an account: kept while this tab is open, across reloads and new sign-ins. */
export function draftStore(accountId: string, person: string): Store<Draft> {
  const key = `rollbook-draft:${accountId}:${person}`;
  const known = stores.get(key);
  if (known) return known;
  const store = createStore<Draft>(read(key));
  store.subscribe(() => {
    const draft = store.get();
    try {
      if (draft.size === 0) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify([...draft]));
    } catch {
      // The storage has room for some ten thousand changes. A larger draft lasts only as long as the page.
    }
  });
  stores.set(key, store);
  return store;
}

function read(key: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, DraftChange][]);
  } catch {
    return EMPTY_DRAFT;
  }
}
