import {
  earlierEnd,
  isHeld,
  type AccessRoleReference,
  type ServiceGroupId,
  type TeamId,
  type TeamOfGroup,
  type TeamOfUser,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import type { Fences } from '../../../core/jobs.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../../../table/items/teams.js';
import type { PathView } from './merged-paths.js';

/** One half of a path by a team: a user's place in it, or its access to a service group. */
export interface HalfOfPath {
  since: string;
  /** Who put the user into the team, or gave it access. */
  addedBy: string;
  expiresAt?: string;
  accessRole?: AccessRoleReference;
  reason?: string;
}

/** A team of one side, as it is now. */
export interface OpenTeam {
  teamId: TeamId;
  teamName: string;
  half: HalfOfPath;
}

/** Those by which a side may be reached now, as its head and the account's fences say. */
export function teamsHeld<Team extends TeamOfUser | TeamOfGroup>(
  teams: readonly Team[] = [],
  fences: Fences | undefined,
  now: number,
): Team[] {
  return teams.filter((team) => isHeld(team, now) && fences?.removedIds?.has(team.teamId) !== true);
}

/** The access of these teams to a service group, with the names of the teams: two items for each, in one call. */
export async function readTeamsOfGroup(
  { table }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  teams: readonly TeamOfGroup[],
): Promise<OpenTeam[]> {
  if (teams.length === 0) return [];
  const items = await table.batchGet(
    [
      ...teams.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
      ...teams.map(({ teamId }) => teamAccessEntity.at({ teamId, serviceGroupId })),
    ],
    { consistent: true },
  );
  return openTeams(accountId, teams, items as readonly (StoredTeam | StoredHalf | undefined)[]);
}

/** The places of a user in these teams, likewise. */
export async function readTeamsOfUser(
  { table }: Directory,
  accountId: string,
  userId: UserId,
  teams: readonly TeamOfUser[],
): Promise<OpenTeam[]> {
  if (teams.length === 0) return [];
  const items = await table.batchGet(
    [
      ...teams.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
      ...teams.map(({ teamId }) => teamPlaceEntity.at({ userId, teamId })),
    ],
    { consistent: true },
  );
  return openTeams(accountId, teams, items as readonly (StoredTeam | StoredHalf | undefined)[]);
}

interface StoredTeam {
  name: string;
  status: 'active' | 'removed';
}

interface StoredHalf {
  accountId: string;
  since: string;
  addedBy: string;
  endsAt?: string | undefined;
  accessRole?: AccessRoleReference | undefined;
  reason?: string | undefined;
}

/** @param items the heads of the teams, then what one side has of each */
function openTeams(
  accountId: string,
  teams: readonly { teamId: TeamId }[],
  items: readonly (StoredTeam | StoredHalf | undefined)[],
): OpenTeam[] {
  return teams.flatMap(({ teamId }, index): OpenTeam[] => {
    const head = items[index] as StoredTeam | undefined;
    const half = items[teams.length + index] as StoredHalf | undefined;
    if (head?.status !== 'active' || half?.accountId !== accountId) return [];
    return [{ teamId, teamName: head.name, half: halfIn(half) }];
  });
}

export function halfIn({
  since,
  addedBy,
  endsAt,
  accessRole,
  reason,
}: Omit<StoredHalf, 'accountId'>): HalfOfPath {
  return {
    since,
    addedBy,
    ...(endsAt !== undefined && { expiresAt: endsAt }),
    ...(accessRole && { accessRole }),
    ...(reason !== undefined && { reason }),
  };
}

/** It is one since the later of its halves, and until the earlier of their ends. */
export function pathOf(
  { teamId, teamName }: Pick<OpenTeam, 'teamId' | 'teamName'>,
  place: HalfOfPath,
  access: HalfOfPath,
): { path: PathView; addedBy: string } {
  const { since, addedBy } = place.since > access.since ? place : access;
  const expiresAt = earlierEnd(place.expiresAt, access.expiresAt);
  const { accessRole } = access;
  return {
    path: {
      ...{ teamId, teamName, since },
      ...(expiresAt !== undefined && { expiresAt }),
      ...(accessRole && { accessRole }),
    },
    addedBy,
  };
}
