import { DomainError, type ServiceGroup, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { userState } from '../../aggregates/user/state.js';
import { termsOf, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { getServiceGroupAsOf, getUserAsOf } from './resources-as-of.js';

const HISTORIES_AT_ONCE = 8;

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
  const { expiresAt: _until, reason: _why, ...membership } = item;
  return then ? { ...membership, ...termsOf(then) } : item;
}

export async function usersAt(tenant: Tenant, ids: UserId[], asOf: string) {
  const { accountId } = tenant;
  const heads = await tenant.directory.table.batchGet(
    ids.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  return eachAt<User, UserId>(
    ids,
    asOf,
    heads.map((head) => userState(head)),
    (id) => getUserAsOf(tenant, id, asOf),
  );
}

export async function groupsAt(tenant: Tenant, ids: ServiceGroupId[], asOf: string) {
  const { accountId } = tenant;
  const heads = await tenant.directory.table.batchGet(
    ids.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  return eachAt<ServiceGroup, ServiceGroupId>(ids, asOf, heads.map(serviceGroupState), (id) =>
    getServiceGroupAsOf(tenant, id, asOf),
  );
}

async function eachAt<State extends { updatedAt: string }, Id extends string>(
  ids: readonly Id[],
  asOf: string,
  heads: readonly (State | { status: 'none' | 'removed' })[],
  fold: (id: Id) => Promise<State>,
): Promise<ReadonlyMap<string, State>> {
  const known = new Map<string, State>();
  const changed: Id[] = [];
  for (const [index, id] of ids.entries()) {
    const head = heads[index];
    if (head && 'updatedAt' in head && head.updatedAt <= asOf) known.set(id, head);
    else changed.push(id);
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
