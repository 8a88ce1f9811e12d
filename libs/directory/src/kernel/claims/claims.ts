import { DomainError, type AccountState, type ServiceGroupState, type UserState } from '#libs/domain';
import type { ItemReference, WriteOperation } from '#libs/single-table';
import type { TransactItem } from '../transact-item.js';
import { accountExternalIdClaimEntity } from '../../accounts/items.js';
import { externalIdClaimEntity } from '../../lookups/items.js';

export function claimSteps(
  held: string | undefined,
  wanted: string | undefined,
  {
    release,
    take,
    at,
    refusal,
  }: {
    release: (value: string) => WriteOperation;
    take: (value: string) => WriteOperation;
    at: (value: string) => ItemReference;
    refusal: () => DomainError;
  },
): TransactItem[] {
  if (held === wanted) return [];
  const transactItems: TransactItem[] = [];
  if (held !== undefined) transactItems.push({ operation: release(held) });
  if (wanted !== undefined) transactItems.push({ operation: take(wanted), claim: at(wanted), refusal });
  return transactItems;
}

/** The external id that something holds: removed or closed aggregates hold none. */
export function externalIdHeldBy(state: AccountState | UserState | ServiceGroupState): string | undefined {
  if (state.status === 'none' || state.status === 'removed' || state.status === 'closed') return undefined;
  return state.externalId;
}

export function externalIdSteps(
  kind: 'user' | 'service-group',
  ownerId: string,
  before: UserState | ServiceGroupState,
  after: Exclude<UserState | ServiceGroupState, { status: 'none' }>,
): TransactItem[] {
  const { accountId, updatedAt } = after;
  const times = { createdAt: updatedAt, updatedAt };
  return claimSteps(externalIdHeldBy(before), externalIdHeldBy(after), {
    release: (externalId) =>
      externalIdClaimEntity.delete(
        { accountId, kind, externalId },
        { condition: (c) => c.eq('ownerId', ownerId) },
      ),
    take: (externalId) => externalIdClaimEntity.create({ accountId, kind, externalId, ownerId, ...times }),
    at: (externalId) => externalIdClaimEntity.at({ accountId, kind, externalId }),
    refusal: () =>
      externalIdTaken(
        `Another ${kind === 'user' ? 'user' : 'service group'} of the account has this external id.`,
      ),
  });
}

/** Among all accounts: only operators set accounts' external ids, and look accounts up by them. */
export function accountExternalIdSteps(
  before: AccountState,
  after: Exclude<AccountState, { status: 'none' }>,
): TransactItem[] {
  const { accountId, updatedAt } = after;
  return claimSteps(externalIdHeldBy(before), externalIdHeldBy(after), {
    release: (externalId) =>
      accountExternalIdClaimEntity.delete({ externalId }, { condition: (c) => c.eq('accountId', accountId) }),
    take: (externalId) =>
      accountExternalIdClaimEntity.create({ accountId, externalId, createdAt: updatedAt, updatedAt }),
    at: (externalId) => accountExternalIdClaimEntity.at({ externalId }),
    refusal: () => externalIdTaken('Another account has this external id.'),
  });
}

function externalIdTaken(message: string): DomainError {
  return new DomainError('external_id_taken', message, 'externalId');
}
