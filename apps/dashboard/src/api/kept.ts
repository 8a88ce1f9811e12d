import type { Store } from './store.js';
import { createStore } from './store.js';

/** `sessionStorage`: while the tab is open, across reloads. */
type Place = 'localStorage' | 'sessionStorage';

/** What the browser keeps under a key; null if it keeps nothing, or refuses to. */
export function readKept(place: Place, key: string): unknown {
  try {
    return JSON.parse(window[place].getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** @param value undefined: nothing. What the browser refuses, or has no room for, lasts only as long as the page. */
export function keep(place: Place, key: string, value: unknown): void {
  try {
    if (value === undefined) window[place].removeItem(key);
    else window[place].setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

const stores = new Map<string, Store<never>>();

interface Kept<Value> {
  read: (kept: unknown) => Value;
  /** What is kept of it; undefined for nothing. */
  write: (value: Value) => unknown;
}

/** The store of a key, which the browser keeps. */
export function keptStore<Value>(place: Place, key: string, { read, write }: Kept<Value>): Store<Value> {
  const known = stores.get(key) as Store<Value> | undefined;
  if (known) return known;
  const store = createStore(initial());
  store.subscribe(() => keep(place, key, write(store.get())));
  stores.set(key, store as unknown as Store<never>);
  return store;

  function initial(): Value {
    try {
      return read(readKept(place, key));
    } catch {
      // It is of an earlier version, or of somebody's own making.
      return read(null);
    }
  }
}
