import type { AccessPath, TeamId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { Tenant } from '../../core/tenant.js';
import { teamEntity } from '../../table/items/teams.js';

/** A way by which a user may enter a service group, with the name of its team. */
export interface NamedPath extends AccessPath {
  /** Absent: a membership of their own. */
  teamName?: string;
}

/** The names of those that were not removed. Strongly consistent, in one call, or none if no team is named. */
export async function namesOfTeams(
  { table }: Pick<Directory, 'table'>,
  accountId: string,
  teamIds: Iterable<TeamId>,
): Promise<ReadonlyMap<TeamId, string>> {
  const named = [...new Set(teamIds)];
  if (named.length === 0) return new Map();
  const heads = await table.batchGet(
    named.map((teamId) => teamEntity.at({ accountId, teamId })),
    { consistent: true },
  );
  return new Map(
    heads.flatMap((head): [TeamId, string][] =>
      head?.status === 'active' ? [[head.teamId, head.name]] : [],
    ),
  );
}

/** Without those by teams that were removed: such a team grants nothing, though both sides may name it still. */
export function withNames(paths: readonly AccessPath[], names: ReadonlyMap<TeamId, string>): NamedPath[] {
  return paths.flatMap((path): NamedPath[] => {
    const { teamId, accessRole, expiresAt } = path;
    const teamName = teamId === undefined ? undefined : names.get(teamId);
    if (teamId !== undefined && teamName === undefined) return [];
    return [
      {
        ...(teamId !== undefined && { teamId }),
        ...(teamName !== undefined && { teamName }),
        ...(accessRole && { accessRole }),
        ...(expiresAt !== undefined && { expiresAt }),
      },
    ];
  });
}

/** Paths by teams as an answer names them: one call, or none if there are none. */
export async function namedPaths(
  { directory, accountId }: Tenant,
  paths: readonly AccessPath[],
): Promise<NamedPath[]> {
  const teamIds = paths.flatMap(({ teamId = [] }) => teamId);
  return withNames(paths, await namesOfTeams(directory, accountId, teamIds));
}
