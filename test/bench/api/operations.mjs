// The six operations, as requests that differ from each other as a dashboard's do.

let emails = 0;

/** Each makes `count` requests for a server's world; writes never ask for what has been done already. */
export const OPERATIONS = {
  'a user by id': {
    kind: 'read',
    statuses: [200],
    requests: ({ accountId, userIds }, count) =>
      times(count, (n) => get(`/v1/accounts/${accountId}/users/${userIds[n % userIds.length]}`)),
  },
  'the dropdown, 25 groups': {
    kind: 'list',
    statuses: [200],
    requests: ({ accountId, members }, count) =>
      times(count, (n) =>
        get(`/v1/accounts/${accountId}/users/${members[n % members.length]}/service-groups?limit=25`),
      ),
  },
  'members of a group, 25': {
    kind: 'list',
    statuses: [200],
    requests: ({ accountId, full }, count) =>
      times(count, (n) =>
        get(`/v1/accounts/${accountId}/service-groups/${full[n % full.length]}/members?limit=25`),
      ),
  },
  'access check': {
    kind: 'read',
    statuses: [200],
    requests: ({ full, members }, count) =>
      times(count, (n) => ({
        method: 'POST',
        path: '/access/v1/evaluation',
        body: {
          subject: { type: 'user', id: members[n % members.length] },
          action: { name: 'enter' },
          resource: { type: 'service_group', id: full[(n * 7) % full.length] },
        },
      })),
  },
  'add a member': {
    kind: 'write',
    statuses: [201],
    requests: async (world, count) => {
      const pairs = await freshPairs(world, count);
      return pairs.map(([group, user]) => ({
        method: 'PUT',
        path: `/v1/accounts/${world.accountId}/service-groups/${group}/members/${user}`,
      }));
    },
  },
  'create a user, with a key': {
    kind: 'write',
    statuses: [201],
    requests: ({ accountId }, count) =>
      times(count, () => {
        emails += 1;
        return {
          method: 'POST',
          path: `/v1/accounts/${accountId}/users`,
          body: { name: `New ${emails}`, email: `new${emails}@bench.example`, role: 'member' },
          more: { 'idempotency-key': `key-${emails}` },
        };
      }),
  },
};

const get = (path) => ({ method: 'GET', path });
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** Several times as many as there are connections: one that waits for its answer is conflicted by the others. */
const GROUPS_IN_TURN = 320;

/**
 * Users not yet in the group. As many in a row as there are connections have neither a user nor a group in common: what
 * conflicts is answered by each server in another way, and is measured by the part `contention`.
 */
async function freshPairs(world, count) {
  const users = world.userIds.slice(2);
  const pairs = [];
  while (pairs.length < count) {
    const place = world.given % GROUPS_IN_TURN;
    const lap = Math.floor(world.given / GROUPS_IN_TURN);
    const group = Math.floor(lap / users.length) * GROUPS_IN_TURN + place;
    if (group === world.spare.length) world.spare.push(await world.newGroup(`Spare ${group}`));
    pairs.push([world.spare[group], users[(place + lap) % users.length]]);
    world.given += 1;
  }
  return pairs;
}
