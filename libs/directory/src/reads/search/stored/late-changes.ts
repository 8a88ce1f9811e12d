import { idOf } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { userEntity } from '../../../table/items/users.js';
import { isRemoved, type SearchChange } from '../../../search-index/entries.js';
import { entryOf, kindOfEntry, searchedItem } from '../../../search-index/heads-to-entries.js';
import type { LogEnd } from '../../../search-index/search-indexes.js';

/** A change of an entry, from a stream record, which may be read late or again. */
export interface RecordedChange {
  change: SearchChange;
  /** Milliseconds since the epoch. */
  changedAt: number;
  isErasure: boolean;
}

/** In place of the time of the last erasure: nothing is appended any more. */
export const OF_CLOSED_ACCOUNT = Number.MAX_SAFE_INTEGER;

/**
 * Keeps out names of people who were erased after a record was written: users changed before the last erasure are taken from
 * their heads instead. An erasure that their heads do not show yet is appended later. If that happens before these changes are
 * appended, they no longer follow on from `end`, and are looked at again; if after, the erasure folds them away.
 */
export async function asHeadsAre(
  { table }: Directory,
  accountId: string,
  { lastErasureAt = Infinity }: Pick<LogEnd, 'lastErasureAt'>,
  recorded: readonly RecordedChange[],
): Promise<readonly RecordedChange[]> {
  if (lastErasureAt === OF_CLOSED_ACCOUNT) return [];
  const isLate = ({ change, changedAt }: RecordedChange) =>
    changedAt < lastErasureAt && !isRemoved(change) && kindOfEntry(change.id) === 'user';
  const late = recorded.filter(isLate);
  if (late.length === 0) return recorded;
  const heads = await table.batchGet(
    late.map(({ change }) => userEntity.at({ accountId, userId: idOf('user', change.id) })),
    { consistent: true },
  );
  const current = heads.flatMap((head) =>
    head
      ? [
          {
            change: entryOf(searchedItem('user', head)),
            changedAt: Date.parse(head.updatedAt),
            isErasure: false,
          },
        ]
      : [],
  );
  return [...recorded.filter((each) => !isLate(each)), ...current];
}
