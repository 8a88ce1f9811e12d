import {
  decideUser,
  DomainError,
  existingUser,
  initialUser,
  type MembershipTerms,
  type NewUser,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { accountState } from '../../account/state.js';
import { existingGroupAt, serviceGroupState } from '../../service-group/state.js';
import { changeUser } from '../changes.js';
import { loadUser } from '../users.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { newUserKey } from '../../../core/user-keys.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { findInvitation, invitationItem, type Invitation, type InvitationTerms } from './item.js';

/** Whom to invite, and which service groups they may enter from the start. */
export interface NewInvitation extends Omit<NewUser, 'status'> {
  serviceGroupIds?: readonly ServiceGroupId[];
  /** For how long they may enter these, and why. */
  membershipTerms?: MembershipTerms;
}

/** They may sign in once somebody accepts with the token. @throws DomainError `service_group_not_found` */
export async function inviteUser(
  { directory, accountId }: Tenant,
  { serviceGroupIds = [], membershipTerms, ...input }: NewInvitation,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  const userId = directory.newId('user');
  const key = await newUserKey(directory.keyRing, userId);
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const [item, ...groups] = await directory.table.batchGet(
        [
          accountEntity.at({ accountId }),
          ...serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
        ] as const,
        { consistent: true },
      );
      const account = accountState(item);
      const context = { account, anotherOwner: true, now: directory.steadyNow() };
      const command = {
        ...input,
        type: 'create_user',
        userId,
        status: 'invited',
        hasInvitation: true,
      } as const;
      const invited = decideUser(initialUser, command, context);
      const { state: user } = changeUser(userId, initialUser, invited, provenance, key);
      const found = groups.map((group, index) => existingGroupAt(serviceGroupState(group), index));
      const added = found.flatMap((serviceGroup) =>
        decideUser(user, { ...membershipTerms, type: 'add_member', serviceGroup }, context),
      );
      const change = changeUser(userId, initialUser, [...invited, ...added], provenance, key);
      const guards = [invitationItem(change.events[0]!, terms, 1)];
      const state = existingUser(change.state);
      return { state, changes: [change], guards, account, aboutUser: { userId, key } };
    },
  });
}

/** Sends an invitation again, with another token: the previous one becomes invalid. */
export async function inviteAgain(
  { directory, accountId }: Tenant,
  userId: UserId,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const [{ account, user, key }, before] = await Promise.all([
        loadUser(directory, accountId, userId),
        findInvitation(directory, accountId, userId),
      ]);
      requireVersion(user, context);
      const newEvents = decideUser(
        user,
        { type: 'invite_user_again' },
        { account, anotherOwner: true, now: directory.steadyNow() },
      );
      if (before) requireMayBeSent(before, directory.now());
      const change = changeUser(userId, user, newEvents, provenance, key);
      const guards = [invitationItem(change.events[0]!, terms, (before?.sentCount ?? 0) + 1, before)];
      return { state: existingUser(change.state), changes: [change], guards, aboutUser: { userId, key } };
    },
  });
}

/** An invitation is sent so often as its sender likes, and then once an hour: nobody is to be flooded. */
const SENT_FREELY = 5;
export const INVITATION_EVERY_SECONDS = 60 * 60;

/** @throws DomainError `rate_limited` */
export function requireMayBeSent({ sentCount, updatedAt: sentAt }: Invitation, now: number): void {
  if (sentCount < SENT_FREELY || now - Date.parse(sentAt) >= INVITATION_EVERY_SECONDS * 1_000) return;
  throw new DomainError(
    'rate_limited',
    `The invitation has been sent ${sentCount} times: it can be sent again an hour after the last time.`,
  );
}
