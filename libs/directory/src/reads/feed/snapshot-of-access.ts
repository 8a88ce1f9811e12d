import type {
  AccessRoleId,
  AccessRolesId,
  AccessRolesState,
  ServiceGroupId,
  TeamId,
  TeamOfGroup,
  TeamOfUser,
  USER_STATUSES,
  UserId,
} from '#libs/domain';
import { isHeld } from '#libs/domain';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { PAGE, pagesOf } from './read-ahead.js';
import type { NoteTeams, SnapshotForm } from './snapshot.js';

type GroupRow = [id: string, version: number, externalId?: string];
type AccessRoleRow = [id: AccessRoleId, key: string, permissions: readonly string[]];
type AccessesRow = [serviceGroupId: ServiceGroupId, teams: TeamRow[]];
type PlacesRow = [userId: UserId, teams: TeamRow[]];
type UserRow = [id: string, status: (typeof USER_STATUSES)[number], version: number, externalId?: string];

/**
 * What access depends on, and no more. Versions are those of the heads as they were read. A member is a user's id, with the time when the
 * membership ends by itself if it does, and the id of its access role if it has one. What of a user's or a service group's teams is on its head
 * is with it; a team that is in no line of the type `teams` was removed, and gives nothing. The lines of the access roles and of teams have a type,
 * as an event has: readers from before there were any pass over them.
 */
export type AccessLine =
  | { account: { id: string; isOpen: boolean; version: number } }
  | { serviceGroups: GroupRow[] }
  | { users: UserRow[] }
  | { serviceGroup: string; members: MemberRow[] }
  | {
      type: 'access_roles';
      id: AccessRolesId;
      version: number;
      accessRoles: AccessRoleRow[];
    }
  | { type: 'team_access'; accesses: AccessesRow[] }
  | { type: 'team_places'; places: PlacesRow[] }
  | { type: 'teams'; teams: [id: TeamId, version: number][] };

/** As a member, of a user or of a service group. */
type TeamRow =
  | TeamId
  | [id: TeamId, expiresAt: string]
  | [id: TeamId, expiresAt: string | null, accessRoleId: AccessRoleId];

type MemberRow =
  | string
  | [userId: string, expiresAt: string]
  | [userId: string, expiresAt: string | null, accessRoleId: AccessRoleId];

const QUERY = { limit: PAGE, consistent: true } as const;
const HEAD = ['status', 'version', 'externalId', 'teams'] as const;

/** A line for each page that is read. Of users who are not in it, memberships mean nothing: their events follow in the feed. */
export function snapshotOfAccess(
  { directory, accountId }: Tenant,
  _begunAt: number,
  noteTeams: NoteTeams,
): SnapshotForm<AccessLine> {
  const { table } = directory;
  const rowsOf = (teams: readonly (TeamOfGroup | TeamOfUser)[] | undefined): TeamRow[] =>
    (teams ?? []).filter((team) => isHeld(team, directory.steadyNow())).map(teamRow);
  return {
    ofAccount: ({ status, version }) => [
      { account: { id: accountId, isOpen: status === 'active', version } },
    ],
    ofAccessRoles,
    async *groups(from, after) {
      const select = ['serviceGroupId', ...HEAD] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(serviceGroupEntity, { accountId }, { ...from, ...QUERY, select, cursor }),
      )) {
        noteTeams(items);
        const groups = items.filter(({ status }) => status === 'active');
        const wanted = groups.filter(({ serviceGroupId }) => serviceGroupId > after);
        const rows = wanted.map(({ serviceGroupId: id, version, externalId }): GroupRow => [
          id,
          version,
          ...given(externalId),
        ]);
        const accesses = wanted.flatMap(({ serviceGroupId, teams }): AccessesRow[] => {
          const ofGroup = rowsOf(teams);
          return ofGroup.length > 0 ? [[serviceGroupId, ofGroup]] : [];
        });
        const ids = groups.map(({ serviceGroupId }) => serviceGroupId);
        const more: AccessLine[] = accesses.length > 0 ? [{ type: 'team_access', accesses }] : [];
        yield { ids, parts: partOf(rows, ids.at(-1), { serviceGroups: rows }, more) };
      }
    },
    async *users(from) {
      const select = ['userId', ...HEAD] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(userEntity, { accountId }, { ...from, ...QUERY, select, cursor }),
      )) {
        noteTeams(items);
        const users = items.filter(({ status }) => status !== 'removed');
        const rows = users.map(({ userId, status, version, externalId }): UserRow => [
          userId,
          status,
          version,
          ...given(externalId),
        ]);
        const places = users.flatMap(({ userId, teams }): PlacesRow[] => {
          const ofUser = rowsOf(teams);
          return ofUser.length > 0 ? [[userId, ofUser]] : [];
        });
        const more: AccessLine[] = places.length > 0 ? [{ type: 'team_places', places }] : [];
        yield partOf(rows, items.at(-1)?.userId, { users: rows }, more);
      }
    },
    async *members(serviceGroupId, from) {
      const select = ['accountId', 'userId', 'endsAt', 'accessRole'] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(
          membershipEntity.by('GSI1'),
          { serviceGroupId },
          { ...from, limit: PAGE, select, cursor },
        ),
      )) {
        const members = items
          .filter((item) => item.accountId === accountId && isHeldNow(directory, item))
          .map(({ userId, endsAt, accessRole }): MemberRow => {
            if (accessRole) return [userId, endsAt ?? null, accessRole.id];
            return endsAt === undefined ? userId : [userId, endsAt];
          });
        yield partOf(members, items.at(-1)?.userId, { serviceGroup: serviceGroupId, members });
      }
    },
    ...teamsThere({ directory, accountId }),
  };
}

function ofAccessRoles(state: AccessRolesState): AccessLine[] {
  if (state.status === 'none') return [];
  const { accessRolesId: id, version, roles } = state;
  const accessRoles = roles.map(({ accessRoleId, key, permissions }): AccessRoleRow => [
    accessRoleId,
    key,
    permissions,
  ]);
  return [{ type: 'access_roles', id, version, accessRoles }];
}

/** Which teams there are. What they give whom is on the heads of service groups and of users. */
function teamsThere({
  directory: { table },
  accountId,
}: Pick<Tenant, 'directory' | 'accountId'>): Pick<SnapshotForm<AccessLine>, 'teams' | 'ofTeam'> {
  return {
    async *teams(from, after) {
      const select = ['teamId', 'status', 'version'] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(teamEntity, { accountId }, { ...from, ...QUERY, select, cursor }),
      )) {
        const teams = items
          .filter(({ teamId, status }) => status === 'active' && teamId > after)
          .map(({ teamId, version }): [TeamId, number] => [teamId, version]);
        yield { ids: [], parts: partOf(teams, items.at(-1)?.teamId, { type: 'teams', teams }) };
      }
    },
    async *ofTeam() {},
  };
}

function given(externalId: string | undefined): [] | [string] {
  return externalId === undefined ? [] : [externalId];
}

/** Nothing for a page with nothing to say. */
function partOf(
  rows: readonly unknown[],
  id: string | undefined,
  line: AccessLine,
  more: readonly AccessLine[] = [],
) {
  return rows.length > 0 && id !== undefined ? [{ things: [line, ...more], id }] : [];
}

function teamRow({ teamId, expiresAt, accessRole }: TeamOfGroup): TeamRow {
  if (accessRole) return [teamId, expiresAt ?? null, accessRole.id];
  return expiresAt === undefined ? teamId : [teamId, expiresAt];
}
