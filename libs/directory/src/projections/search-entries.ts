import { entityOf, textOf, type Image } from '../core/item-image.js';
import { appendChanges } from '../reads/search/stored/append-changes.js';
import { foldChanges, rebuildEntries } from '../reads/search/stored/fold-changes.js';
import type { RecordedChange } from '../reads/search/stored/late-changes.js';
import {
  ACCOUNTS_SCOPE,
  changesEntry,
  entryOf,
  entryOfInvitation,
  scopeOf,
  type SearchedItem,
} from '../search-index/heads-to-entries.js';
import type { Projection } from './projection.js';

/** Appends what changes of the search entries of an account, or of those of all accounts, and folds the changes now and then. */
export const searchEntries: Projection = {
  kind: 'index-entries',
  triggeredBy(before, after) {
    const scope = scopeOf(searchedImage(after ?? before));
    return scope !== undefined && searchChangeOf(before, after) ? { accountId: scope } : undefined;
  },
  async run(directory, { accountId: scope }, { changes, afterwards }) {
    const found = changes.map(({ before, after }) => searchChangeOf(before, after));
    const folding = await appendChanges(
      directory,
      scope,
      found.filter((each) => each !== undefined),
    );
    if (folding === 'now') await foldChanges(directory, scope);
    else if (folding === 'soon') afterwards(() => foldChanges(directory, scope));
  },
  repair: async (directory, { accountId }) => void (await rebuildEntries(directory, accountId)),
  lostWith: ({ accountId }) => ({ accountId }),
  repairShared: async (directory) => void (await rebuildEntries(directory, ACCOUNTS_SCOPE)),
};

function searchChangeOf(before: Image | undefined, after: Image | undefined): RecordedChange | undefined {
  const item = searchedImage(after ?? before);
  const changedAt = Date.parse(item.text('updatedAt'));
  if (item.entity === 'invitation')
    return { change: entryOfInvitation(item, !after), changedAt, isErasure: false };
  // A tombstone that expires: what it was is gone long since.
  if (!after || (before && !changesEntry(searchedImage(before), item))) return undefined;
  return { change: entryOf(item), changedAt, isErasure: after['erased']?.BOOL === true };
}

function searchedImage(image: Image | undefined): SearchedItem {
  return {
    entity: entityOf(image),
    accountId: textOf(image, 'accountId'),
    text: (name) => textOf(image, name),
    version: Number(image?.['version']?.N ?? 0),
  };
}
