import { createStore, type Store } from '../../../api/store.js';
import { EMPTY_DRAFT, type ImportDraft } from './draft.js';

const stores = new Map<string, Store<ImportDraft>>();

/** A person's import into an account: kept while this tab is open, across reloads and new sign-ins, but for the file itself. */
export function importDraft(accountId: string, person: string): Store<ImportDraft> {
  const key = `rollbook-import:${accountId}:${person}`;
  const known = stores.get(key);
  if (known) return known;
  const store = createStore(read(key));
  store.subscribe(() => {
    const draft = store.get();
    try {
      if (draft.facts === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ ...draft, file: undefined }));
    } catch {
      // The storage is full: it lasts only as long as the page.
    }
  });
  stores.set(key, store);
  return store;
}

function read(key: string): ImportDraft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<ImportDraft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}
