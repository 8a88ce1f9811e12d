import { createStore, useStore, type Store } from '../../../api/store.js';
import { useSession } from '../../../session/session.js';
import { parseViews, type View } from './views.js';

const stores = new Map<string, Store<readonly View[]>>();

/** A person's views of the users of an account, kept in this browser. */
function viewsStore(accountId: string, person: string): Store<readonly View[]> {
  const key = `rollbook-views:${accountId}:${person}`;
  const known = stores.get(key);
  if (known) return known;
  const store = createStore<readonly View[]>(read(key));
  // Another window has changed them.
  addEventListener('storage', (event) => {
    if (event.key === key) store.set(parseViews(event.newValue));
  });
  const kept = {
    ...store,
    set(views: readonly View[]) {
      store.set(views);
      try {
        localStorage.setItem(key, JSON.stringify(views));
      } catch {
        // The browser may refuse to keep anything: then they last as long as the page.
      }
    },
  };
  stores.set(key, kept);
  return kept;
}

function read(key: string): View[] {
  try {
    return parseViews(localStorage.getItem(key));
  } catch {
    return [];
  }
}

/** The views of whoever is signed in, and what replaces them. */
export function useViews(accountId: string) {
  const { userId } = useSession();
  const store = viewsStore(accountId, userId ?? 'operator');
  return { views: useStore(store), setViews: store.set };
}
