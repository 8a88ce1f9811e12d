import {
  DomainError,
  type AccountState,
  type ServiceGroupState,
  type TeamState,
  type UserState,
} from '#libs/domain';
import type { ItemReference, WriteOperation } from '@rollbook/single-table';
import type { TransactItem } from './transact-item.js';
import { externalIdClaimEntity } from '../table/items/external-ids.js';

export function claimItems(
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
export function externalIdHeldBy(state: Owner | AccountState): string | undefined {
  if (state.status === 'none' || state.status === 'removed' || state.status === 'closed') return undefined;
  return state.externalId;
}

type Owner = UserState | ServiceGroupState | TeamState;
const OWNERS = { user: 'user', 'service-group': 'service group', team: 'team' };

export function externalIdItems(
  kind: keyof typeof OWNERS,
  ownerId: string,
  before: Owner,
  after: Exclude<Owner, { status: 'none' }>,
): TransactItem[] {
  const { accountId, updatedAt } = after;
  const times = { createdAt: updatedAt, updatedAt };
  return claimItems(externalIdHeldBy(before), externalIdHeldBy(after), {
    release: (externalId) =>
      externalIdClaimEntity.delete(
        { accountId, kind, externalId },
        { condition: (c) => c.eq('ownerId', ownerId) },
      ),
    take: (externalId) => externalIdClaimEntity.create({ accountId, kind, externalId, ownerId, ...times }),
    at: (externalId) => externalIdClaimEntity.at({ accountId, kind, externalId }),
    refusal: () => externalIdTaken(`Another ${OWNERS[kind]} of the account has this external id.`),
  });
}

export function externalIdTaken(message: string): DomainError {
  return new DomainError('external_id_taken', message, 'externalId');
}
