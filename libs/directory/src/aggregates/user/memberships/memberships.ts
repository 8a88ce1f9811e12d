import {
  existingServiceGroup,
  existingUser,
  sharedTeams,
  type MembershipTerms,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { command } from '../../../core/command.js';
import type { CommandContext, Outcome } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { openUserKey } from '../../../core/user-keys.js';
import { accessRolesAt } from '../../../table/items/access-roles.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { userEntity } from '../../../table/items/users.js';
import { accessRolesState } from '../../access-roles/access-roles.js';
import { accountState } from '../../account/state.js';
import { serviceGroupState } from '../../service-group/state.js';
import { namedPaths, type NamedPath } from '../../team/named-paths.js';
import { userState } from '../state.js';
import { requireOneInstant } from '../torn-reads.js';
import { decideInTurn, ofUsers } from '../users.js';
import { accessRolesToGive, roleContextOf } from './access-roles-to-give.js';
import { viewOfMembership, type MembershipView } from './views.js';

export interface AddedMembership extends MembershipView {
  /** False if they were already a member. */
  isNew: boolean;
}

/** Nothing changes if they are already a member. The service group is read without holding it: see `settleMembers`. */
export async function addMember(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
  terms: MembershipTerms = {},
): Promise<Outcome<AddedMembership>> {
  return command(tenant, context, {
    ...onMembership(tenant, serviceGroupId, userId, terms),
    decide: (loaded, by) => {
      const { serviceGroup, accessRoles } = loaded;
      const given = { ...terms, ...roleContextOf(context, accessRoles) };
      return decideInTurn(tenant.directory, loaded, [{ ...given, type: 'add_member', serviceGroup }], by);
    },
    view: ({ state, events }, { key }) => ({
      state: { ...viewOfMembership(existingUser(state), serviceGroupId), isNew: events.length > 0 },
      aboutUser: { userId, key },
    }),
  });
}

/** Sets, moves or takes away its end, or changes its access role or the reason for it. @throws DomainError `membership_not_found` */
export async function changeMembership(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  terms: MembershipTerms,
  context: CommandContext,
): Promise<Outcome<MembershipView>> {
  return command(tenant, context, {
    ...onMembership(tenant, serviceGroupId, userId, terms),
    decide: (loaded, by) => {
      const { serviceGroup, accessRoles } = loaded;
      const given = { ...terms, ...roleContextOf(context, accessRoles) };
      return decideInTurn(
        tenant.directory,
        loaded,
        [{ ...given, type: 'change_membership', serviceGroup }],
        by,
      );
    },
    view: ({ state }, { key }) => ({
      state: viewOfMembership(existingUser(state), serviceGroupId),
      aboutUser: { userId, key },
    }),
  });
}

/**
 * @param says by which teams they still may enter: one call more if the two have a team in common, otherwise nothing more is read
 * @returns undefined if it is not to say it, or one of the two has no team at all
 */
export async function removeMember(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
  says = false,
): Promise<Outcome<readonly NamedPath[] | undefined>> {
  return command(tenant, context, {
    ...onMembership(tenant, serviceGroupId, userId),
    decide: (loaded, by) => {
      existingServiceGroup(loaded.serviceGroup);
      return decideInTurn(tenant.directory, loaded, [{ type: 'remove_member', serviceGroupId }], by);
    },
    view: async ({ state }, { serviceGroup }) => {
      if (!says) return { state: undefined };
      const [{ teams: ofUser }, { teams: ofGroup }] = [
        existingUser(state),
        existingServiceGroup(serviceGroup),
      ];
      if (!ofUser || !ofGroup) return { state: undefined };
      const shared = sharedTeams(ofUser, ofGroup, tenant.directory.steadyNow());
      return { state: await namedPaths(tenant, shared) };
    },
  });
}

/** What commands on one membership of a user have in common. */
function onMembership(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  terms?: MembershipTerms,
) {
  const { directory, accountId } = tenant;
  return {
    aggregateId: userId,
    load: async () => {
      const { user, userKey, ...sides } = await loadSides(directory, accountId, serviceGroupId, userId);
      if (user.status !== 'none') requireOneInstant(user);
      const [accessRoles, key] = await Promise.all([
        accessRolesToGive(directory, accountId, [terms], [sides.serviceGroup]),
        openUserKey(directory.keyRing, userId, userKey),
      ]);
      return { ...sides, userId, before: user, key, accessRoles };
    },
    change: ofUsers(tenant).change,
  };
}

/** The account, the user, the service group and the membership, in one strongly consistent call: with the access roles, if they matter. */
export async function loadSides(
  { table }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  withRoles = false,
) {
  const [account, user, serviceGroup, membership, roles] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      membershipEntity.at({ userId, serviceGroupId }),
      ...(withRoles ? [accessRolesAt(accountId)] : []),
    ] as const,
    { consistent: true },
  );
  return {
    account: accountState(account),
    user: userState(user, membership?.accountId === accountId ? [membership] : []),
    userKey: user?.userKey,
    serviceGroup: serviceGroupState(serviceGroup),
    roles: accessRolesState(roles),
  };
}
