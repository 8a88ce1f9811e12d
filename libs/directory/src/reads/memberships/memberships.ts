// reads: lists, searches, histories and past states; nothing here writes, apart from the stored search entries.
// Imports sign-in, aggregates and what is below them.

import {
  allows,
  DomainError,
  ENTER,
  existingAccount,
  existingServiceGroup,
  existingUser,
  isHeld,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { loadSides } from '../../aggregates/user/memberships/memberships.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { termsIn, viewOfMembership, type MembershipView } from '../../aggregates/user/memberships/views.js';
import { userState } from '../../aggregates/user/state.js';
import type { Directory } from '../../core/directory.js';
import type { Fences } from '../../core/jobs.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { rolesToRead } from './check-access.js';

/** What a list reads of each membership. Copies of the side whose list it is are left out: its head is read with the list. */
const SHOWN = [
  'accountId',
  'userId',
  'serviceGroupId',
  'since',
  'addedBy',
  'endsAt',
  'reason',
  'accessRole',
] as const;
const SHOWN_OF_USER = [...SHOWN, 'serviceGroupName'] as const;
const SHOWN_OF_GROUP = [...SHOWN, 'userName', 'userEmail', 'userRole', 'userStatus'] as const;

export interface MembershipsRequest extends OrderedPageRequest {
  /** Only those that end by themselves. */
  ending?: boolean | undefined;
}

export interface AllowedMembershipsRequest extends MembershipsRequest {
  /** Only those that allow it: `enter`, which all do, or a permission. */
  action?: string | undefined;
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
  { directory, accountId }: Tenant,
  userId: UserId,
  { limit, cursor: from, order = 'ascending', ending, action = ENTER }: AllowedMembershipsRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const [[user, fences, rolesItem], { items, cursor }] = await Promise.all([
    table.batchGet(
      [
        userEntity.at({ accountId, userId }),
        fencesEntity.at({ accountId }),
        ...rolesToRead(accountId, action),
      ] as const,
      { consistent: true },
    ),
    table.query(
      membershipEntity,
      { userId },
      {
        limit,
        cursor: from,
        order,
        consistent: true,
        select: SHOWN_OF_USER,
        ...(ending && { filter: (c) => c.exists('endsAt') }),
      },
    ),
  ]);
  requireOpenAccount(fences, accountId);
  const { name, email, role, status } = existingUser(userState(user));
  const side = { userId, userName: name, userEmail: email, userRole: role, userStatus: status };
  const roles = accessRolesState(rolesItem);
  const allowed = items.filter(({ accessRole }) => allows(roles, accessRole, action));
  const views = visible(directory, allowed, fences, accountId).map(
    ({ serviceGroupId, serviceGroupName, since, addedBy, ...terms }) => ({
      ...side,
      serviceGroupId,
      serviceGroupName,
      since,
      addedBy,
      ...termsIn(terms),
    }),
  );
  return { items: views, cursor };
}

/** Access pattern 10, by user id. Eventually consistent. @throws DomainError `service_group_not_found` */
export async function listMembers(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  { limit, cursor: from, order = 'ascending', ending }: MembershipsRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const [[serviceGroup, fences], { items, cursor }] = await Promise.all([
    table.batchGet([serviceGroupEntity.at({ accountId, serviceGroupId }), fencesEntity.at({ accountId })], {
      consistent: true,
    }),
    table.query(
      membershipEntity.by('GSI1'),
      { serviceGroupId },
      {
        limit,
        cursor: from,
        order,
        select: SHOWN_OF_GROUP,
        ...(ending && { filter: (c) => c.exists('endsAt') }),
      },
    ),
  ]);
  requireOpenAccount(fences, accountId);
  const { name: serviceGroupName } = existingServiceGroup(serviceGroupState(serviceGroup));
  const views = visible(directory, items, fences, accountId).map(
    ({ userId, userName, userEmail, userRole, userStatus, since, addedBy, ...terms }) => ({
      userId,
      userName,
      userEmail,
      userRole,
      userStatus,
      serviceGroupId,
      serviceGroupName,
      since,
      addedBy,
      ...termsIn(terms),
    }),
  );
  return { items: views, cursor };
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
  const membership = existing.memberships[serviceGroupId];
  if (!membership || !isHeld(membership, directory.steadyNow()))
    throw new DomainError('membership_not_found', 'The user is not a member of this service group.');
  return viewOfMembership(existing, serviceGroupId);
}

/** While a closed account is being emptied it is behind its own fence. @throws DomainError `account_not_found` */
export function requireOpenAccount(fences: Fences | undefined, accountId: string): void {
  if (fences?.removedIds?.has(accountId))
    throw new DomainError('account_not_found', 'There is no such account.');
}

interface ListedRow {
  accountId: string;
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  endsAt?: string | undefined;
}

function visible<Row extends ListedRow>(
  directory: Directory,
  rows: readonly Row[],
  fences: Fences | undefined,
  accountId: string,
): Row[] {
  const removed = fences?.removedIds;
  return rows
    .filter((row) => row.accountId === accountId && isHeldNow(directory, row))
    .filter((row) => !(removed?.has(row.userId) || removed?.has(row.serviceGroupId)));
}
