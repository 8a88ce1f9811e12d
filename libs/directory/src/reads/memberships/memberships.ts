// reads: lists, searches, histories and past states; nothing here writes, apart from the stored search entries.
// Imports sign-in, aggregates and what is below them.

import {
  DomainError,
  existingAccount,
  existingServiceGroup,
  existingUser,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { loadSides } from '../../aggregates/user/memberships/memberships.js';
import {
  membershipView,
  viewOfMembership,
  type MembershipView,
} from '../../aggregates/user/memberships/views.js';
import { userState, type MembershipItem } from '../../aggregates/user/state.js';
import type { Fences } from '../../core/jobs.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';

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
