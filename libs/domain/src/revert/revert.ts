// revert: what takes back what one request did, decided from histories. Imports events and the aggregates user and service-group.

import type { ServiceGroup, ServiceGroupCommand } from '../service-group/service-group.js';
import { serviceGroupSettings } from '../service-group/fields.js';
import type { MembershipTerms } from '../service-group/terms.js';
import { teamSettings } from '../team/fields.js';
import type { Team, TeamCommand } from '../team/team.js';
import type { UserCommand } from '../user/decide.js';
import { userSettings } from '../user/fields.js';
import type { User } from '../user/user.js';
import { DomainError } from '../values/errors.js';
import type { ServiceGroupId, TeamId, UserId } from '../values/ids.js';
import type { Settings } from '../values/settings.js';
import { openPlaces, supersededBy, type ReversalFold, type Since } from './fold.js';
import { EVERYTHING, notRevertible, patchBackTo } from './places.js';

type HeadCommand = Extract<
  UserCommand,
  { type: 'change_user' | 'suspend_user' | 'reactivate_user' | 'remove_user' }
>;

/** What a membership is to be again: absent, or present on terms. */
export interface RestoredMembership {
  serviceGroupId: ServiceGroupId;
  terms: MembershipTerms | undefined;
}

/** What a place in a team, or the access of a team, is to be again: absent, or present on terms. */
export interface RestoredTeam {
  teamId: TeamId;
  terms: MembershipTerms | undefined;
}

/** What compensates for a change, on one aggregate. */
export type Reversal =
  | {
      kind: 'user';
      userId: UserId;
      /** The version of the aggregate that this was planned on. */
      version: number;
      commands: readonly HeadCommand[];
      memberships: readonly RestoredMembership[];
      teams: readonly RestoredTeam[];
    }
  | {
      kind: 'service-group';
      serviceGroupId: ServiceGroupId;
      version: number;
      commands: readonly Exclude<
        ServiceGroupCommand,
        { type: 'create_service_group' | 'remove_service_group' }
      >[];
      teams: readonly RestoredTeam[];
    }
  | {
      kind: 'team';
      teamId: TeamId;
      version: number;
      commands: readonly Extract<TeamCommand, { type: 'change_team' }>[];
      /** Who is in it, and what it may enter, others say. */
      teams: readonly [];
    };

/**
 * What takes back all that a change did to an aggregate: each value, membership, place in a team and manager is again what it was before. Nothing is
 * overwritten that somebody else has changed since. A change whose values are all as they were before has an empty reversal.
 * @param fold of all events of the aggregate, of which at least one belongs to the change
 * @throws DomainError `change_superseded`, `change_not_revertible`, `user_erased`
 */
export function planReversal(fold: ReversalFold): Reversal {
  const { kind, was, now, version } = fold;
  if (fold.isErased) throw new DomainError('user_erased', 'The personal data of this user has been erased.');
  if (fold.whyNot !== undefined) throw notRevertible(fold.whyNot);
  const places = openPlaces(fold);
  const taken = supersededBy(fold, places);
  if (taken) throw superseded(taken);
  if (kind === 'user') return { ...reverseUser(was as User, now as User, places), version };
  if (kind === 'team') return { ...reverseTeam(was as Team, now as Team, places), version };
  return { ...reverseServiceGroup(was as ServiceGroup, now as ServiceGroup, places), version };
}

/** Why an undo that leads to no event is refused. @param folds of all that the change is about */
export function nothingToUndo(folds: readonly ReversalFold[]): DomainError {
  const hasSet = folds.some(({ places }) => places.size > 0);
  const why = hasSet ? undefined : folds.find(({ whyNothing }) => whyNothing !== undefined)?.whyNothing;
  return notRevertible(why ?? 'There is nothing to undo: all that was set is as it was before.');
}

function superseded({ type, at, isExpiry }: Since): DomainError {
  return isExpiry ? endedByItself(at) : refuse(`It was changed again since: ${type} at ${at}.`);
}

/** @param at when it ended, or when that was noticed */
export const endedByItself = (at: string) => refuse(`The membership has ended by itself since (${at}).`);

const refuse = (message: string) => new DomainError('change_superseded', message);

function reverseUser(was: User, now: User, places: readonly string[]) {
  const { userId } = now;
  if (places.includes(EVERYTHING))
    return { kind: 'user', userId, commands: [{ type: 'remove_user' }], memberships: [], teams: [] } as const;
  const change = valuesOf(['name', 'email', 'role'], userSettings, was, now, places);
  const status = was.status === 'suspended' ? 'suspend_user' : 'reactivate_user';
  const commands: HeadCommand[] = [
    ...(Object.keys(change).length > 0 ? [{ type: 'change_user' as const, ...change }] : []),
    ...(places.includes('status') && was.status !== now.status ? [{ type: status } as const] : []),
  ];
  const memberships = places
    .filter((place) => place.startsWith('membership '))
    .map((place) => restored(was, place.slice('membership '.length) as ServiceGroupId));
  const teams = teamsAt(places).map((teamId) => ({ teamId, terms: termsBefore(was.places?.[teamId]) }));
  return { kind: 'user', userId, commands, memberships, teams } as const;
}

function teamsAt(places: readonly string[]): TeamId[] {
  return places
    .filter((place) => place.startsWith('team '))
    .map((place) => place.slice('team '.length) as TeamId);
}

/** Undefined: there was none. */
function termsBefore(
  before:
    | { expiresAt?: string; reason?: string; accessRole?: MembershipTerms['accessRole'] | undefined }
    | undefined,
): MembershipTerms | undefined {
  if (!before) return undefined;
  const { expiresAt = null, reason, accessRole = null } = before;
  return { expiresAt, accessRole, ...(reason !== undefined && { reason }) };
}

function restored({ memberships }: User, serviceGroupId: ServiceGroupId): RestoredMembership {
  return { serviceGroupId, terms: termsBefore(memberships[serviceGroupId]) };
}

function reverseServiceGroup(was: ServiceGroup, now: ServiceGroup, places: readonly string[]) {
  const change = valuesOf(['name'], serviceGroupSettings, was, now, places);
  const managers = places
    .filter((place) => place.startsWith('manager '))
    .map((place) => place.slice('manager '.length) as UserId);
  const managed = (state: ServiceGroup, userId: UserId) => state.managers?.includes(userId) ?? false;
  return {
    kind: 'service-group',
    serviceGroupId: now.serviceGroupId,
    commands: [
      ...(Object.keys(change).length > 0 ? [{ type: 'change_service_group' as const, ...change }] : []),
      ...managers
        .filter((userId) => managed(was, userId) !== managed(now, userId))
        .map((userId) => {
          const type = managed(now, userId) ? ('remove_manager' as const) : ('add_manager' as const);
          return { type, userId };
        }),
    ],
    teams: teamsAt(places).map((teamId) => ({ teamId, terms: termsBefore(was.teamAccess?.[teamId]) })),
  } as const;
}

function reverseTeam(was: Team, now: Team, places: readonly string[]) {
  const change = valuesOf(['name'], teamSettings, was, now, places);
  const isChanged = Object.keys(change).length > 0;
  return {
    kind: 'team',
    teamId: now.teamId,
    commands: isChanged ? [{ type: 'change_team' as const, ...change }] : [],
    teams: [],
  } as const;
}

/** The values of before, as a change takes them: what is merged is said as a patch, and null takes a setting away. */
function valuesOf(
  names: readonly string[],
  settings: Settings,
  was: object,
  now: object,
  places: readonly string[],
): Record<string, never> {
  const value = (state: object, name: string) => (state as Record<string, unknown>)[name];
  const values = places
    .filter((place) => names.includes(place) || place in settings)
    .map((name) => {
      const [old, current] = [value(was, name), value(now, name)];
      if (old === undefined) return [name, null];
      return [name, settings[name]?.merge ? patchBackTo(old, current ?? {}) : old];
    });
  return Object.fromEntries(values) as Record<string, never>;
}
