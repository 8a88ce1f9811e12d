import { createStore, type Store } from '../../../api/store.js';
import { EMPTY_DRAFT, type Draft, type DraftChange } from './draft.js';

const keyOf = (accountId: string) => `rollbook-draft:${accountId}`;
const stores = new Map<string, Store<Draft>>();

/** The draft of an account: kept while this tab is open, also over a reload and a new sign-in. */
export function draftStore(accountId: string): Store<Draft> {
  const known = stores.get(accountId);
  if (known) return known;
  const store = createStore<Draft>(read(accountId));
  store.subscribe(() => {
    const draft = store.get();
    try {
      if (draft.size === 0) sessionStorage.removeItem(keyOf(accountId));
      else sessionStorage.setItem(keyOf(accountId), JSON.stringify([...draft]));
    } catch {
      // There is room for some ten thousand changes. A larger draft lasts as long as the page.
    }
  });
  stores.set(accountId, store);
  return store;
}

function read(accountId: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? '[]') as [string, DraftChange][]);
  } catch {
    return EMPTY_DRAFT;
  }
}
