// What every peer is given, and the operations that are asked of each of them.

export const GROUPS = 50;
export const GROUPS_OF_A_USER = 25;
export const PAGE = 25;

/** How many rows the answer to each has, where it has rows; a decision is one. */
export const OPERATIONS = {
  'add a member': { writes: true },
  'create a user': { writes: true },
  'groups of a user, 25': { rows: PAGE },
  'members of a group, 25': { rows: PAGE },
  'access check': { rows: 1 },
  'a user by id': {},
};
export const SEARCHES = { 'page 2': 2, 'page 100': 100 };
/** All who are searched have it. */
export const WORD = 'user';

/** Each user is in the next 25 of 50 groups. */
export function groupsOf(user) {
  return times(GROUPS_OF_A_USER, (k) => (user + k) % GROUPS);
}

/** The membership that the n-th request asks about: those in a row have different users. */
export function pairOf(n, users) {
  const user = n % users;
  return { user, group: (user + (Math.floor(n / users) % GROUPS_OF_A_USER)) % GROUPS };
}

/** The n-th that nobody has: as many as there are memberships. */
export function freshPairOf(n, users) {
  if (n >= users * (GROUPS - GROUPS_OF_A_USER)) throw new Error('All users are in all groups by now.');
  const { user, group } = pairOf(n, users);
  return { user, group: (group + GROUPS_OF_A_USER) % GROUPS };
}

export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** Of each user: to their account, and to each of their groups. */
export function relationshipsOf(users, inAccount, inGroup) {
  return times(users, (user) => [
    inAccount(`u${user}`),
    ...groupsOf(user).map((group) => inGroup({ user, group })),
  ]).flat();
}

export function chunksOf(items, size) {
  return times(Math.ceil(items.length / size), (n) => items.slice(n * size, (n + 1) * size));
}
