import type { AccessRoleId, AccessRolesId, USER_STATUSES } from '#libs/domain';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { PAGE, pagesOf } from './read-ahead.js';
import type { SnapshotForm } from './snapshot.js';

type GroupRow = [id: string, version: number, externalId?: string];
type UserRow = [id: string, status: (typeof USER_STATUSES)[number], version: number, externalId?: string];

/**
 * What access depends on, and no more. Versions are those of the heads as they were read. A member is a user's id, with the time when the
 * membership ends by itself if it does, and the id of its access role if it has one. The line of the access roles has a type, as an event has:
 * readers from before there were any pass over it.
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
      accessRoles: [id: AccessRoleId, key: string, permissions: readonly string[]][];
    };

type MemberRow =
  | string
  | [userId: string, expiresAt: string]
  | [userId: string, expiresAt: string | null, accessRoleId: AccessRoleId];

const QUERY = { limit: PAGE, consistent: true } as const;
const HEAD = ['status', 'version', 'externalId'] as const;

/** A line for each page that is read. Of users who are not in it, memberships mean nothing: their events follow in the feed. */
export function snapshotOfAccess({ directory, accountId }: Tenant): SnapshotForm<AccessLine> {
  const { table } = directory;
  return {
    ofAccount: ({ status, version }) => [
      { account: { id: accountId, isOpen: status === 'active', version } },
    ],
    ofAccessRoles: (state) =>
      state.status === 'none'
        ? []
        : [
            {
              type: 'access_roles',
              id: state.accessRolesId,
              version: state.version,
              accessRoles: state.roles.map(({ accessRoleId, key, permissions }) => [
                accessRoleId,
                key,
                permissions,
              ]),
            },
          ],
    async *groups(from, after) {
      const select = ['serviceGroupId', ...HEAD] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(serviceGroupEntity, { accountId }, { ...from, ...QUERY, select, cursor }),
      )) {
        const groups = items.filter(({ status }) => status === 'active');
        const rows = groups
          .filter(({ serviceGroupId }) => serviceGroupId > after)
          .map(({ serviceGroupId: id, version, externalId }): GroupRow => [
            id,
            version,
            ...given(externalId),
          ]);
        const ids = groups.map(({ serviceGroupId }) => serviceGroupId);
        yield { ids, parts: partOf(rows, ids.at(-1), { serviceGroups: rows }) };
      }
    },
    async *users(from) {
      const select = ['userId', ...HEAD] as const;
      for await (const items of pagesOf((cursor) =>
        table.query(userEntity, { accountId }, { ...from, ...QUERY, select, cursor }),
      )) {
        const rows = items
          .filter(({ status }) => status !== 'removed')
          .map(({ userId, status, version, externalId }): UserRow => [
            userId,
            status,
            version,
            ...given(externalId),
          ]);
        yield partOf(rows, items.at(-1)?.userId, { users: rows });
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
  };
}

function given(externalId: string | undefined): [] | [string] {
  return externalId === undefined ? [] : [externalId];
}

/** Nothing for a page with nothing to say. */
function partOf(rows: readonly unknown[], id: string | undefined, line: AccessLine) {
  return rows.length > 0 && id !== undefined ? [{ things: [line], id }] : [];
}
