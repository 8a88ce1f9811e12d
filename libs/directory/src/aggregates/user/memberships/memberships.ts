import {
  decideUser,
  existingServiceGroup,
  existingUser,
  type MembershipTerms,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { openUserKey } from '../../../core/user-keys.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { userEntity } from '../../../table/items/users.js';
import { accountState } from '../../account/state.js';
import { serviceGroupState } from '../../service-group/state.js';
import { changeUser } from '../changes.js';
import { userState } from '../state.js';
import { requireOneInstant } from '../torn-reads.js';
import { viewOfMembership, type MembershipView } from './views.js';

export interface AddedMembership extends MembershipView {
  /** False if they were already a member. */
  isNew: boolean;
}

/** Nothing changes if they are already a member. The service group is read without holding it: see `settleMembers`. */
export async function addMember(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
  terms: MembershipTerms = {},
): Promise<Outcome<AddedMembership>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance) => {
      const { account, user, key, serviceGroup } = await loadSidesAndKey(
        directory,
        accountId,
        serviceGroupId,
        userId,
      );
      requireVersion(user, context);
      if (user.status !== 'none') requireOneInstant(user);
      const decisionContext = { account, anotherOwner: true, now: directory.steadyNow() };
      const newEvents = decideUser(user, { ...terms, type: 'add_member', serviceGroup }, decisionContext);
      const change = changeUser(userId, user, newEvents, provenance, key);
      const view = viewOfMembership(existingUser(change.state), serviceGroupId);
      const state = { ...view, isNew: newEvents.length > 0 };
      return { state, changes: [change], account, aboutUser: { userId, key } };
    },
  });
}

/** Sets, moves or takes away its end, or changes the reason for it. @throws DomainError `membership_not_found` */
export async function changeMembership(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  terms: MembershipTerms,
  context: CommandContext,
): Promise<Outcome<MembershipView>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance) => {
      const { account, user, key, serviceGroup } = await loadSidesAndKey(
        directory,
        accountId,
        serviceGroupId,
        userId,
      );
      requireVersion(user, context);
      if (user.status !== 'none') requireOneInstant(user);
      const decisionContext = { account, anotherOwner: true, now: directory.steadyNow() };
      const command = { ...terms, type: 'change_membership', serviceGroup } as const;
      const newEvents = decideUser(user, command, decisionContext);
      const change = changeUser(userId, user, newEvents, provenance, key);
      const state = viewOfMembership(existingUser(change.state), serviceGroupId);
      return { state, changes: [change], aboutUser: { userId, key } };
    },
  });
}

export async function removeMember(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<undefined>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance): Promise<Decision<undefined>> => {
      const { account, user, key, serviceGroup } = await loadSidesAndKey(
        directory,
        accountId,
        serviceGroupId,
        userId,
      );
      existingServiceGroup(serviceGroup);
      requireVersion(user, context);
      const decisionContext = { account, anotherOwner: true, now: directory.steadyNow() };
      const newEvents = decideUser(user, { type: 'remove_member', serviceGroupId }, decisionContext);
      return { state: undefined, changes: [changeUser(userId, user, newEvents, provenance, key)], account };
    },
  });
}

/** What a command about one membership is decided on, and the key that encrypts the user's events. */
async function loadSidesAndKey(
  directory: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
) {
  const { userKey, ...sides } = await loadSides(directory, accountId, serviceGroupId, userId);
  return { ...sides, key: await openUserKey(directory.keyRing, userId, userKey) };
}

/** The account, the user, the service group and the membership, in one strongly consistent call. */
export async function loadSides(
  { table }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
) {
  const [account, user, serviceGroup, membership] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      membershipEntity.at({ userId, serviceGroupId }),
    ],
    { consistent: true },
  );
  return {
    account: accountState(account),
    user: userState(user, membership?.accountId === accountId ? [membership] : []),
    userKey: user?.userKey,
    serviceGroup: serviceGroupState(serviceGroup),
  };
}
