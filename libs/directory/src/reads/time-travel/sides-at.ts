import { DomainError, type ServiceGroup, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { userState, type MembershipItem } from '../../aggregates/user/state.js';
import { termsOf, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { getServiceGroupAsOf, getUserAsOf } from './resources-as-of.js';

export const HISTORIES_AT_ONCE = 8;

/** A head that has not changed since is used; otherwise events are folded. A side that did not exist has no memberships. */
export async function withSidesAt(
  tenant: Tenant,
  { items, cursor }: Page<MembershipView>,
  asOf: string,
): Promise<Page<MembershipView>> {
  const users = await usersAt(tenant, distinct(items.map(({ userId }) => userId)), asOf);
  const groups = await groupsAt(tenant, distinct(items.map((item) => item.serviceGroupId)), asOf);
  const sided = items.flatMap((item): MembershipView[] => {
    const [user, group] = [users.get(item.userId), groups.get(item.serviceGroupId)];
    if (!user || !group) return [];
    const { name: userName, email: userEmail, role: userRole, status: userStatus } = user;
    const { name: serviceGroupName } = group;
    const sides = { userName, userEmail, userRole, userStatus, serviceGroupName };
    return [{ ...termsAt(item, user), ...sides }];
  });
  return { items: sided, cursor };
}

/** A user's head that has not changed since is without memberships: then the terms are as they are stored. */
function termsAt(item: MembershipView, { memberships }: User): MembershipView {
  const then = memberships[item.serviceGroupId];
  const { expiresAt: _until, reason: _why, accessRole: _role, ...membership } = item;
  return then ? { ...membership, ...termsOf(then) } : item;
}

/**
 * The people who were there then. Those who have changed since have all their memberships of that time, the others those that are given.
 * @param memberships of these users, read before this: a user's head that has not changed says that they have not either
 */
export async function usersAt(
  tenant: Tenant,
  ids: UserId[],
  asOf: string,
  memberships: readonly MembershipItem[] = [],
) {
  const { accountId } = tenant;
  const heads = await tenant.directory.table.batchGet(
    ids.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  const byUser = Map.groupBy(memberships, ({ userId }) => userId);
  return eachAt<User, UserId>(
    ids,
    asOf,
    heads.map((head, index) => userState(head, byUser.get(ids[index]!))),
    (id) => getUserAsOf(tenant, id, asOf),
  );
}

export async function groupsAt(tenant: Tenant, ids: ServiceGroupId[], asOf: string) {
  const { accountId } = tenant;
  const heads = await tenant.directory.table.batchGet(
    ids.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  return eachAt<ServiceGroup, ServiceGroupId>(
    ids,
    asOf,
    heads.map((head) => serviceGroupState(head)),
    (id) => getServiceGroupAsOf(tenant, id, asOf),
  );
}

/** What was removed before is not among them: its head stays for some time. */
async function eachAt<State extends { updatedAt: string; status: string }, Id extends string>(
  ids: readonly Id[],
  asOf: string,
  heads: readonly (State | { status: 'none' | 'removed' })[],
  fold: (id: Id) => Promise<State>,
): Promise<ReadonlyMap<string, State>> {
  const known = new Map<string, State>();
  const changed: Id[] = [];
  for (const [index, id] of ids.entries()) {
    const head = heads[index];
    if (!head || !('updatedAt' in head) || asOf < head.updatedAt) changed.push(id);
    else if (head.status !== 'removed') known.set(id, head);
  }
  await inParallel(changed, HISTORIES_AT_ONCE, async (id) => {
    try {
      known.set(id, await fold(id));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  });
  return known;
}

function distinct<Id>(ids: readonly Id[]): Id[] {
  return [...new Set(ids)];
}
