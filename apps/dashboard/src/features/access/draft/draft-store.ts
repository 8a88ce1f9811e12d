import { createStore, type Store } from '../../../api/store.js';
import { EMPTY_DRAFT, type Draft, type DraftChange } from './draft.js';

export interface DraftStore extends Store<Draft> {
  /** What the person does, a step that can be taken back; or a further part of the last one. */
  edit: (next: Draft, sameStep?: boolean) => void;
  /** Takes back the last step. What came from elsewhere since, as by applying the draft, is not taken back, nor what was before it. */
  stepBack: () => void;
}

const stores = new Map<string, DraftStore>();
const MAX_STEPS = 100;

/** A person's draft in an account: kept while this tab is open, across reloads and new sign-ins. */
export function draftStore(accountId: string, person: string): DraftStore {
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
  const kept = withSteps(store);
  stores.set(key, kept);
  return kept;
}

export function withSteps(store: Store<Draft>): DraftStore {
  let steps: Draft[] = [];
  return {
    ...store,
    set(next) {
      if (next !== store.get()) steps = [];
      store.set(next);
    },
    edit(next, sameStep = false) {
      if (next !== store.get() && !sameStep) steps = [...steps.slice(1 - MAX_STEPS), store.get()];
      store.set(next);
    },
    stepBack() {
      const before = steps.pop();
      if (before) store.set(before);
    },
  };
}

function read(key: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, DraftChange][]);
  } catch {
    return EMPTY_DRAFT;
  }
}
