import type { AccessRequestState, DomainEvent } from '#libs/domain';
import { claimOf, dueItemOf, ownItemOf } from '../../aggregates/access-request/changes.js';
import type { Directory } from '../../core/directory.js';
import { openAccessRequestEntity, ownAccessRequestEntity } from '../../table/items/access-requests.js';
import { dueEntity } from '../../table/items/due.js';
import { eventEntity } from '../../table/items/events.js';
import { strictDifferences } from '../derivation/compare-attributes.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';

/** The claim and the due item of an open request, and its place in its user's list. */
export const companionsOfRequest = {
  expected(state: AccessRequestState): DerivedItem[] {
    if (state.status === 'none') return [];
    const own = derivedItem('own-access-request', ownItemOf(state));
    if (state.status !== 'requested') return [own];
    return [own, derivedItem('open-access-request', claimOf(state)), derivedItem('due', dueItemOf(state))];
  },
  async found({ table }: Directory, id: string, state: AccessRequestState): Promise<DerivedItem[]> {
    if (state.status === 'none') return [];
    const [own, claim, due] = await table.batchGet(
      [
        ownAccessRequestEntity.at(ownItemOf(state)),
        openAccessRequestEntity.at(claimOf(state)),
        dueEntity.at(dueItemOf(state)),
      ],
      { consistent: true },
    );
    return [
      ...(own ? [derivedItem('own-access-request', own)] : []),
      // Of one that is not open it may be that of a later one.
      ...(claim && (state.status === 'requested' || claim.accessRequestId === id)
        ? [derivedItem('open-access-request', claim)]
        : []),
      ...(due ? [derivedItem('due', due)] : []),
    ];
  },
  differencesOf: strictDifferences,
};

/** What a request says about its user is encrypted with their key, and cannot be read once that has been destroyed. */
export async function isErasedWithUser(
  { table }: Pick<Directory, 'table'>,
  { aggregateId, data }: DomainEvent,
): Promise<boolean> {
  if (!('userId' in data) || data.userId === aggregateId) return false;
  const first = await table.get(eventEntity, { aggregateId: data.userId, version: 1 }, { consistent: true });
  return first !== undefined && first.userKey === undefined;
}
