import { activeAccount, type AccountState } from '../account/account.js';
import { MAX_TEAMS_OF_GROUP } from '../team/fields.js';
import { existingTeam, type Team, type TeamState } from '../team/team.js';
import { eventTime, isHeld, isNoticeDue, parseGivenFor } from '../values/ends.js';
import { DomainError } from '../values/errors.js';
import type { TeamId } from '../values/ids.js';
import type { NewServiceGroupEvent } from './events.js';
import { changedTerms, givenTerms, type MembershipRules } from './membership-rules.js';
import { withLengthOfRole } from './offered-roles.js';
import { existingServiceGroup, type ServiceGroup, type ServiceGroupState } from './service-group.js';
import type { TeamAccess } from './team-access.js';
import { changedRole, type MembershipTerms, type RoleContext } from './terms.js';

type TeamTerms = Pick<MembershipTerms, 'expiresAt' | 'reason' | 'accessRole'> &
  Pick<RoleContext, 'accessRoles'>;

/** Each on the access of one team. The team's access must be known, if it has any. */
export type TeamAccessCommand =
  | ({ type: 'add_team'; team: TeamState } & TeamTerms)
  | ({ type: 'change_team_access'; team: TeamState } & TeamTerms)
  | { type: 'remove_team_access'; team: TeamState };

interface Moment {
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Decides what a command does to the access of a team. A team that has access keeps it, on its present terms. The caller must ensure in
 * the same transaction that the team is still there.
 * @throws DomainError `service_group_not_found`, `team_not_found`, `team_access_not_found`, `teams_not_allowed`, `too_many_teams`,
 * `access_role_not_found`, `membership_too_long`, `reason_required`, `invalid_expires_at`, `invalid_name`
 */
export function decideTeamAccess(
  state: ServiceGroupState,
  command: TeamAccessCommand,
  { account, now }: Moment & { account: AccountState },
): NewServiceGroupEvent[] {
  activeAccount(account);
  const group = existingServiceGroup(state);
  const team = existingTeam(command.team);
  const at = eventTime(group, now);
  if (command.type === 'add_team') return addTeam(group, team, command, at);
  const access = heldAccess(group, team.teamId, at);
  if (command.type === 'change_team_access') return changeAccess(group, team, access, command, at);
  const data = { ...ofEnded(group, team, access), reason: 'team_removed_from_group' as const };
  return [{ type: 'service_group.team_removed', data }];
}

function addTeam(group: ServiceGroup, team: Team, given: TeamTerms, at: number): NewServiceGroupEvent[] {
  const { serviceGroupId, name, membershipRules: rules = {} } = group;
  const wanted = parseGivenFor(given, at);
  const access = group.teamAccess?.[team.teamId];
  if (access && isHeld(access, at)) return [];
  requireTeamsAllowed(rules);
  const others = (group.teams ?? []).filter(({ teamId }) => teamId !== team.teamId);
  if (others.length >= MAX_TEAMS_OF_GROUP)
    throw new DomainError(
      'too_many_teams',
      `A service group can have at most ${MAX_TEAMS_OF_GROUP} teams: remove one first.`,
    );
  const accessRole = changedRole(undefined, given);
  const { expiresAt, reason } = givenTerms(withLengthOfRole(rules, accessRole?.key), wanted, at);
  const data = {
    ...{ serviceGroupId, name, teamId: team.teamId, teamName: team.name },
    ...(expiresAt !== null && { expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  };
  const ended = access ? [expiryOf(group, team, access)] : [];
  return [...ended, { type: 'service_group.team_added', data }];
}

/** What its rules ask of each membership nobody says of the users of a team: a service group takes teams all the same if it says so. */
function requireTeamsAllowed({ maxLengthSeconds, reasonRequired, teamsMayEnter }: MembershipRules): void {
  if (teamsMayEnter || (maxLengthSeconds === undefined && !reasonRequired)) return;
  throw new DomainError(
    'teams_not_allowed',
    'This service group requires an end or a reason of each membership: teams may enter it only if its rules say so (membershipRules.teamsMayEnter).',
  );
}

function changeAccess(
  group: ServiceGroup,
  team: Team,
  access: TeamAccess,
  given: TeamTerms,
  at: number,
): NewServiceGroupEvent[] {
  const { membershipRules: rules = {} } = group;
  const { accessRole: previousAccessRole, expiresAt: end } = access;
  const previousExpiresAt = end ?? null;
  const accessRole = changedRole(previousAccessRole, given);
  const hasNewRole = accessRole?.id !== previousAccessRole?.id;
  const before = { expiresAt: previousExpiresAt, reason: access.reason };
  const roleRules = withLengthOfRole(rules, accessRole?.key);
  const terms = changedTerms(roleRules, before, parseGivenFor(given, at), { at, hasNewRole });
  const { expiresAt, reason } = terms;
  if (!hasNewRole && expiresAt === previousExpiresAt && reason === access.reason) return [];
  const data = {
    ...identityOf(group, team, access),
    ...{ expiresAt, previousExpiresAt },
    ...(reason !== undefined && reason !== access.reason && { reason }),
    ...(accessRole && { accessRole }),
    ...(previousAccessRole && { previousAccessRole }),
  };
  return [{ type: 'service_group.team_changed', data }];
}

/** A team as events name it. */
type NamedTeam = Pick<Team, 'teamId' | 'name'>;

/** Ends the access whose end has come; nothing if there is none. The account is not checked: ends come in a suspended one too. */
export function endDueTeamAccess(
  state: ServiceGroupState,
  team: NamedTeam,
  { now }: Moment,
): NewServiceGroupEvent[] {
  const access = presentAccess(state, team.teamId);
  if (!access || isHeld(access, eventTime(state as ServiceGroup, now))) return [];
  return [expiryOf(state as ServiceGroup, team, access)];
}

/** Announces the end of a team's access that is about to end, once. */
export function announceEndOfTeamAccess(
  state: ServiceGroupState,
  team: NamedTeam,
  { now }: Moment,
): NewServiceGroupEvent[] {
  const access = presentAccess(state, team.teamId);
  if (!access || !isNoticeDue(access, eventTime(state as ServiceGroup, now))) return [];
  const data = { ...identityOf(state as ServiceGroup, team, access), expiresAt: access.expiresAt };
  return [{ type: 'service_group.team_expiring', data }];
}

/** What removing a team does to a service group that has it. @param until when the team was removed */
export function endAccessWithTeam(
  state: ServiceGroupState,
  team: NamedTeam,
  until: string,
): NewServiceGroupEvent[] {
  const access = presentAccess(state, team.teamId);
  if (!access) return [];
  const group = state as ServiceGroup;
  if (!isHeld(access, Date.parse(until))) return [expiryOf(group, team, access)];
  const data = { ...ofEnded(group, team, access), reason: 'team_removed' as const, until };
  return [{ type: 'service_group.team_removed', data }];
}

function presentAccess(state: ServiceGroupState, teamId: TeamId): TeamAccess | undefined {
  return state.status === 'active' ? state.teamAccess?.[teamId] : undefined;
}

/** @throws DomainError `team_access_not_found` */
function heldAccess({ teamAccess }: ServiceGroup, teamId: TeamId, at: number): TeamAccess {
  const access = teamAccess?.[teamId];
  if (access && isHeld(access, at)) return access;
  throw new DomainError('team_access_not_found', 'The team has no access to this service group.');
}

function expiryOf(group: ServiceGroup, team: NamedTeam, access: TeamAccess): NewServiceGroupEvent {
  const expiresAt = access.expiresAt!;
  const end = { reason: 'team_removed_from_group', cause: 'expired', expiresAt, until: expiresAt } as const;
  return { type: 'service_group.team_removed', data: { ...ofEnded(group, team, access), ...end } };
}

function ofEnded(group: ServiceGroup, team: NamedTeam, access: TeamAccess) {
  const { accessRole } = access;
  return { ...identityOf(group, team, access), ...(accessRole && { accessRole }) };
}

function identityOf(
  { serviceGroupId, name }: ServiceGroup,
  { teamId, name: teamName }: NamedTeam,
  { since }: TeamAccess,
) {
  return { serviceGroupId, name, teamId, teamName, since };
}
