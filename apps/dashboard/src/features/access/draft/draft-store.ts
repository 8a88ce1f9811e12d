import { keptStore } from '../../../api/kept.js';
import { type Store } from '../../../api/store.js';
import { type Draft, type DraftChange } from './draft.js';

export interface DraftStore extends Store<Draft> {
  /** What the person does, a step that can be taken back; or a further part of the last one. */
  edit: (next: Draft, sameStep?: boolean) => void;
  /** Takes back the last step. What came from elsewhere since, as by applying the draft, is not taken back, nor what was before it. */
  stepBack: () => void;
}

const drafts = new Map<Store<Draft>, DraftStore>();
const MAX_STEPS = 100;

/** A person's draft in an account: kept while this tab is open, across reloads and new sign-ins. */
export function draftStore(accountId: string, person: string): DraftStore {
  const store = keptStore<Draft>('sessionStorage', `rollbook-draft:${accountId}:${person}`, {
    read: (kept) => new Map(Array.isArray(kept) ? (kept as [string, DraftChange][]) : []),
    write: (draft) => (draft.size === 0 ? undefined : [...draft]),
  });
  const draft = drafts.get(store) ?? withSteps(store);
  drafts.set(store, draft);
  return draft;
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
