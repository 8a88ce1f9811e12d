import {
  decideUser,
  DomainError,
  existingAccount,
  existingServiceGroup,
  existingUser,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { changeUser } from '../kernel/changes.js';
import { tombstoneExpiry, type Directory } from '../directory.js';
import { accountEntity, fencesEntity } from '../accounts/items.js';
import { membershipEntity } from './items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { userEntity } from '../users/items.js';
import { jobSteps, type Fences, type Removal } from '../jobs/jobs.js';
import {
  execute,
  requireVersion,
  TornReadError,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../kernel/execute.js';
import type { OrderedPageRequest, Page } from '../pages.js';
import { openUserKey } from '../personal-data/user-keys.js';
import { membershipView, viewOfMembership, type MembershipView } from './views.js';
import {
  MOST_MEMBERSHIPS_AT_ONCE,
  accountState,
  membershipOf,
  serviceGroupState,
  userState,
  type MembershipItem,
} from '../kernel/states.js';
import type { Tenant } from '../tenant.js';
import { loadUser, ownerGuards } from '../users/users.js';

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
      const decisionContext = { account, anotherOwner: true };
      const facts = decideUser(user, { type: 'add_member', serviceGroup }, decisionContext);
      const change = changeUser(userId, user, facts, provenance, key);
      const view = viewOfMembership(existingUser(change.state), serviceGroupId);
      const state = { ...view, isNew: facts.length > 0 };
      return { state, changes: [change], account, aboutUser: { userId, key } };
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
      const decisionContext = { account, anotherOwner: true };
      const facts = decideUser(user, { type: 'remove_member', serviceGroupId }, decisionContext);
      return { state: undefined, changes: [changeUser(userId, user, facts, provenance, key)], account };
    },
  });
}

/** With their memberships: in the same transaction, or by a job of the same commit, while no reader sees any of them. */
export async function removeUser(
  { directory, accountId }: Tenant,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance): Promise<Decision<Removal>> => {
      const [{ account, user: head, key, otherOwner, fences }, memberships] = await Promise.all([
        loadUser(directory, accountId, userId),
        directory.table.query(
          membershipEntity,
          { userId },
          { limit: MOST_MEMBERSHIPS_AT_ONCE + 1, consistent: true },
        ),
      ]);
      requireVersion(head, context);
      const atOnce = memberships.items.length <= MOST_MEMBERSHIPS_AT_ONCE;
      const user = atOnce && head.status !== 'none' ? withMemberships(head, memberships.items) : head;
      // A membership added between the two reads would be left behind.
      if (atOnce && user.status !== 'none') requireAllMemberships(user);
      const facts = decideUser(
        user,
        { type: 'remove_user' },
        { account, anotherOwner: otherOwner !== undefined },
      );
      const expiresAt = atOnce ? tombstoneExpiry(directory) : undefined;
      const change = changeUser(userId, user, facts, provenance, key, expiresAt);
      const job = atOnce
        ? { transactItems: [], jobId: undefined }
        : jobSteps(directory, 'remove-user-memberships', userId, fences, change.events, provenance);
      const guards = [...ownerGuards(accountId, user, change.state, otherOwner), ...job.transactItems];
      return { state: { jobId: job.jobId }, changes: [change], guards, account };
    },
  });
}

/** @throws TornReadError if a membership is younger than the head it was read with */
function requireOneInstant({ memberships, updatedAt }: User): void {
  if (Object.values(memberships).some(({ since }) => since > updatedAt)) throw new TornReadError();
}

/** @throws TornReadError if the head contradicts the memberships it was read with */
export function requireAllMemberships(user: User): void {
  // A removed user has none by its head, however many a job has still to move.
  if (user.status === 'removed') return;
  requireOneInstant(user);
  if (Object.keys(user.memberships).length !== user.membershipCount) throw new TornReadError();
}

function withMemberships(user: User, items: readonly MembershipItem[]): User {
  return {
    ...user,
    memberships: Object.fromEntries(items.map((item) => [item.serviceGroupId, membershipOf(item)])),
  };
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

/**
 * Access pattern 9: the service groups of a user, for a "Select Service Group" dropdown, by service group id, which is the
 * order of creation. Strongly consistent.
 *
 * The user's head and the account's fences are read with the list, in one call: a removed user is absent, and so are the
 * memberships of removed service groups, from the moment of their removal.
 * @throws DomainError `user_not_found`
 */
export async function listServiceGroupsOfUser(
  { directory: { table }, accountId }: Tenant,
  userId: UserId,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const [[user, fences], { items, cursor }] = await Promise.all([
    table.batchGet([userEntity.at({ accountId, userId }), fencesEntity.at({ accountId })], {
      consistent: true,
    }),
    table.query(membershipEntity, { userId }, { limit, cursor: from, order, consistent: true }),
  ]);
  requireOpenAccount(fences, accountId);
  const {
    name: userName,
    email: userEmail,
    role: userRole,
    status: userStatus,
  } = existingUser(userState(user));
  // The copies follow a change by moments. The user itself was read, and its values are current.
  const sides = { userName, userEmail, userRole, userStatus };
  const listed = visible(items, fences?.removedIds, accountId).map((item) => ({ ...item, ...sides }));
  return { items: listed, cursor };
}

/** Access pattern 10, by user id. Eventually consistent. @throws DomainError `service_group_not_found` */
export async function listMembers(
  { directory: { table }, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<MembershipView>> {
  const [[serviceGroup, fences], { items, cursor }] = await Promise.all([
    table.batchGet([serviceGroupEntity.at({ accountId, serviceGroupId }), fencesEntity.at({ accountId })], {
      consistent: true,
    }),
    table.query(membershipEntity.by('GSI1'), { serviceGroupId }, { limit, cursor: from, order }),
  ]);
  requireOpenAccount(fences, accountId);
  existingServiceGroup(serviceGroupState(serviceGroup));
  return { items: visible(items, fences?.removedIds, accountId), cursor };
}

/** Access pattern 11. Strongly consistent. @throws DomainError `membership_not_found` and the like */
export async function getMembership(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
): Promise<MembershipView> {
  const { account, user, serviceGroup } = await loadSides(directory, accountId, serviceGroupId, userId);
  existingAccount(account);
  existingServiceGroup(serviceGroup);
  const existing = existingUser(user);
  if (!existing.memberships[serviceGroupId])
    throw new DomainError('membership_not_found', 'The user is not a member of this service group.');
  return viewOfMembership(existing, serviceGroupId);
}

/** While a closed account is being emptied it is behind its own fence. @throws DomainError `account_not_found` */
function requireOpenAccount(fences: Fences | undefined, accountId: string): void {
  if (fences?.removedIds?.has(accountId))
    throw new DomainError('account_not_found', 'There is no such account.');
}

function visible(
  items: readonly MembershipItem[],
  removedIds: ReadonlySet<string> | undefined,
  accountId: string,
): MembershipView[] {
  return items
    .filter((item) => item.accountId === accountId)
    .filter((item) => !removedIds?.has(item.userId) && !removedIds?.has(item.serviceGroupId))
    .map(membershipView);
}
