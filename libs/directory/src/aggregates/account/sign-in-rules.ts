import type { AccountState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { signInRuleEntity } from '../../table/items/accounts.js';
import type { TransactItem } from '../../core/transact-item.js';

type SignInRuleItem = Item<typeof signInRuleEntity>;

/** What sign-in looks up to find the accounts that trust a provider: one item for each domain and each claim. */
function storedRules(state: AccountState): SignInRuleItem[] {
  if (state.status === 'none' || state.status === 'closed') return [];
  const { accountId, signInRules = [], signInRulesSince: at = '' } = state;
  return signInRules.flatMap(({ issuer, domains, externalIdClaim }) => {
    const common = { issuer, accountId, createdAt: at, updatedAt: at };
    const ofDomains = domains.map((value) => ({ ...common, by: 'domain' as const, value }));
    if (externalIdClaim === undefined) return ofDomains;
    return [...ofDomains, { ...common, by: 'external-id' as const, value: externalIdClaim }];
  });
}

/** They are written again with each change of the rules. */
export function signInRuleItems(before: AccountState, after: AccountState): TransactItem[] {
  const [held, wanted] = [storedRules(before), storedRules(after)];
  const since = ([item]: SignInRuleItem[]) => item?.createdAt;
  if (since(held) === since(wanted)) return [];
  const keyOf = (item: SignInRuleItem) => JSON.stringify(signInRuleEntity.at(item).key);
  const kept = new Set(wanted.map(keyOf));
  const released = held.filter((item) => !kept.has(keyOf(item)));
  return [
    ...released.map((item) => ({ operation: signInRuleEntity.delete(item) })),
    ...wanted.map((item) => ({ operation: signInRuleEntity.put(item) })),
  ];
}
