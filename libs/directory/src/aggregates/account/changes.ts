import { evolveAccount, type NewAccountEvent, type AccountState } from '#libs/domain';
import { deriveChange, replaceHead, replacing, type Change, type Provenance } from '../../core/changes.js';
import { claimItems, externalIdHeldBy, externalIdTaken } from '../../core/claims.js';
import type { TransactItem } from '../../core/transact-item.js';
import { accountEntity, accountExternalIdClaimEntity } from '../../table/items/accounts.js';
import { signInRuleItems } from './sign-in-rules.js';

export function changeAccount(
  accountId: string,
  before: AccountState,
  newEvents: NewAccountEvent[],
  provenance: Provenance,
): Change & { state: AccountState } {
  return deriveChange(accountId, before, newEvents, provenance, {
    evolve: evolveAccount,
    head: (was, { updatedBy: _by, ...kept }, lastEvents) => {
      const item = { ...kept, lastEvents };
      return replaceHead(
        was,
        () => accountEntity.create(item),
        (version) =>
          accountEntity.update(
            { accountId },
            { ...replacing(was, item, ['accountId']), condition: (c) => c.eq('version', version) },
          ),
      );
    },
    companions: (was, state) => [...externalIdItems(was, state), ...signInRuleItems(was, state)],
  });
}

/** Among all accounts: only operators set accounts' external ids, and look accounts up by them. */
function externalIdItems(
  before: AccountState,
  after: Exclude<AccountState, { status: 'none' }>,
): TransactItem[] {
  const { accountId, updatedAt } = after;
  return claimItems(externalIdHeldBy(before), externalIdHeldBy(after), {
    release: (externalId) =>
      accountExternalIdClaimEntity.delete({ externalId }, { condition: (c) => c.eq('accountId', accountId) }),
    take: (externalId) =>
      accountExternalIdClaimEntity.create({ accountId, externalId, createdAt: updatedAt, updatedAt }),
    at: (externalId) => accountExternalIdClaimEntity.at({ externalId }),
    refusal: () => externalIdTaken('Another account has this external id.'),
  });
}
