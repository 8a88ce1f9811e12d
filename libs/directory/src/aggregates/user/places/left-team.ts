import {
  sharedTeams,
  type AccessPath,
  type AccessRoleReference,
  type ServiceGroupId,
  type TeamId,
  type User,
} from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import type { Tenant } from '../../../core/tenant.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { teamAccessEntity } from '../../../table/items/teams.js';
import { namesOfTeams, withNames, type NamedPath } from '../../team/named-paths.js';
import { isHeldNow } from '../memberships/held.js';
import { termsIn } from '../memberships/views.js';
import type { MembershipItem } from '../state.js';

/** A service group that a team opens to its users. */
export interface OpenedGroup {
  serviceGroupId: ServiceGroupId;
  expiresAt?: string;
  accessRole?: AccessRoleReference;
}

interface NamedGroup {
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
}

export interface StillOpenGroup extends NamedGroup {
  /** The ways that remain, their own membership first. */
  via: readonly NamedPath[];
}

/** What a team opened to a user, once they have left it: at most 500 service groups in all, by id. */
export interface LeftTeam {
  closes: readonly NamedGroup[];
  staysOpen: readonly StillOpenGroup[];
}

/**
 * Strongly consistent: a query for what the team opens; then at once the heads of these service groups, the user's memberships in them (an
 * item each), and the heads of the user's other teams. Nothing of the second round, if it opens nothing.
 * @param user as they are without the team
 */
export async function groupsAfterLeaving(
  { directory, accountId }: Tenant,
  teamId: TeamId,
  { userId, teams = [] }: Pick<User, 'userId' | 'teams'>,
): Promise<LeftTeam> {
  const opened = await groupsOpenedBy(directory, accountId, teamId);
  if (opened.length === 0) return { closes: [], staysOpen: [] };
  const { table } = directory;
  const consistent = { consistent: true };
  const [heads, memberships, names] = await Promise.all([
    table.batchGet(
      opened.map(({ serviceGroupId }) => serviceGroupEntity.at({ accountId, serviceGroupId })),
      consistent,
    ),
    table.batchGet(
      opened.map(({ serviceGroupId }) => membershipEntity.at({ userId, serviceGroupId })),
      consistent,
    ),
    namesOfTeams(
      directory,
      accountId,
      teams.map((team) => team.teamId),
    ),
  ]);
  const now = directory.steadyNow();
  const after = opened.flatMap((_, index): StillOpenGroup[] => {
    const head = heads[index];
    // Its removal ends the access of its teams some time later.
    if (head?.status !== 'active') return [];
    const own = ownPath(directory, accountId, memberships[index]);
    const via = withNames([...own, ...sharedTeams(teams, head.teams, now)], names);
    return [{ serviceGroupId: head.serviceGroupId, serviceGroupName: head.name, via }];
  });
  return {
    closes: after.filter(({ via }) => via.length === 0).map(({ via: _none, ...group }) => group),
    staysOpen: after.filter(({ via }) => via.length > 0),
  };
}

function ownPath(directory: Directory, accountId: string, item: MembershipItem | undefined): AccessPath[] {
  if (item?.accountId !== accountId || !isHeldNow(directory, item)) return [];
  const { reason: _why, ...path } = termsIn(item);
  return [path];
}

/** The service groups that a team opens now, by id, in one strongly consistent call. */
export async function groupsOpenedBy(
  directory: Directory,
  accountId: string,
  teamId: TeamId,
): Promise<OpenedGroup[]> {
  const { items } = await directory.table.query(
    teamAccessEntity,
    { teamId },
    { consistent: true, select: ['accountId', 'serviceGroupId', 'endsAt', 'accessRole'] },
  );
  return items
    .filter((item) => item.accountId === accountId && isHeldNow(directory, item))
    .map(({ serviceGroupId, endsAt, accessRole }) => ({
      serviceGroupId,
      ...(endsAt !== undefined && { expiresAt: endsAt }),
      ...(accessRole && { accessRole }),
    }));
}
