import { timingSafeEqual } from 'node:crypto';
import { DomainError, idOf, type Identity, type User, type UserCommand, type UserId } from '#libs/domain';
import { isHeldNow } from '../memberships/held.js';
import { userState } from '../state.js';
import { decideInTurn, loadUser, ofUsers } from '../users.js';
import type { Directory } from '../../../core/directory.js';
import { command } from '../../../core/command.js';
import type { CommandContext } from '../../../core/execute.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { eventEntity } from '../../../table/items/events.js';
import { invitationEntity } from '../../../table/items/invitations.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { userEntity } from '../../../table/items/users.js';
import {
  findInvitation,
  INVITATION_VALID_FOR_MS,
  tokenHashOfInvitation,
  type InvitationTerms,
} from './item.js';

export interface AcceptanceContext extends Pick<CommandContext, 'correlationId'> {
  identity?: Identity | undefined;
}

/**
 * Accepts an invitation and activates its user. Part of authentication: it takes no tenant, because the token proves the
 * caller.
 * @throws DomainError `invitation_not_found` for a token that is unknown, revoked, replaced or expired, without saying
 * which; `identity_taken`; `invitation_accepted` for the one with which the user was activated, until it would have expired
 */
export async function acceptInvitation(
  directory: Directory,
  { accountId, userId, tokenHash }: { accountId: string; userId: UserId; tokenHash: string },
  terms: InvitationTerms,
  { identity, ...context }: AcceptanceContext,
): Promise<User> {
  const tenant = { directory, accountId };
  const commands: UserCommand[] = [{ type: 'activate_user' }];
  if (identity) {
    const { issuer, subject } = identity;
    commands.push({ type: 'link_identity', method: 'invitation', issuer, subject });
  }
  const { state } = await command(
    tenant,
    { ...context, actor: `user:${userId}` },
    {
      ...ofUsers(tenant),
      aggregateId: userId,
      load: async () => {
        // In this order: changes to the invitation also change the user's version, so that the commit is refused and retried.
        const loaded = await loadUser(tenant, userId);
        const { before, account } = loaded;
        const invitation = await findInvitation(directory, accountId, userId);
        const isGood =
          invitation &&
          before.status === 'invited' &&
          isSame(tokenHashOfInvitation(invitation, terms), tokenHash) &&
          invitation.validUntil > new Date(directory.now()).toISOString();
        if (isGood && account.status !== 'none' && account.status !== 'closed') return loaded;
        // Read in any case: the cost must not tell a stranger whether there is such a user.
        const accepted = await acceptedHash(directory, { accountId, userId }, terms);
        // Also while invited: the user was read before somebody else had accepted.
        const exists = ['invited', 'active', 'suspended'].includes(before.status);
        if (exists && account.status === 'active' && isSame(accepted, tokenHash)) throw alreadyAccepted();
        throw notFound();
      },
      decide: (loaded, by) => decideInTurn(directory, loaded, commands, by),
    },
  );
  return state;
}

function alreadyAccepted(): DomainError {
  return new DomainError('invitation_accepted', 'The invitation has already been accepted: sign in.');
}

function notFound(): DomainError {
  return new DomainError('invitation_not_found', 'The invitation is unknown or no longer valid.');
}

export interface InspectedInvitation {
  accountName: string;
  user: User;
  status: 'pending' | 'expired';
  validUntil: string;
  invitedBy: string;
  /** Null if it was not a user of the account. */
  inviterName: string | null;
  serviceGroupNames: string[];
}

const MAX_NAMES = 100;

/** @throws DomainError as {@link acceptInvitation}, but for one that has merely expired */
export async function inspectInvitation(
  directory: Directory,
  { accountId, userId, tokenHash }: { accountId: string; userId: UserId; tokenHash: string },
  terms: InvitationTerms,
): Promise<InspectedInvitation> {
  const { table, now } = directory;
  const [[account, head, invitation], memberships] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        userEntity.at({ accountId, userId }),
        invitationEntity.at({ accountId, userId }),
      ],
      { consistent: true },
    ),
    table.query(membershipEntity, { userId }, { limit: MAX_NAMES, consistent: true }),
  ]);
  const user = userState(head);
  const isProved = invitation && isSame(tokenHashOfInvitation(invitation, terms), tokenHash);
  if (account?.status !== 'active' || user.status !== 'invited' || !isProved) {
    const accepted = await acceptedHash(directory, { accountId, userId }, terms);
    if (head && account?.status === 'active' && isSame(accepted, tokenHash)) throw alreadyAccepted();
    throw notFound();
  }
  const { validUntil, invitedBy } = invitation;
  const inviterId = invitedBy.startsWith('user:') ? idOf('user', invitedBy.slice('user:'.length)) : undefined;
  const inviter =
    inviterId && (await table.get(userEntity, { accountId, userId: inviterId }, { consistent: true }));
  return {
    accountName: account.name,
    user,
    status: validUntil > new Date(now()).toISOString() ? 'pending' : 'expired',
    validUntil,
    invitedBy,
    inviterName: (inviter && inviter.status !== 'removed' && inviter.name) || null,
    serviceGroupNames: memberships.items
      .filter((item) => item.accountId === accountId && isHeldNow(directory, item))
      .map(({ serviceGroupName }) => serviceGroupName),
  };
}

/** Events of a user among which its acceptance is looked for: groups may be assigned to an invited user. */
const EVENTS_BEFORE_ACCEPTANCE = 100;

/** The item that contained it is gone: computed again from the event. Undefined once it would have expired. */
async function acceptedHash(
  { table, now }: Directory,
  { accountId, userId }: { accountId: string; userId: UserId },
  { tokenHashOf }: InvitationTerms,
): Promise<string> {
  const range = { limit: EVENTS_BEFORE_ACCEPTANCE, consistent: true };
  const { items } = await table.query(eventEntity, { aggregateId: userId }, range);
  const accepted = items.findLastIndex(
    ({ type, actor }) => type === 'user.activated' && actor === `user:${userId}`,
  );
  const sent = items.slice(0, Math.max(accepted, 0)).findLast(({ type }) => type === 'user.invited');
  const isOld = !sent || Date.parse(sent.at) + INVITATION_VALID_FOR_MS <= now();
  return isOld ? '' : tokenHashOf(accountId, sent.eventId);
}

function isSame(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
