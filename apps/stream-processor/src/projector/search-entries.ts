import { appendChanges, foldChanges, type Directory } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { searchChangeOf } from './search-changes.js';

/** Keeps the search entries: appends what stream records change of them, and folds the changes now and then. */
export function searchEntries(directory: Directory, onNotice: (line: string) => void) {
  const waiting = new Set<string>();
  let underWay: Promise<void> | undefined;

  async function foldWaiting(): Promise<void> {
    for (const scope of waiting) {
      waiting.delete(scope);
      await foldChanges(directory, scope).catch((error: unknown) => {
        // It is due again after the next change.
        onNotice(`The search entries of ${scope} were not folded: ${String(error)}`);
      });
    }
    underWay = undefined;
  }

  return {
    async append(scope: string, records: readonly StreamRecord[]): Promise<void> {
      const found = records.map(searchChangeOf).filter((each) => each !== undefined);
      const folding = await appendChanges(directory, scope, found);
      if (folding === 'now') return foldChanges(directory, scope);
      if (folding === 'not yet') return;
      waiting.add(scope);
      underWay ??= foldWaiting();
    },
    /** Resolves when nothing is being folded. Until then, folding runs while the next records are processed. */
    async settled(): Promise<void> {
      await underWay;
    },
  };
}

export type SearchEntries = ReturnType<typeof searchEntries>;
