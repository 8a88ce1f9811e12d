import { keptStore } from '../../../api/kept.js';
import { useStore, type Store } from '../../../api/store.js';
import { useSession } from '../../../session/session.js';
import { parseViews, type View } from './views.js';

const followed = new Set<Store<readonly View[]>>();

/** A person's views of the users of an account, kept in this browser. */
function viewsStore(accountId: string, person: string): Store<readonly View[]> {
  const key = `rollbook-views:${accountId}:${person}`;
  const store = keptStore<readonly View[]>('localStorage', key, {
    read: (kept) => parseViews(JSON.stringify(kept)),
    write: (views) => views,
  });
  if (!followed.has(store))
    // Another window has changed them.
    addEventListener('storage', (event) => {
      if (event.key === key) store.set(parseViews(event.newValue));
    });
  followed.add(store);
  return store;
}

/** The views of the signed-in person, and what replaces them. */
export function useViews(accountId: string) {
  const { userId } = useSession();
  const store = viewsStore(accountId, userId ?? 'operator');
  return { views: useStore(store), setViews: store.set };
}
