import type { AccessRoleReference } from '../access-roles/access-roles.js';
import type { NewEventsOf } from '../schema/event-schema.js';
import type { Recorded } from '../schema/recorded.js';
import type { TeamId } from '../values/ids.js';
import { endingAfter, endingAt, type Ending } from '../values/ends.js';
import type { teamAccessEvents } from './events.js';

/** A team of a service group, as its head has it: what a check of access needs. */
export interface TeamOfGroup {
  readonly teamId: TeamId;
  readonly accessRole?: AccessRoleReference;
  /** When its access ends by itself. Absent: it does not. */
  readonly expiresAt?: string;
}

/** The users of a team may enter a service group: since when, and given by whom. */
export interface TeamAccess extends Ending {
  teamId: TeamId;
  since: string;
  addedBy: string;
  /** What they may do in the service group besides entering it, as long as the account has this role. */
  accessRole?: AccessRoleReference;
  /** Why it was given. */
  reason?: string;
}

export type TeamAccessEvent = Recorded<NewEventsOf<typeof teamAccessEvents>>;

interface WithTeams {
  teams?: readonly TeamOfGroup[];
  teamAccess?: Readonly<Record<string, TeamAccess>>;
}

/** What happens to the access of teams. What is not known of it stays so, and the team is on the service group all the same. */
export function evolveTeamAccess<State extends WithTeams>(group: State, event: TeamAccessEvent): State {
  const { teamId } = event.data;
  const { teams = [], teamAccess: { [teamId]: before, ...others } = {}, ...rest } = group;
  const access = accessAfter(before, event);
  const teamAccess = { ...others, ...(access && { [teamId]: access }) };
  const teamsNow = teamsAfter(teams, event);
  return {
    ...(rest as State),
    ...(teamsNow.length > 0 && { teams: teamsNow }),
    ...(Object.keys(teamAccess).length > 0 && { teamAccess }),
  };
}

function teamsAfter(teams: readonly TeamOfGroup[], event: TeamAccessEvent): readonly TeamOfGroup[] {
  if (event.type === 'service_group.team_expiring') return teams;
  const { teamId } = event.data;
  const others = teams.filter((team) => team.teamId !== teamId);
  if (event.type === 'service_group.team_removed') return others;
  const { expiresAt, accessRole } = event.data;
  const team = {
    teamId,
    ...(accessRole && { accessRole }),
    ...(typeof expiresAt === 'string' && { expiresAt }),
  };
  if (event.type === 'service_group.team_added') return [...others, team];
  return teams.map((one) => (one.teamId === teamId ? team : one));
}

function accessAfter(before: TeamAccess | undefined, event: TeamAccessEvent): TeamAccess | undefined {
  const { at, actor: addedBy } = event;
  if (event.type === 'service_group.team_removed') return undefined;
  if (event.type === 'service_group.team_added') {
    const { teamId, expiresAt, reason, accessRole } = event.data;
    return {
      ...{ teamId, since: at, addedBy },
      ...endingAt(expiresAt, at),
      ...(accessRole && { accessRole }),
      ...(reason !== undefined && { reason }),
    };
  }
  if (!before) return undefined;
  const { expiresAt: _end, noticeAt: _notice, ...access } = before;
  if (event.type === 'service_group.team_expiring') return { ...access, expiresAt: event.data.expiresAt };
  const { accessRole: _role, ...kept } = access;
  const { expiresAt, reason = kept.reason, accessRole } = event.data;
  return {
    ...kept,
    ...endingAfter(before, expiresAt, at),
    ...(accessRole && { accessRole }),
    ...(reason !== undefined && { reason }),
  };
}
