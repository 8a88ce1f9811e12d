import { kindOfAggregate, type ServiceGroupId, type UserId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { accountExternalIdClaimEntity } from '../../table/items/accounts.js';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import type { AccountCheck } from './aggregate.js';
import { markClaimedTwice } from './claimed-twice.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import type { Diagnosis } from '../derivation/findings.js';
import { externalIdOf, foldAccount, foldServiceGroup, foldTeam } from '../derivation/folded-history.js';
import { foldUser } from '../derivation/folded-user.js';
import { readEvents } from '../derivation/stored-account.js';

/** The stored claims of external ids where some are expected, regardless of holder. */
export async function heldExternalIds(
  { table }: Directory,
  expected: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const held: DerivedItem[] = [];
  for (const { entity, item } of expected) {
    if (entity === 'external-id-claim') {
      const key = item as Item<typeof externalIdClaimEntity>;
      const claim = await table.get(externalIdClaimEntity, key, { consistent: true });
      if (claim) held.push(derivedItem('external-id-claim', claim));
    }
    if (entity === 'account-external-id-claim') {
      const key = item as Item<typeof accountExternalIdClaimEntity>;
      const claim = await table.get(accountExternalIdClaimEntity, key, { consistent: true });
      if (claim) held.push(derivedItem('account-external-id-claim', claim));
    }
  }
  return held;
}

/** Finds among held claims the one that another holder's events also hold. */
export async function findClaimedTwice(
  { directory, accountId }: AccountCheck,
  ownId: string,
  held: readonly DerivedItem[],
  diagnoses: Diagnosis[],
): Promise<void> {
  for (const { entity, item } of held) {
    const otherId = String(item['ownerId'] ?? item['accountId']);
    if (otherId === ownId) continue;
    const ofAccount = entity === 'account-external-id-claim' ? otherId : accountId;
    if ((await externalIdNow(directory, ofAccount, otherId)) === item['externalId'])
      markClaimedTwice(otherId, entity, diagnoses);
  }
}

/** The external id that an account, user, service group or team holds according to its events. */
export async function externalIdNow(
  directory: Directory,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { events } = readEvents(directory, id, undefined, '');
  const kind = kindOfAggregate(id);
  if (kind === 'account') return externalIdOf((await foldAccount(id, events)).state);
  if (kind === 'service-group')
    return externalIdOf((await foldServiceGroup(accountId, id as ServiceGroupId, events)).state);
  if (kind === 'team') return externalIdOf((await foldTeam(accountId, id, events)).state);
  return externalIdOf((await foldUser(accountId, id as UserId, events)).state);
}
