import type { TeamId } from '../values/ids.js';
import { endingAfter, endingAt, type Ending } from '../values/ends.js';
import type { Recorded } from '../schema/recorded.js';
import type { NewEventsOf } from '../schema/event-schema.js';
import type { teamPlaceEvents } from '../team/place-events.js';

/** A team of a user, as their head has it: what a check of access needs. */
export interface TeamOfUser {
  readonly teamId: TeamId;
  /** When their place in it ends by itself. Absent: it does not. */
  readonly expiresAt?: string;
}

/** A user is in a team: since when, and added by whom. */
export interface TeamPlace extends Ending {
  teamId: TeamId;
  since: string;
  addedBy: string;
  /** Why they were added. */
  reason?: string;
}

export type TeamPlaceEvent = Recorded<NewEventsOf<typeof teamPlaceEvents>>;

interface InTeams {
  teams?: readonly TeamOfUser[];
  places?: Readonly<Record<string, TeamPlace>>;
  everInTeams?: true;
}

/** What happens to the places of a user in teams. A place that is not known stays so, and its team is on the user all the same. */
export function evolveTeamPlaces<State extends InTeams>(user: State, event: TeamPlaceEvent): State {
  const { teamId } = event.data;
  const { teams = [], places: { [teamId]: before, ...others } = {}, ...rest } = user;
  const place = placeAfter(before, event);
  const places = { ...others, ...(place && { [teamId]: place }) };
  return {
    ...(rest as State),
    ...withTeams(teamsAfter(teams, event)),
    everInTeams: true,
    ...(Object.keys(places).length > 0 && { places }),
  };
}

function withTeams(teams: readonly TeamOfUser[]): Pick<InTeams, 'teams'> {
  return teams.length === 0 ? {} : { teams };
}

function teamsAfter(teams: readonly TeamOfUser[], event: TeamPlaceEvent): readonly TeamOfUser[] {
  if (event.type === 'team.membership_expiring') return teams;
  const { teamId } = event.data;
  const others = teams.filter((team) => team.teamId !== teamId);
  if (event.type === 'team.member_removed') return others;
  const { expiresAt } = event.data;
  const team = { teamId, ...(typeof expiresAt === 'string' && { expiresAt }) };
  if (event.type === 'team.member_added') return [...others, team];
  return teams.map((one) => (one.teamId === teamId ? team : one));
}

function placeAfter(before: TeamPlace | undefined, event: TeamPlaceEvent): TeamPlace | undefined {
  const { at, actor: addedBy } = event;
  if (event.type === 'team.member_removed') return undefined;
  if (event.type === 'team.member_added') {
    const { teamId, expiresAt, reason } = event.data;
    return {
      teamId,
      since: at,
      addedBy,
      ...endingAt(expiresAt, at),
      ...(reason !== undefined && { reason }),
    };
  }
  if (!before) return undefined;
  const { expiresAt: _end, noticeAt: _notice, ...place } = before;
  if (event.type === 'team.membership_expiring') return { ...place, expiresAt: event.data.expiresAt };
  const { expiresAt, reason = place.reason } = event.data;
  return { ...place, ...endingAfter(before, expiresAt, at), ...(reason !== undefined && { reason }) };
}
