/** What an account must answer, in the simplest form: maps, one command after the other, and no events. */

export interface Role {
  id: string;
  permissions: readonly string[];
}

export interface Membership {
  /** As it was when it was given, whatever its key means by now. */
  role: { id: string; key: string } | undefined;
  /** Milliseconds since the epoch; Infinity: it has none. */
  end: number;
}

export interface Model {
  isOpen: boolean;
  /** By key. */
  roles: Map<string, Role>;
  /** Those who are there. */
  users: Map<string, 'active' | 'suspended'>;
  groups: Set<string>;
  teams: Set<string>;
  /** By `user group`, also those whose end has come. */
  memberships: Map<string, Membership>;
  /** By `user team`, likewise. They have no role. */
  places: Map<string, Membership>;
  /** By `team group`, likewise. */
  accesses: Map<string, Membership>;
}

/** What binds two things until an end. */
export type Bonds = 'memberships' | 'places' | 'accesses';
export const BONDS: readonly Bonds[] = ['memberships', 'places', 'accesses'];

export const emptyModel = (): Model => ({
  isOpen: true,
  roles: new Map(),
  users: new Map(),
  groups: new Set(),
  teams: new Set(),
  memberships: new Map(),
  places: new Map(),
  accesses: new Map(),
});

export const copyOf = (model: Model): Model => structuredClone(model);

export const pairOf = (userId: string, groupId: string) => `${userId} ${groupId}`;

/** The membership that there is at an instant, of somebody who is there in a service group that is there. */
export function membershipAt(
  model: Model,
  userId: string,
  groupId: string,
  at: number,
): Membership | undefined {
  return bondAt(model, 'memberships', [userId, groupId], at);
}

/** The same of any bond. */
export function bondAt(
  model: Model,
  of: Bonds,
  [one, other]: readonly [string, string],
  at: number,
): Membership | undefined {
  const { users, groups, teams } = model;
  const exists = (id: string) => users.has(id) || groups.has(id) || teams.has(id);
  const bond = model[of].get(pairOf(one, other));
  return exists(one) && exists(other) && bond && at < bond.end ? bond : undefined;
}

/** The ways by which a user may enter a service group at an instant: by a team, until the earlier of two ends. */
export function pathsAt(model: Model, userId: string, groupId: string, at: number): Membership[] {
  const own = membershipAt(model, userId, groupId, at);
  const byTeams = [...model.teams].flatMap((teamId) => {
    const place = bondAt(model, 'places', [userId, teamId], at);
    const access = bondAt(model, 'accesses', [teamId, groupId], at);
    return place && access ? [{ role: access.role, end: Math.min(place.end, access.end) }] : [];
  });
  return [...(own ? [own] : []), ...byTeams];
}

/** Everything that a user may do in a service group, in order. */
export function actionsAt(model: Model, userId: string, groupId: string, at: number): string[] {
  const paths = pathsAt(model, userId, groupId, at);
  if (!model.isOpen || model.users.get(userId) !== 'active' || paths.length === 0) return [];
  const ids = new Set(paths.map(({ role }) => role?.id));
  const roles = [...model.roles.values()].filter(({ id }) => ids.has(id));
  return [...new Set(['enter', ...roles.flatMap(({ permissions }) => permissions)])].sort();
}

export function isKnown({ roles }: Model, action: string): boolean {
  return action === 'enter' || [...roles.values()].some(({ permissions }) => permissions.includes(action));
}

export function removeUser(model: Model, userId: string): void {
  model.users.delete(userId);
  forget(model, userId);
}

export function removeGroup(model: Model, groupId: string): void {
  model.groups.delete(groupId);
  forget(model, groupId);
}

export function removeTeam(model: Model, teamId: string): void {
  model.teams.delete(teamId);
  forget(model, teamId);
}

function forget(model: Model, id: string): void {
  for (const of of BONDS)
    for (const pair of model[of].keys()) if (pair.split(' ').includes(id)) model[of].delete(pair);
}
