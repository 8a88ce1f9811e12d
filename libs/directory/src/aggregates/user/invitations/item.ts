import { DAY_MS, idOf, type DomainEvent, type UserId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../../core/directory.js';
import type { TransactItem } from '../../../core/transact-item.js';
import { invitationEntity } from '../../../table/items/invitations.js';

export type Invitation = Item<typeof invitationEntity>;

export interface InvitationTerms {
  /** @param eventId of the `user.invited` for which the token is sent */
  tokenHashOf: (accountId: string, eventId: string) => string;
}

export const INVITATION_VALID_FOR_MS = 7 * DAY_MS;

export function invitationItem(
  { accountId, aggregateId, eventId, at, actor: invitedBy }: DomainEvent,
  { tokenHashOf }: Partial<InvitationTerms>,
  sentCount: number,
  before?: Invitation,
): TransactItem {
  const validUntil = new Date(Date.parse(at) + INVITATION_VALID_FOR_MS).toISOString();
  const proof = tokenHashOf ? { tokenHash: tokenHashOf(accountId, eventId) } : { eventId };
  const times = { createdAt: at, updatedAt: at };
  return {
    operation: invitationEntity.put(
      { accountId, userId: idOf('user', aggregateId), ...proof, invitedBy, validUntil, sentCount, ...times },
      // The user was read at another instant: this must be the invitation that this one follows.
      { condition: (c) => (before ? c.eq('sentCount', before.sentCount) : c.notExists('sentCount')) },
    ),
  };
}

export function tokenHashOfInvitation(
  { accountId, tokenHash, eventId = '' }: Invitation,
  terms: InvitationTerms,
): string {
  return tokenHash ?? terms.tokenHashOf(accountId, eventId);
}

export function findInvitation({ table }: Directory, accountId: string, userId: UserId) {
  return table.get(invitationEntity, { accountId, userId }, { consistent: true });
}
