// Rollbook, by `npm start`: asked by an account's API key.
import { fillAccount } from '../dashboard/large-account.mjs';
import { bodyOf, send, startWholeSystem } from '../system/whole-system.mjs';
import { chunksOf, freshPairOf, groupsOf, GROUPS, PAGE, pairOf, SEARCHES, times, WORD } from './world.mjs';

const ROWS_OF_A_BATCH = 1_000;
const SCOPES = ['users:read', 'users:write', 'memberships:read', 'memberships:write', 'access:check'];
/** Its limit for one caller is for others than a bench. */
const UNLIMITED = { ROLLBOOK_RATE_LIMIT: '1000000', ROLLBOOK_RATE_BURST: '1000000' };

export const title = 'Rollbook';
export const missing = () => undefined;

export async function start({ users, searched }, stops) {
  const system = await startWholeSystem({ environment: UNLIMITED });
  stops.push(system.stop);
  const ask = async (requests) => (await system.send(requests, 2)).map(bodyOf);
  const [{ id: accountId }] = await ask([post('/v1/accounts', { name: 'Bench' })]);
  const path = `/v1/accounts/${accountId}`;
  const groups = await ask(times(GROUPS, (n) => post(`${path}/service-groups`, { name: `group-${n}` })));
  const people = times(users, (n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n ? 'member' : 'owner',
  }));
  const created = await ask(
    chunksOf(people, ROWS_OF_A_BATCH).map((rows) => post(`${path}/users/batch`, { users: rows })),
  );
  const userIds = created.flatMap(({ results }) => results.map(({ userId }) => userId));
  const groupIds = groups.map(({ id }) => id);
  const changes = userIds.flatMap((userId, n) =>
    groupsOf(n).map((group) => ({ userId, serviceGroupId: groupIds[group], action: 'add' })),
  );
  await ask(
    chunksOf(changes, ROWS_OF_A_BATCH).map((rows) => post(`${path}/memberships/batch`, { changes: rows })),
  );
  const [{ key }] = await ask([post(`${path}/api-keys`, { name: 'Bench', scopes: SCOPES })]);
  const rows = (text) => JSON.parse(text).data.length;
  return {
    roots: system.roots,
    send: (requests, connections) => send({ url: system.url, token: key }, requests, connections),
    operations: {
      'add a member': {
        request(n) {
          const { user, group } = freshPairOf(n, users);
          return {
            method: 'PUT',
            path: `${path}/service-groups/${groupIds[group]}/members/${userIds[user]}`,
          };
        },
      },
      'create a user': {
        request: (n) => post(`${path}/users`, { name: `New ${n}`, email: `new${n}@bench.example` }),
      },
      'groups of a user, 25': {
        request: (n) => get(`${path}/users/${userIds[n % users]}/service-groups?limit=${PAGE}`),
        rows,
      },
      'members of a group, 25': {
        request: (n) => get(`${path}/service-groups/${groupIds[n % GROUPS]}/members?limit=${PAGE}`),
        rows,
      },
      'access check': {
        request(n) {
          const { user, group } = pairOf(n, users);
          return post('/access/v1/evaluation', {
            subject: { type: 'user', id: userIds[user] },
            action: { name: 'enter' },
            resource: { type: 'service_group', id: groupIds[group] },
          });
        },
        rows: (text) => Number(JSON.parse(text).decision),
      },
      'a user by id': { request: (n) => get(`${path}/users/${userIds[n % users]}`) },
    },
    searched: { send: system.send, operations: await searchesOf(system, searched) },
  };
}

/** In an account of its own, whose pages are walked to once. */
async function searchesOf(system, users) {
  const { accountId } = await fillAccount(system, { users, groups: GROUPS });
  const path = `/v1/accounts/${accountId}/users?q=${WORD}&limit=${PAGE}&fields=id,name,email,role,status`;
  const searches = {};
  let cursor;
  for (let page = 1; page <= Math.max(...Object.values(SEARCHES)); page += 1) {
    const here = cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path;
    const [name] = Object.entries(SEARCHES).find(([, at]) => at === page) ?? [];
    if (name) searches[name] = { request: () => get(here), rows: (text) => JSON.parse(text).data.length };
    cursor = bodyOf((await system.send([get(here)], 1))[0]).nextCursor;
  }
  return searches;
}

const get = (path) => ({ method: 'GET', path });
const post = (path, body) => ({ method: 'POST', path, body });
