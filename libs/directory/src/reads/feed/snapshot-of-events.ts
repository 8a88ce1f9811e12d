import {
  snapshotOfAccessRoles,
  snapshotOfAccount,
  snapshotOfMembership,
  snapshotOfServiceGroup,
  snapshotOfUser,
  type SnapshotEvent,
  type UserId,
} from '#libs/domain';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipOf, userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { PAGE, pagesOf } from './read-ahead.js';
import type { SnapshotForm } from './snapshot.js';

const CONSISTENT = { limit: PAGE, consistent: true } as const;

/** The events that would create the present state, with the access roles and the managers of the service groups. @param begunAt of the snapshot's first page */
export function snapshotOfEvents(tenant: Tenant, begunAt: number): SnapshotForm<SnapshotEvent> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const known = new Map<string, boolean>();

  return {
    ofAccount: snapshotOfAccount,
    ofAccessRoles: (roles) => (roles.status === 'none' ? [] : snapshotOfAccessRoles(roles)),
    async *groups(from, after) {
      for await (const items of pagesOf((cursor) =>
        table.query(serviceGroupEntity, { accountId }, { ...from, ...CONSISTENT, cursor }),
      )) {
        const groups = items.flatMap((item) => {
          const group = serviceGroupState(item);
          return group.status === 'active' ? [group] : [];
        });
        const parts = groups
          .filter(({ serviceGroupId }) => serviceGroupId > after)
          .map((group) => ({ things: snapshotOfServiceGroup(group), id: group.serviceGroupId }));
        yield { ids: groups.map(({ serviceGroupId }) => serviceGroupId), parts };
      }
    },
    async *users(from) {
      for await (const items of pagesOf((cursor) =>
        table.query(userEntity, { accountId }, { ...from, ...CONSISTENT, cursor }),
      ))
        yield items.flatMap((item) => {
          const user = userState(item);
          const isPresent = user.status !== 'none' && user.status !== 'removed';
          known.set(item.userId, isPresent);
          return isPresent ? [{ things: snapshotOfUser(user), id: item.userId }] : [];
        });
    },
    async *members(serviceGroupId, from) {
      for await (const items of pagesOf((cursor) =>
        table.query(membershipEntity.by('GSI1'), { serviceGroupId }, { ...from, limit: PAGE, cursor }),
      )) {
        await lookUp(
          tenant,
          begunAt,
          known,
          items.map(({ userId }) => userId),
        );
        // What is about to be removed with its user is left out; what has ended is, too.
        yield items
          .filter(
            (item) => item.accountId === accountId && known.get(item.userId) && isHeldNow(directory, item),
          )
          .map((item) => ({ things: [snapshotOfMembership(item, membershipOf(item))], id: item.userId }));
      }
    },
  };
}

/** Users whom an earlier page has, or who came since: those are in the feed after the cursor, with their memberships. */
async function lookUp(
  { directory, accountId }: Tenant,
  begunAt: number,
  known: Map<string, boolean>,
  userIds: readonly UserId[],
): Promise<void> {
  const unknown = [...new Set(userIds)].filter((userId) => !known.has(userId));
  if (unknown.length === 0) return;
  const found = await directory.table.batchGet(
    unknown.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  for (const [index, userId] of unknown.entries()) {
    const user = found[index] && userState(found[index]);
    const exists = user !== undefined && user.status !== 'none' && user.status !== 'removed';
    known.set(userId, exists && Date.parse(user.createdAt) < begunAt);
  }
}
