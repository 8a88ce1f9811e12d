import {
  snapshotOfAccessRoles,
  snapshotOfAccount,
  snapshotOfMembership,
  snapshotOfServiceGroup,
  snapshotOfTeam,
  snapshotOfTeamAccess,
  snapshotOfTeamPlace,
  snapshotOfUser,
  isIdOf,
  type ServiceGroupId,
  type SnapshotEvent,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { serviceGroupState, teamAccessOf } from '../../aggregates/service-group/state.js';
import { teamState } from '../../aggregates/team/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipOf, placeOf, userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { PAGE, pagesOf } from './read-ahead.js';
import type { NoteTeams, SnapshotForm } from './snapshot.js';

const CONSISTENT = { limit: PAGE, consistent: true } as const;

/** The events that would create the present state, with the access roles and the managers of the service groups. @param begunAt of the snapshot's first page */
export function snapshotOfEvents(
  tenant: Tenant,
  begunAt: number,
  noteTeams: NoteTeams,
): SnapshotForm<SnapshotEvent> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const known = new Map<string, boolean>();
  const groupNames = new Map<ServiceGroupId, string | undefined>();

  return {
    ofAccount: snapshotOfAccount,
    ofAccessRoles: (roles) => (roles.status === 'none' ? [] : snapshotOfAccessRoles(roles)),
    async *groups(from, after) {
      for await (const items of pagesOf((cursor) =>
        table.query(serviceGroupEntity, { accountId }, { ...from, ...CONSISTENT, cursor }),
      )) {
        noteTeams(items);
        const groups = items.flatMap((item) => {
          const group = serviceGroupState(item);
          return group.status === 'active' ? [group] : [];
        });
        for (const { serviceGroupId, name } of groups) groupNames.set(serviceGroupId, name);
        const parts = groups
          .filter(({ serviceGroupId }) => serviceGroupId > after)
          .map((group) => ({ things: snapshotOfServiceGroup(group), id: group.serviceGroupId }));
        yield { ids: groups.map(({ serviceGroupId }) => serviceGroupId), parts };
      }
    },
    async *users(from) {
      for await (const items of pagesOf((cursor) =>
        table.query(userEntity, { accountId }, { ...from, ...CONSISTENT, cursor }),
      )) {
        noteTeams(items);
        yield items.flatMap((item) => {
          const user = userState(item);
          const isPresent = user.status !== 'none' && user.status !== 'removed';
          known.set(item.userId, isPresent);
          return isPresent ? [{ things: snapshotOfUser(user), id: item.userId }] : [];
        });
      }
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
    ...ofTeams(tenant, begunAt, known, groupNames),
  };
}

/**
 * Two queries for each team, not an item for each place: many places and accesses are in one read unit.
 * @param known which users are in the snapshot
 * @param groupNames of service groups that are; undefined of others
 */
function ofTeams(
  tenant: Tenant,
  begunAt: number,
  known: Map<string, boolean>,
  groupNames: Map<ServiceGroupId, string | undefined>,
): Pick<SnapshotForm<SnapshotEvent>, 'teams' | 'ofTeam'> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const teamNames = new Map<TeamId, string>();
  return {
    async *teams(from, after) {
      for await (const items of pagesOf((cursor) =>
        table.query(teamEntity, { accountId }, { ...from, ...CONSISTENT, cursor }),
      )) {
        const teams = items.flatMap((item) => {
          const team = teamState(item);
          return team.status === 'active' ? [team] : [];
        });
        for (const { teamId, name } of teams) teamNames.set(teamId, name);
        const parts = teams
          .filter(({ teamId }) => teamId > after)
          .map((team) => ({ things: snapshotOfTeam(team), id: team.teamId }));
        yield { ids: teams.map(({ teamId }) => teamId), parts };
      }
    },
    async *ofTeam(teamId, after) {
      const teamName = teamNames.get(teamId)!;
      const afterUser = isIdOf('user', after) ? { greaterThan: { userId: after } } : {};
      const afterGroup = isIdOf('service-group', after) ? { greaterThan: { serviceGroupId: after } } : {};
      if (!isIdOf('user', after))
        for await (const items of pagesOf((cursor) =>
          table.query(teamAccessEntity, { teamId }, { ...afterGroup, ...CONSISTENT, cursor }),
        )) {
          const own = items.filter((item) => item.accountId === accountId && isHeldNow(directory, item));
          await lookUpGroups(tenant, begunAt, groupNames, own);
          yield own.flatMap((item) => {
            const { serviceGroupId } = item;
            const name = groupNames.get(serviceGroupId);
            if (name === undefined) return [];
            const sides = { accountId, serviceGroupId, name, teamName };
            return [{ things: [snapshotOfTeamAccess(sides, teamAccessOf(item))], id: serviceGroupId }];
          });
        }
      for await (const items of pagesOf((cursor) =>
        table.query(teamPlaceEntity.by('GSI1'), { teamId }, { ...afterUser, limit: PAGE, cursor }),
      )) {
        const own = items.filter((item) => item.accountId === accountId && isHeldNow(directory, item));
        const userIds = own.map(({ userId }) => userId);
        await lookUp(tenant, begunAt, known, userIds);
        yield own
          .filter(({ userId }) => known.get(userId))
          .map((item) => ({
            things: [snapshotOfTeamPlace({ ...item, teamName }, placeOf(item))],
            id: item.userId,
          }));
      }
    },
  };
}

/** As `lookUp` of users. */
async function lookUpGroups(
  { directory, accountId }: Tenant,
  begunAt: number,
  names: Map<ServiceGroupId, string | undefined>,
  of: readonly { serviceGroupId: ServiceGroupId }[],
): Promise<void> {
  const ids = of.map(({ serviceGroupId }) => serviceGroupId);
  const unknown = [...new Set(ids)].filter((serviceGroupId) => !names.has(serviceGroupId));
  if (unknown.length === 0) return;
  const heads = await directory.table.batchGet(
    unknown.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  for (const [index, serviceGroupId] of unknown.entries()) {
    const head = heads[index];
    const isIn = head?.status === 'active' && Date.parse(head.createdAt) < begunAt;
    names.set(serviceGroupId, isIn ? head.name : undefined);
  }
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
