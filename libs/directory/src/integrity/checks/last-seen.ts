import type { UserId, UserState } from '#libs/domain';
import { lastSeenEntity } from '../../table/items/last-seen.js';
import type { Diagnosis, Finding } from '../derivation/findings.js';
import type { AccountCheck } from './aggregate.js';

/** That somebody was here is no event, so only this is checked: that it is said of a user of the account, and of none who is erased. */
export async function checkLastSeen(
  { directory: { table }, accountId }: AccountCheck,
  userId: UserId,
  state: UserState,
): Promise<Diagnosis[]> {
  const stored = await table.get(lastSeenEntity, { userId }, { consistent: true });
  if (!stored) return [];
  const isErased = state.status === 'removed' && state.erased;
  const flaw: Pick<Finding, 'problem' | 'message'> | undefined = isErased
    ? { problem: 'unexpected', message: 'It is still stored when an erased user was last here.' }
    : stored.accountId === accountId
      ? undefined
      : { problem: 'differs', message: 'A user was last here in another account.' };
  if (!flaw) return [];
  const { key } = lastSeenEntity.at({ userId });
  const about = { level: 'wrong', entity: 'last-seen', accountId, aggregateId: userId, key } as const;
  return [{ finding: { ...about, ...flaw, repairable: true }, repair: [lastSeenEntity.delete({ userId })] }];
}
