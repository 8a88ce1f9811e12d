import {
  isHeld,
  sharedTeams,
  type ServiceGroupId,
  type TeamId,
  type TeamOfGroup,
  type UserId,
} from '#libs/domain';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import type { Directory } from '../../core/directory.js';
import type { Tenant } from '../../core/tenant.js';
import { teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { MAX_MEMBERS, membersAmong, membersOf } from './group-members.js';

/** `direct`: by a membership of their own. `all`: by a team too. */
export type WaysIn = 'direct' | 'all';

/** Nothing counts the people of a team, so they are read again soon. */
const KEPT_MS = 5_000;

/** The teams whose people may enter a service group now: one call for their heads, as a removed team opens nothing. */
export async function teamsOpenTo(
  { directory, accountId }: Tenant,
  group: ServiceGroupItem | undefined,
): Promise<TeamOfGroup[]> {
  const now = directory.steadyNow();
  const held = group?.teams?.filter((team) => isHeld(team, now)) ?? [];
  if (held.length === 0) return [];
  const heads = await directory.table.batchGet(
    held.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
    { consistent: true },
  );
  return held.filter((_, index) => heads[index]?.status === 'active');
}

/**
 * Who may enter a service group, as its member or by one of these teams: moments behind, of teams up to 5 seconds. A team that is not in memory
 * is read, one after the other while they are not too many.
 *
 * @returns undefined when there are too many
 * @throws DomainError `service_group_not_found`
 */
export async function peopleOf(
  directory: Directory,
  group: ServiceGroupItem | undefined,
  teams: readonly TeamOfGroup[],
): Promise<ReadonlySet<string> | undefined> {
  const members = await membersOf(directory, group);
  if (!members || teams.length === 0) return members;
  const people = new Set(members);
  for (const { teamId } of teams) {
    const places = await placesIn(directory, teamId);
    if (!places) return undefined;
    for (const place of places) if (isHeldNow(directory, place)) people.add(place.userId);
    if (people.size > MAX_MEMBERS) return undefined;
  }
  return people;
}

/** Of an account's own team. People of other accounts are in no search of this one. */
async function placesIn({ table, now, search }: Directory, teamId: TeamId) {
  const known = search.people.get(teamId);
  if (known && known.until > now()) return known.places;
  const places: { userId: UserId; endsAt?: string | undefined }[] = [];
  const shown = { select: ['userId', 'endsAt'] } as const;
  for await (const { userId, endsAt } of table.each(teamPlaceEntity.by('GSI1'), { teamId }, shown)) {
    places.push({ userId, endsAt });
    if (places.length > MAX_MEMBERS) break;
  }
  const kept = { until: now() + KEPT_MS, places: places.length > MAX_MEMBERS ? undefined : places };
  search.people.set(teamId, kept);
  return kept.places;
}

/** Who is in a team, up to 5 seconds behind. @returns undefined when there are too many */
export async function peopleIn(
  directory: Directory,
  teamId: TeamId,
): Promise<ReadonlySet<string> | undefined> {
  const places = await placesIn(directory, teamId);
  return places && new Set(places.filter((place) => isHeldNow(directory, place)).map(({ userId }) => userId));
}

export interface InGroup {
  /** Undefined: by these teams alone. */
  serviceGroupId: ServiceGroupId | undefined;
  teams: readonly TeamOfGroup[];
}

/** Which of some users may enter, or are in a team, strongly consistent: where there are too many people to be read. */
export async function peopleAmong(
  { directory, accountId }: Tenant,
  { serviceGroupId, teams }: InGroup,
  userIds: readonly UserId[],
): Promise<ReadonlySet<string>> {
  const [members, heads] = await Promise.all([
    serviceGroupId ? membersAmong(directory, serviceGroupId, userIds) : new Map<string, object>(),
    teams.length === 0
      ? []
      : directory.table.batchGet(
          userIds.map((userId) => userEntity.at({ accountId, userId })),
          { consistent: true },
        ),
  ]);
  const now = directory.steadyNow();
  const byTeams = heads.filter((head) => sharedTeams(head?.teams, teams, now).length > 0);
  return new Set([...members.keys(), ...byTeams.flatMap((head) => head?.userId ?? [])]);
}
