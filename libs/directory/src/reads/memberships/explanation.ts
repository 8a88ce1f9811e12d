import {
  allows,
  ENTER,
  isHeld,
  lastEnd,
  rolesOf,
  type AccountState,
  type AccessRolesState,
  type ServiceGroupState,
  type Team,
  type TeamId,
  type UserState,
} from '#libs/domain';
import type { DetailedPath } from './all-paths/detailed-paths.js';

/** Why somebody may not do something: the nearest of what would have to change. */
export const REASONS = [
  'account_not_found',
  'account_suspended',
  'user_not_found',
  'user_removed',
  'user_invited',
  'user_suspended',
  'service_group_not_found',
  'unknown_permission',
  'no_path',
  'path_ended',
  'team_removed',
  'access_role_removed',
  'not_allowed_by_access_role',
] as const;

export interface Reason {
  code: (typeof REASONS)[number];
  /** One sentence. */
  detail: string;
}

export interface ExplainedPath extends DetailedPath {
  /** Whether it allows what was asked. */
  grants: boolean;
}

export interface Explanation {
  decision: boolean;
  /** When the last of the paths that allow it ends. Null: one of them does not; undefined: it is not allowed. */
  until: string | null | undefined;
  /** Absent if it is allowed. */
  reason?: Reason;
  /** Those that hold, their own membership first, whatever else stands against them. */
  paths: ExplainedPath[];
}

/** What a question is about, as it is, or was at an instant. */
export interface ExplainedSides {
  account: AccountState;
  user: UserState;
  serviceGroup: ServiceGroupState;
  roles: AccessRolesState;
  /** Those that the two have both, also removed ones. */
  teams: ReadonlyMap<TeamId, Team>;
}

interface Asked {
  action: string;
  isKnown: boolean;
  /** Milliseconds since the epoch. */
  at: number;
}

/** @param paths also those that have ended, or whose team was removed */
export function explanationOf(
  sides: ExplainedSides,
  paths: readonly DetailedPath[],
  { action, isKnown, at }: Asked,
): Explanation {
  const { roles, teams } = sides;
  const isOfTeamThere = ({ path: { teamId } }: DetailedPath) =>
    teamId === undefined || teams.get(teamId)?.status === 'active';
  const held = exists(sides) ? paths.filter((one) => isOfTeamThere(one) && isHeld(one.path, at)) : [];
  const explained = held.map((one) => ({ ...one, grants: allows(roles, one.path.accessRole, action) }));
  const granting = explained.filter(({ grants }) => grants);
  const reason =
    refusedBySides(sides) ??
    (isKnown ? undefined : unknown(action)) ??
    (held.length === 0
      ? withoutPath(
          paths.filter((one) => !isOfTeamThere(one)),
          paths,
        )
      : undefined) ??
    (granting.length === 0 ? refusedByRoles(explained, roles, action) : undefined);
  if (reason) return { decision: false, until: undefined, reason, paths: explained };
  return { decision: true, until: lastEnd(granting.map(({ path }) => path)), paths: explained };
}

function exists({ user, serviceGroup }: ExplainedSides): boolean {
  return user.status !== 'none' && user.status !== 'removed' && serviceGroup.status === 'active';
}

function refusedBySides({ account, user, serviceGroup }: ExplainedSides): Reason | undefined {
  if (account.status === 'suspended')
    return { code: 'account_suspended', detail: 'The account is suspended: nobody may do anything in it.' };
  if (account.status !== 'active') return { code: 'account_not_found', detail: 'There is no such account.' };
  switch (user.status) {
    case 'none':
      return { code: 'user_not_found', detail: 'There is no such user in this account.' };
    case 'removed':
      return { code: 'user_removed', detail: 'The user was removed.' };
    case 'invited':
      return { code: 'user_invited', detail: 'The user has not accepted their invitation yet.' };
    case 'suspended':
      return { code: 'user_suspended', detail: 'The user is suspended.' };
    case 'active':
  }
  if (serviceGroup.status === 'active') return undefined;
  return { code: 'service_group_not_found', detail: 'There is no such service group in this account.' };
}

function unknown(action: string): Reason {
  const detail = `No access role of the account allows ${action}: it may be misspelt.`;
  return { code: 'unknown_permission', detail };
}

/** @param ofRemoved those of `all` whose team was removed */
function withoutPath(ofRemoved: readonly DetailedPath[], all: readonly DetailedPath[]): Reason {
  const ended = all.filter((one) => !ofRemoved.includes(one));
  const end = lastEnd(ended.map(({ path }) => path));
  const last = ended.find(({ path }) => path.expiresAt === end);
  if (last && typeof end === 'string') return pathEnded(last.path, end);
  const [removed] = ofRemoved;
  if (removed)
    return { code: 'team_removed', detail: `The team ${removed.path.teamName ?? ''} was removed.` };
  const detail = 'The user is not a member of the service group, and in no team that has access to it.';
  return { code: 'no_path', detail };
}

export function pathEnded({ teamName }: { teamName?: string | undefined }, end: string): Reason {
  const what = teamName === undefined ? 'Their membership' : `Their access by the team ${teamName}`;
  return { code: 'path_ended', detail: `${what} ended at ${end}.` };
}

function refusedByRoles(
  paths: readonly DetailedPath[],
  roles: AccessRolesState,
  action: string,
): Reason | undefined {
  if (action === ENTER) return undefined;
  const existing = new Set(rolesOf(roles).map(({ accessRoleId }) => accessRoleId));
  const given = paths.flatMap(({ path: { accessRole } }) => (accessRole ? [accessRole] : []));
  const removed = given.find(({ id }) => !existing.has(id));
  if (removed)
    return {
      code: 'access_role_removed',
      detail: `The access role ${removed.key} that they were given was removed from the account.`,
    };
  const names = [...new Set(given.map(({ key }) => key))].join(', ');
  const detail =
    names === ''
      ? `They may only enter: none of their paths has an access role that allows ${action}.`
      : `None of their access roles (${names}) allows ${action}.`;
  return { code: 'not_allowed_by_access_role', detail };
}
