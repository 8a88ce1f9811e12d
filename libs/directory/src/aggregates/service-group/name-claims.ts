import { DomainError, fold, foldName, type ServiceGroupState } from '#libs/domain';
import { groupNameClaimEntity } from '../../table/items/service-groups.js';
import type { TransactItem } from '../../core/transact-item.js';

/** The present one first: names with invisible characters were once claimed including them. */
function nameKeysOf(state: ServiceGroupState): string[] {
  return state.status === 'active' ? [...new Set([foldName(state.name), fold(state.name)])] : [];
}

export function nameItems(
  before: ServiceGroupState,
  after: Exclude<ServiceGroupState, { status: 'none' }>,
): TransactItem[] {
  const { accountId, serviceGroupId, updatedAt } = after;
  const [held, wanted] = [nameKeysOf(before), nameKeysOf(after)];
  if (held.join('\n') === wanted.join('\n')) return [];
  const [taken, former] = wanted;
  const isOwn = { condition: (c: Condition) => c.eq('serviceGroupId', serviceGroupId) };
  const isOwnIfAny = {
    condition: (c: Condition) => c.or(c.notExists('serviceGroupId'), c.eq('serviceGroupId', serviceGroupId)),
  };
  const claimOf = (name: string) => ({ claim: groupNameClaimEntity.at({ accountId, name }), refusal });
  const transactItems: TransactItem[] = held
    .filter((name) => name !== taken)
    .map((name) => ({
      operation: groupNameClaimEntity.delete({ accountId, name }, held.length > 1 ? isOwnIfAny : isOwn),
    }));
  if (taken === undefined) return transactItems;
  const item = { accountId, name: taken, serviceGroupId, createdAt: updatedAt, updatedAt };
  if (!held.includes(taken))
    transactItems.push({ operation: groupNameClaimEntity.create(item), ...claimOf(taken) });
  else if (held.length > 1)
    transactItems.push({ operation: groupNameClaimEntity.put(item, isOwnIfAny), ...claimOf(taken) });
  if (former !== undefined && !held.includes(former)) {
    const isFree = groupNameClaimEntity.check(
      { accountId, name: former },
      { condition: (c) => c.notExists('serviceGroupId') },
    );
    transactItems.push({ operation: isFree, ...claimOf(former) });
  }
  return transactItems;
}

type Condition = Parameters<
  NonNullable<NonNullable<Parameters<typeof groupNameClaimEntity.delete>[1]>['condition']>
>[0];

function refusal(): DomainError {
  return new DomainError(
    'service_group_name_taken',
    'Another service group of the account has this name, or one that looks the same.',
    'name',
  );
}
