import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../client.js';
import { forget } from '../queries.js';
import type { Team, TeamMember } from './teams.js';

const TEAMS = '/v1/accounts/{accountId}/teams';
const TEAM = `${TEAMS}/{teamId}` as const;
const PLACE = `${TEAM}/members/{userId}` as const;
const ACCESS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}';

export type CreatedTeam = Schemas['CreatedTeam'];

export async function createTeam(accountId: string, name: string): Promise<CreatedTeam> {
  const team = await api.post(TEAMS, { path: { accountId }, body: { name } });
  forgetTeams(accountId);
  return team;
}

type Changes = RequestTo<typeof TEAM, 'patch'>['body'];

/** Fails if somebody else has changed the team since it was read. */
export async function changeTeam({ accountId, id, version }: Team, body: Changes): Promise<Team> {
  const changed = await api.patch(TEAM, { path: { accountId, teamId: id }, body, ifMatch: version });
  forgetTeams(accountId);
  return changed;
}

export async function removeTeam({ accountId, id: teamId }: Team): Promise<void> {
  await api.delete(TEAM, { path: { accountId, teamId } });
  // Not the team: its page is still shown.
  forgetPaths(accountId, 'teams');
}

export async function addToTeam(
  accountId: string,
  teamId: string,
  userId: string,
  terms: Schemas['TeamMemberTerms'] = {},
): Promise<void> {
  await api.put(PLACE, {
    path: { accountId, teamId, userId },
    ...(Object.keys(terms).length > 0 && { body: terms }),
  });
  forgetPaths(accountId);
}

export async function changePlace(
  accountId: string,
  { teamId, userId }: Pick<TeamMember, 'teamId' | 'userId'>,
  terms: Schemas['TeamMemberChange'],
): Promise<void> {
  await api.patch(PLACE, { path: { accountId, teamId, userId }, body: terms });
  forgetPaths(accountId);
}

/** What leaving a team would close to somebody, and what would stay open. */
export const leavingTeamQuery = (accountId: string, teamId: string, userId: string) =>
  queryOptions({
    queryKey: ['leaving', accountId, 'dry-run', teamId, userId],
    queryFn: async () => {
      const { left } = await api.dryRun('delete', PLACE, { path: { accountId, teamId, userId } });
      return left && 'closes' in left ? left : { closes: [], staysOpen: [] };
    },
    // Asked anew for each dialog, and not once the place is gone.
    ...{ gcTime: 0, staleTime: 'static' },
  });

export async function removeFromTeam(accountId: string, teamId: string, userId: string): Promise<void> {
  await api.delete(PLACE, { path: { accountId, teamId, userId } });
  forgetPaths(accountId);
}

interface TeamAndGroup {
  teamId: string;
  serviceGroupId: string;
}

export async function giveTeamAccess(
  accountId: string,
  { teamId, serviceGroupId }: TeamAndGroup,
  terms: Schemas['MembershipTerms'],
): Promise<void> {
  await api.put(ACCESS, {
    path: { accountId, serviceGroupId, teamId },
    ...(Object.keys(terms).length > 0 && { body: terms }),
  });
  forgetPaths(accountId);
}

export async function changeTeamAccess(
  accountId: string,
  { teamId, serviceGroupId }: TeamAndGroup,
  terms: Schemas['MembershipChangeTerms'],
): Promise<void> {
  await api.patch(ACCESS, { path: { accountId, serviceGroupId, teamId }, body: terms });
  forgetPaths(accountId);
}

export async function takeTeamAccess(
  accountId: string,
  { teamId, serviceGroupId }: TeamAndGroup,
): Promise<void> {
  await api.delete(ACCESS, { path: { accountId, serviceGroupId, teamId } });
  forgetPaths(accountId);
}

const forgetTeams = (accountId: string) => forget(accountId, 'teams', 'team', 'events');
/** By whom a service group may be entered has changed. */
const forgetPaths = (accountId: string, team: 'team' | 'teams' = 'team') =>
  forget(accountId, team, 'group', 'groups', 'user', 'users', 'matrix', 'events');
