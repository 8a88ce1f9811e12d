import type { Group, Past, Person } from './past-model.js';

/** The answers of the API at a moment, made of what the model says: what `data` has in it, or the code of a refusal. */

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

export const userOf = (accountId: string, person: Person) => {
  const { id, name, email, role, status, counted, version, createdAt, updatedAt, updatedBy } = person;
  return {
    ...{ id, accountId, name, email, role, status, externalId: null, metadata: {} },
    ...{
      serviceGroupCount: status === 'removed' ? 0 : counted,
      teamCount: 0,
      version,
      createdAt,
      updatedAt,
      updatedBy,
    },
  };
};

export const groupOf = (accountId: string, group: Group) => {
  const { id, name, version, createdAt, updatedAt, updatedBy } = group;
  return {
    ...{ id, accountId, name, externalId: null, metadata: {}, membershipRules: {} },
    ...{ memberCount: null, memberCountAsOf: null, teamCount: 0, version, createdAt, updatedAt, updatedBy },
  };
};

const sidesOf = ({ id: userId, name, email, role, status }: Person, group: Group) => ({
  ...{ id: `${group.id}.${userId}`, userId, serviceGroupId: group.id },
  user: { id: userId, name, email, role, status },
  serviceGroup: { id: group.id, name: group.name },
});

export function membershipOf(past: Past, userId: string, groupId: string) {
  const [person, group] = [past.person(userId), past.group(groupId)];
  const membership = past.membership(userId, groupId);
  return person && group && membership && { ...sidesOf(person, group), ...membership };
}

export function membersOf(past: Past, groupId: string) {
  const people = past.presentPeople().toSorted(byId);
  return people.flatMap(({ id }) => membershipOf(past, id, groupId) ?? []);
}

export function groupsOf(past: Past, userId: string) {
  const groups = past.presentGroups().toSorted(byId);
  return groups.flatMap(({ id }) => membershipOf(past, userId, id) ?? []);
}

export function managersOf(past: Past, group: Group) {
  return [...group.managers].flatMap(([userId, since]) => {
    const person = past.person(userId);
    return person ? [{ ...sidesOf(person, group), ...since }] : [];
  });
}

export function managedBy(past: Past, userId: string) {
  return past
    .presentGroups()
    .flatMap((group) => {
      const managing = group.managers.get(userId);
      const { id, name } = group;
      return managing ? [{ serviceGroupId: id, serviceGroup: { id, name }, ...managing }] : [];
    })
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
}

export function rowsOf(past: Past, people: readonly Person[], groups: readonly Group[]) {
  return people.map(({ id, name, email, role, status, version }) => ({
    user: { id, name, email, role, status, version },
    cells: Object.fromEntries(
      groups.flatMap((group) => {
        const membership = past.membership(id, group.id);
        if (!membership) return [];
        const { addedBy: by, ...cell } = membership;
        return [[group.id, { ...cell, by }]];
      }),
    ),
  }));
}

/** Who held a membership at one of two moments only; when and as what it was then. */
export function differencesOf(before: Past, after: Past, moments: readonly Past[]) {
  const pairs = new Set(
    [before, after].flatMap((past) =>
      past
        .presentPeople()
        .flatMap(({ id, memberships }) => [...memberships.keys()].map((group) => `${id} ${group}`)),
    ),
  );
  return [...pairs].flatMap((pair) => {
    const [userId = '', groupId = ''] = pair.split(' ');
    const [then, now] = [before, after].map((past) => membershipOf(past, userId, groupId));
    if (!then && now) return [{ ...now, change: 'added', at: now.since }];
    if (!then || now) return [];
    const ended = moments.find((past) => past.at > before.at && !isSame(past, userId, groupId, then.since));
    return [{ ...then, change: 'removed', at: ended?.at }];
  });
}

function isSame(past: Past, userId: string, groupId: string, since: string): boolean {
  return past.membership(userId, groupId)?.since === since;
}
