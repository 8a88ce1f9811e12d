import {
  decideUser,
  DomainError,
  initialUser,
  type MembershipTerms,
  type NewUser,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { accountState } from '../../account/state.js';
import { existingGroupAt, serviceGroupState } from '../../service-group/state.js';
import { decideInTurn, loadUser, ofUsers } from '../users.js';
import { command } from '../../../core/command.js';
import type { CommandContext, Outcome } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { newUserKey } from '../../../core/user-keys.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { accessRolesToGive } from '../memberships/access-roles-to-give.js';
import { findInvitation, invitationItem, type Invitation, type InvitationTerms } from './item.js';

/** Whom to invite, and which service groups they may enter from the start. */
export interface NewInvitation extends Omit<NewUser, 'status'> {
  serviceGroupIds?: readonly ServiceGroupId[];
  /** For how long they may enter these, and why. */
  membershipTerms?: MembershipTerms;
}

/** They may sign in once somebody accepts with the token. @throws DomainError `service_group_not_found` */
export async function inviteUser(
  tenant: Tenant,
  { serviceGroupIds = [], membershipTerms, ...input }: NewInvitation,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  const { directory, accountId } = tenant;
  const userId = directory.newId('user');
  const given = { ...membershipTerms, withDefaultRole: true };
  const key = await newUserKey(directory.keyRing, userId);
  const userCommand = {
    ...input,
    type: 'create_user',
    userId,
    status: 'invited',
    hasInvitation: true,
  } as const;
  const { change, view } = ofUsers(tenant);
  return command(tenant, context, {
    change,
    load: async () => {
      const [item, ...groups] = await directory.table.batchGet(
        [
          accountEntity.at({ accountId }),
          ...serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
        ] as const,
        { consistent: true },
      );
      const states = groups.map((group) => serviceGroupState(group));
      const accessRoles = await accessRolesToGive(directory, accountId, [given], states);
      return { userId, before: initialUser, key, account: accountState(item), groups: states, accessRoles };
    },
    decide: (loaded, by) => {
      const { account, before, groups, accessRoles } = loaded;
      const decisionContext = { account, anotherOwner: true, now: directory.steadyNow() };
      const invited = decideUser(before, userCommand, decisionContext);
      const { state: user } = change(loaded, invited, by);
      const found = groups.map((group, index) => existingGroupAt(group, index));
      const added = found.flatMap((serviceGroup) =>
        decideUser(user, { ...given, accessRoles, type: 'add_member', serviceGroup }, decisionContext),
      );
      return [...invited, ...added];
    },
    view: (changed, loaded) => ({
      ...view(changed, loaded),
      guards: [invitationItem(changed.events[0]!, terms, 1)],
    }),
  });
}

/** Sends an invitation again, with another token: the previous one becomes invalid. */
export async function inviteAgain(
  tenant: Tenant,
  userId: UserId,
  terms: InvitationTerms,
  context: CommandContext,
): Promise<Outcome<User>> {
  const { directory, accountId } = tenant;
  const { change, view } = ofUsers(tenant);
  return command(tenant, context, {
    change,
    load: async () => {
      const [loaded, invitation] = await Promise.all([
        loadUser(tenant, userId),
        findInvitation(directory, accountId, userId),
      ]);
      return { ...loaded, invitation };
    },
    decide: (loaded, by) => {
      const newEvents = decideInTurn(directory, loaded, [{ type: 'invite_user_again' }], by);
      if (loaded.invitation) requireMayBeSent(loaded.invitation, directory.now());
      return newEvents;
    },
    view: (changed, loaded) => {
      const { invitation } = loaded;
      const sent = invitationItem(changed.events[0]!, terms, (invitation?.sentCount ?? 0) + 1, invitation);
      return { ...view(changed, loaded), guards: [sent] };
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
