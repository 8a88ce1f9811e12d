import { DomainError, existingAccount, type User, type UserId } from '#libs/domain';
import { listOfAccount } from '../../account/read-account.js';
import { accountState } from '../../account/state.js';
import { userState } from '../state.js';
import type { Page, PageRequest } from '../../../core/pages.js';
import type { Tenant } from '../../../core/tenant.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { invitationEntity } from '../../../table/items/invitations.js';
import { userEntity } from '../../../table/items/users.js';
import type { Invitation } from './item.js';

export interface InvitationView extends Pick<Invitation, 'invitedBy' | 'validUntil' | 'sentCount'> {
  user: User;
  sentAt: string;
}

/** @throws DomainError `invitation_not_found` */
export async function getInvitation(
  { directory: { table }, accountId }: Tenant,
  userId: UserId,
): Promise<InvitationView> {
  const [account, user, invitation] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      invitationEntity.at({ accountId, userId }),
    ],
    { consistent: true },
  );
  existingAccount(accountState(account));
  const state = userState(user);
  if (!invitation || state.status !== 'invited')
    throw new DomainError('invitation_not_found', 'There is no such invitation.');
  return invitationView(invitation, state);
}

export async function listInvitations(
  tenant: Tenant,
  { limit, cursor: from }: PageRequest,
): Promise<Page<InvitationView>> {
  const { accountId } = tenant;
  const { table } = tenant.directory;
  const { items, cursor } = await listOfAccount(tenant, () =>
    table.query(invitationEntity, { accountId }, { limit, cursor: from, consistent: true }),
  );
  const references = items.map(({ userId }) => userEntity.at({ accountId, userId }));
  const users = await table.batchGet(references, { consistent: true });
  const views = items.flatMap((invitation, index) => {
    const user = userState(users[index]);
    return user.status === 'invited' ? [invitationView(invitation, user)] : [];
  });
  return { items: views, cursor };
}

export function invitationView(
  { invitedBy, validUntil, sentCount, updatedAt }: Invitation,
  user: User,
): InvitationView {
  return { user, invitedBy, validUntil, sentCount, sentAt: updatedAt };
}
