import { useSyncExternalStore } from 'react';

/** A value outside React that components can subscribe to. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value;
/** With `choose`, a component is rendered again only if the chosen part changes. */
export function useStore<Value, Part>(store: Store<Value>, choose: (value: Value) => Part): Part;
export function useStore({ subscribe, get }: Store<unknown>, choose = (value: never): unknown => value) {
  return useSyncExternalStore(subscribe, () => choose(get() as never));
}
