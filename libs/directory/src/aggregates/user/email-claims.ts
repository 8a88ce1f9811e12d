import { DomainError, fold, type User, type UserState } from '#libs/domain';
import { emailClaimEntity } from '../../table/items/users.js';
import type { TransactItem } from '../../core/transact-item.js';
import { claimItems } from '../../core/claims.js';

function emailHeldBy(state: UserState): string | undefined {
  return state.status === 'none' || state.status === 'removed' ? undefined : fold(state.email);
}

export function emailItems(before: UserState, after: User): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  return claimItems(emailHeldBy(before), emailHeldBy(after), {
    release: (email) =>
      emailClaimEntity.delete({ accountId, email }, { condition: (c) => c.eq('userId', userId) }),
    take: (email) => emailClaimEntity.create({ accountId, email, userId, createdAt: updatedAt, updatedAt }),
    at: (email) => emailClaimEntity.at({ accountId, email }),
    refusal: () => new DomainError('email_taken', 'Another user of the account has this email.', 'email'),
  });
}
