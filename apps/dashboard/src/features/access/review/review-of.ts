import type { Store } from '../../../api/store.js';
import type { ServiceGroup } from '../../groups/queries.js';
import { endIn } from '../../groups/terms/terms.js';
import { tryDraft } from '../apply/apply-draft.js';
import { cellKey, reconcile, type Draft, type DraftChange, type DraftTerms } from '../draft/draft.js';
import { alreadyStore } from '../draft/kept-with.js';
import { storedCells } from '../read-cells.js';

interface Reviewed {
  terms: DraftTerms;
  /** Where access is given, or ends at another time. */
  groups: readonly ServiceGroup[];
  /** Those who are in already get the same end. */
  same: boolean;
}

/**
 * Compares the draft with what is stored now, and tries it by the API's dry run.
 * @returns `draft`: with the ends that change; `had`: those of the selections who were in already
 */
export async function reviewOf(accountId: string, store: Store<Draft>, { terms, groups, same }: Reviewed) {
  const already = alreadyStore(store).get();
  const stored = await storedCells(accountId, [...store.get().values(), ...already.values()]);
  store.set(reconcile(store.get(), stored));
  const drafted = store.get();
  const had = stored.filter((cell) => {
    const key = cellKey(cell);
    return cell.isMember && already.has(key) && !drafted.has(key);
  });
  const draft: Draft = same ? new Map([...drafted, ...had.flatMap(changeOf)]) : drafted;
  return { draft, terms, had, tried: draft.size > 0 ? await tryDraft(accountId, draft, terms) : NOTHING };

  function changeOf(cell: (typeof had)[number]): [string, DraftChange][] {
    const { isMember: _member, isSuspended: _suspended, ...rest } = cell;
    const group = groups.find(({ id }) => id === cell.groupId);
    return group ? [[cellKey(cell), { ...rest, action: 'change', expiresAt: endIn(group, terms) }]] : [];
  }
}

const NOTHING: Awaited<ReturnType<typeof tryDraft>> = {
  ...{ done: 0, refused: 0, unchanged: 0 },
  ...{ results: [], warnings: [], events: [] },
};
