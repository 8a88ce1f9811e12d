import { useQueries, useQuery } from '@tanstack/react-query';
import { groupsOfTeamQuery, teamsOfUserQuery, type TeamMember } from '../../../api/resources/teams.js';
import { groupsOfUserQuery } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';

/** What a team opens to somebody, once they have left it: what they still may enter, and by what, and what they may not. */
export interface WaysLeft {
  /** Each a part of a sentence. */
  ways: readonly string[];
  closed: readonly string[];
}

/** @returns undefined until it is known */
export function useWaysLeft(
  accountId: string,
  { teamId, userId }: Pick<TeamMember, 'teamId' | 'userId'>,
): WaysLeft | undefined {
  const { data: opened } = useQuery(groupsOfTeamQuery(accountId, teamId));
  const { data: own } = useQuery(groupsOfUserQuery(accountId, userId));
  const { data: places } = useQuery(teamsOfUserQuery(accountId, userId));
  const others = places?.filter((place) => place.teamId !== teamId) ?? [];
  const ofOthers = useQueries({
    queries: others.map((place) => groupsOfTeamQuery(accountId, place.teamId)),
    combine: (results) => results.map(({ data }) => data),
  });
  if (!opened || !own || !places || ofOthers.includes(undefined)) return undefined;
  const byGroup = new Map(opened.map(({ serviceGroup }) => [serviceGroup.id, serviceGroup.name]));
  const take = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => {
      const name = byGroup.get(id);
      byGroup.delete(id);
      return name ?? [];
    });
  const members = take(own.map(({ serviceGroupId }) => serviceGroupId));
  const through = others.map(({ team }, index) => ({
    team: team.name,
    names: take(ofOthers[index]?.map(({ serviceGroupId }) => serviceGroupId) ?? []),
  }));
  return {
    ways: [
      ...(members.length > 0 ? [TEXTS.byMembership(members)] : []),
      ...through.flatMap(({ team, names }) => (names.length > 0 ? [TEXTS.throughTeam(names, team)] : [])),
    ],
    closed: [...byGroup.values()],
  };
}
