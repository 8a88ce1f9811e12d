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
  /** By `user group`, also those whose end has come. */
  memberships: Map<string, Membership>;
}

export const emptyModel = (): Model => ({
  isOpen: true,
  roles: new Map(),
  users: new Map(),
  groups: new Set(),
  memberships: new Map(),
});

export const copyOf = (model: Model): Model => structuredClone(model);

export const pairOf = (userId: string, groupId: string) => `${userId} ${groupId}`;

/** The membership that there is at an instant, of somebody who is there in a service group that is there. */
export function membershipAt(
  { users, groups, memberships }: Model,
  userId: string,
  groupId: string,
  at: number,
): Membership | undefined {
  const membership = memberships.get(pairOf(userId, groupId));
  return users.has(userId) && groups.has(groupId) && membership && at < membership.end
    ? membership
    : undefined;
}

/** Everything that a user may do in a service group, in order. */
export function actionsAt(model: Model, userId: string, groupId: string, at: number): string[] {
  const membership = membershipAt(model, userId, groupId, at);
  if (!model.isOpen || model.users.get(userId) !== 'active' || !membership) return [];
  const role = [...model.roles.values()].find(({ id }) => id === membership.role?.id);
  return ['enter', ...(role?.permissions ?? [])].sort();
}

export function isKnown({ roles }: Model, action: string): boolean {
  return action === 'enter' || [...roles.values()].some(({ permissions }) => permissions.includes(action));
}

export function removeUser({ users, memberships }: Model, userId: string): void {
  users.delete(userId);
  for (const pair of memberships.keys()) if (pair.startsWith(`${userId} `)) memberships.delete(pair);
}

export function removeGroup({ groups, memberships }: Model, groupId: string): void {
  groups.delete(groupId);
  for (const pair of memberships.keys()) if (pair.endsWith(` ${groupId}`)) memberships.delete(pair);
}
