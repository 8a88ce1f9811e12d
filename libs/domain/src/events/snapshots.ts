import type { AccessRoles } from '../access-roles/access-roles.js';
import type { Account } from '../account/account.js';
import type { Actor } from '../schema/recorded.js';
import type { TeamAccess } from '../service-group/team-access.js';
import type { ServiceGroup } from '../service-group/service-group.js';
import type { Team } from '../team/team.js';
import type { TeamPlace } from '../user/team-places.js';
import type { Membership, User } from '../user/user.js';
import { EVENTS, type EventType, type NewEvent } from './definitions.js';

/** An event that would create a part of the present state. It never happened, so it has no place in a history. */
export type SnapshotEvent = NewEvent & {
  accountId: string;
  aggregateId: string;
  /** When what it says was so at the latest. ISO 8601. */
  at: string;
  actor: Actor;
  /** Of the aggregate when it was read; undefined if it was not. */
  version?: number | undefined;
};

type Existing = {
  accountId: string;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
  version?: number;
};

/** Of heads that earlier versions wrote. */
const UNKNOWN_ACTOR: Actor = 'system:snapshot';

export function snapshotOfAccount(account: Account): SnapshotEvent[] {
  const event = eventsOf(account, account.accountId);
  const signInRules = account.signInRules && { ...account, previousSignInRules: [] };
  return [
    event('account.created', account, account.createdAt),
    ...(signInRules ? [event('account.sign_in_rules_changed', signInRules, account.updatedAt)] : []),
    ...(account.status === 'suspended' ? [event('account.suspended', account, account.updatedAt)] : []),
  ];
}

export function snapshotOfAccessRoles(accessRoles: AccessRoles): SnapshotEvent[] {
  const event = eventsOf(accessRoles, accessRoles.accessRolesId);
  return accessRoles.roles.map((role) => event('access_role.created', role, accessRoles.updatedAt));
}

export function snapshotOfServiceGroup(group: ServiceGroup): SnapshotEvent[] {
  const event = eventsOf(group, group.serviceGroupId);
  const { managers = [] } = group;
  return [
    event('service_group.created', group, group.createdAt),
    ...managers.map((userId) => event('service_group.manager_added', { ...group, userId }, group.updatedAt)),
  ];
}

/** Without their memberships. */
export function snapshotOfUser(user: User): SnapshotEvent[] {
  const event = eventsOf(user, user.userId);
  const { identities = [] } = user;
  return [
    event(user.status === 'invited' ? 'user.invited' : 'user.created', user, user.createdAt),
    ...identities.map((identity) =>
      event('user.identity_linked', { ...user, ...identity, method: 'admin' }, identity.linkedAt),
    ),
    ...(user.status === 'suspended' ? [event('user.suspended', user, user.updatedAt)] : []),
  ];
}

/** @param sides what the event says of the user and of the service group */
export function snapshotOfMembership(
  sides: { accountId: string; userId: string; userName: string; userEmail: string },
  { addedBy, ...membership }: Membership,
): SnapshotEvent {
  const added = { ...sides, createdAt: membership.since, updatedAt: membership.since };
  const event = eventsOf({ ...added, updatedBy: addedBy as Actor }, sides.userId);
  return event('service_group.member_added', { ...sides, ...membership }, membership.since);
}

export function snapshotOfTeam(team: Team): SnapshotEvent[] {
  return [eventsOf(team, team.teamId)('team.created', team, team.createdAt)];
}

/** @param sides what the event says of the user and of the team */
export function snapshotOfTeamPlace(
  sides: { accountId: string; userId: string; userName: string; userEmail: string; teamName: string },
  { addedBy, ...place }: TeamPlace,
): SnapshotEvent {
  const added = { ...sides, createdAt: place.since, updatedAt: place.since };
  const event = eventsOf({ ...added, updatedBy: addedBy as Actor }, sides.userId);
  return event('team.member_added', { ...sides, ...place }, place.since);
}

/** @param sides what the event says of the service group and of the team */
export function snapshotOfTeamAccess(
  sides: { accountId: string; serviceGroupId: string; name: string; teamName: string },
  { addedBy, ...access }: TeamAccess,
): SnapshotEvent {
  const added = { ...sides, createdAt: access.since, updatedAt: access.since };
  const event = eventsOf({ ...added, updatedBy: addedBy as Actor }, sides.serviceGroupId);
  return event('service_group.team_added', { ...sides, ...access }, access.since);
}

/** Each event takes from the state what its definition has fields for. */
function eventsOf({ accountId, version, updatedBy = UNKNOWN_ACTOR }: Existing, aggregateId: string) {
  return (type: EventType, state: object, at: string): SnapshotEvent => {
    const values = state as Readonly<Record<string, unknown>>;
    const names = Object.keys(EVENTS[type].fields).filter((name) => values[name] !== undefined);
    const data = Object.fromEntries(names.map((name) => [name, values[name]]));
    return { type, data, accountId, aggregateId, at, actor: updatedBy, version } as unknown as SnapshotEvent;
  };
}
