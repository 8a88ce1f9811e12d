import { activeAccount, type AccountState } from '../account/account.js';
import { MAX_TEAMS_OF_USER } from '../team/fields.js';
import { existingTeam, type Team, type TeamState } from '../team/team.js';
import { eventTime, isHeld, isNoticeDue, parseGivenFor, type GivenFor } from '../values/ends.js';
import { DomainError } from '../values/errors.js';
import type { TeamId } from '../values/ids.js';
import type { NewUserEvent } from './events.js';
import type { TeamPlace } from './team-places.js';
import { existingUser, type User, type UserState } from './user.js';

/** Each on one place of a user in a team. The user's place must be known, if there is one. */
export type TeamPlaceCommand =
  | ({ type: 'add_to_team'; team: TeamState } & GivenFor)
  | ({ type: 'change_team_place'; team: TeamState } & GivenFor)
  | { type: 'remove_from_team'; team: TeamState };

interface Moment {
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Decides what a command does to the place of a user in a team. Who is in it stays in it, on their present terms. The caller must ensure
 * in the same transaction that the team is still there.
 * @throws DomainError `user_not_found`, `user_suspended`, `team_not_found`, `team_place_not_found`, `too_many_teams`,
 * `invalid_expires_at`, `invalid_name`
 */
export function decideTeamPlace(
  state: UserState,
  command: TeamPlaceCommand,
  { account, now }: Moment & { account: AccountState },
): NewUserEvent[] {
  activeAccount(account);
  const user = existingUser(state);
  const team = existingTeam(command.team);
  const at = eventTime(user, now);
  if (command.type === 'add_to_team') return addToTeam(user, team, parseGivenFor(command, at), at);
  const place = heldPlace(user, team.teamId, at);
  if (command.type === 'change_team_place') return changePlace(user, team, place, parseGivenFor(command, at));
  const data = { ...identityOf(user, team, place), reason: 'member_removed' as const };
  return [{ type: 'team.member_removed', data }];
}

function addToTeam(user: User, team: Team, { expiresAt, reason }: GivenFor, at: number): NewUserEvent[] {
  if (user.status === 'suspended')
    throw new DomainError('user_suspended', 'A suspended user cannot be added to a team.');
  const place = user.places?.[team.teamId];
  if (place && isHeld(place, at)) return [];
  const others = (user.teams ?? []).filter(({ teamId }) => teamId !== team.teamId);
  if (others.length >= MAX_TEAMS_OF_USER)
    throw new DomainError(
      'too_many_teams',
      `A user can be in at most ${MAX_TEAMS_OF_USER} teams: remove them from one first.`,
    );
  const { userId, name: userName, email: userEmail } = user;
  const data = {
    ...{ userId, userName, userEmail, teamId: team.teamId, teamName: team.name },
    ...(typeof expiresAt === 'string' && { expiresAt }),
    ...(reason !== undefined && { reason }),
  };
  const ended = place ? [expiryOf(user, team, place)] : [];
  return [...ended, { type: 'team.member_added', data }];
}

function changePlace(user: User, team: Team, place: TeamPlace, given: GivenFor): NewUserEvent[] {
  const previousExpiresAt = place.expiresAt ?? null;
  const expiresAt = given.expiresAt === undefined ? previousExpiresAt : given.expiresAt;
  const hasNewReason = given.reason !== undefined && given.reason !== place.reason;
  if (expiresAt === previousExpiresAt && !hasNewReason) return [];
  const data = {
    ...identityOf(user, team, place),
    ...{ expiresAt, previousExpiresAt },
    ...(hasNewReason && { reason: given.reason! }),
  };
  return [{ type: 'team.membership_changed', data }];
}

/** A team as events name it. */
type NamedTeam = Pick<Team, 'teamId' | 'name'>;

/** Ends the place whose end has come; nothing if there is none. The account is not checked: ends come in a suspended one too. */
export function endDuePlace(state: UserState, team: NamedTeam, { now }: Moment): NewUserEvent[] {
  const place = presentPlace(state, team.teamId);
  if (!place || isHeld(place, eventTime(state as User, now))) return [];
  return [expiryOf(state as User, team, place)];
}

/** Announces the end of a place that is about to end, once. */
export function announceEndOfPlace(state: UserState, team: NamedTeam, { now }: Moment): NewUserEvent[] {
  const place = presentPlace(state, team.teamId);
  if (!place || !isNoticeDue(place, eventTime(state as User, now))) return [];
  const data = { ...identityOf(state as User, team, place), expiresAt: place.expiresAt };
  return [{ type: 'team.membership_expiring', data }];
}

/** What removing a team does to a user who is in it. @param until when the team was removed */
export function endPlaceWithTeam(state: UserState, team: NamedTeam, until: string): NewUserEvent[] {
  const place = presentPlace(state, team.teamId);
  if (!place) return [];
  if (!isHeld(place, Date.parse(until))) return [expiryOf(state as User, team, place)];
  const data = { ...identityOf(state as User, team, place), reason: 'team_removed' as const, until };
  return [{ type: 'team.member_removed', data }];
}

function presentPlace(state: UserState, teamId: TeamId): TeamPlace | undefined {
  return state.status === 'none' || state.status === 'removed' ? undefined : state.places?.[teamId];
}

/** @throws DomainError `team_place_not_found` */
function heldPlace({ places }: User, teamId: TeamId, at: number): TeamPlace {
  const place = places?.[teamId];
  if (place && isHeld(place, at)) return place;
  throw new DomainError('team_place_not_found', 'The user is not in this team.');
}

function expiryOf(user: User, team: NamedTeam, place: TeamPlace): NewUserEvent {
  const expiresAt = place.expiresAt!;
  const end = { reason: 'member_removed', cause: 'expired', expiresAt, until: expiresAt } as const;
  return { type: 'team.member_removed', data: { ...identityOf(user, team, place), ...end } };
}

function identityOf(
  { userId, name: userName, email: userEmail }: User,
  { teamId, name: teamName }: NamedTeam,
  { since }: TeamPlace,
) {
  return { userId, userName, userEmail, teamId, teamName, since };
}
