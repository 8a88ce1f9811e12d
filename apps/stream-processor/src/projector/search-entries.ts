import { appendChanges, foldChanges, type Directory } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { searchChangeOf } from './search-changes.js';

/** Keeps the search entries: appends what stream records change of them, and folds the changes now and then. */
export function searchEntries(directory: Directory, onNotice: (line: string) => void) {
  const waiting = new Set<string>();
  let folding: Promise<void> | undefined;

  async function foldWaiting(): Promise<void> {
    for (const scope of waiting) {
      waiting.delete(scope);
      await foldChanges(directory, scope).catch((error: unknown) => {
        // It is due again after the next change.
        onNotice(`The search entries of ${scope} were not folded: ${String(error)}`);
      });
    }
    folding = undefined;
  }

  return {
    async append(scope: string, records: readonly StreamRecord[]): Promise<void> {
      const found = records.map(searchChangeOf).filter((each) => each !== undefined);
      const isDue = await appendChanges(
        directory,
        scope,
        found.map(({ change }) => change),
      );
      if (found.some(({ isErasure }) => isErasure)) return foldChanges(directory, scope);
      if (!isDue) return;
      waiting.add(scope);
      folding ??= foldWaiting();
    },
    /** Resolves when nothing is being folded. Until then, folding runs while the next records are processed. */
    async settled(): Promise<void> {
      await folding;
    },
  };
}

export type SearchEntries = ReturnType<typeof searchEntries>;
