// How soon a guard refuses what was revoked: alone, while others change something, and while another account imports.
import { setTimeout as delay } from 'node:timers/promises';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { times } from '../peers/world.mjs';
import { bodyOf } from '../system/whole-system.mjs';

const GOALS = { alone: 100, 'while others change 20 a second': 150, 'while another account imports': 400 };
const [ALONE, AMONG_OTHERS, BESIDE_IMPORT] = Object.keys(GOALS);
const BETWEEN_MS = 50;
const OTHERS = 20;
const LOOK_EVERY_MS = 1;

const post = (path, body) => ({ method: 'POST', path, body });

export async function measureRevocations(measures, system, { revocations, imported, modules }) {
  const table = measures.table({
    title: 'Until a guard refuses, from the answer to the write',
    unit: 'ms',
    rowTitle: 'revoked',
    digits: 0,
    goals: Object.fromEntries(
      Object.entries(GOALS).map(([row, most]) => [row, { subject: 'p99', goals: [{ most }] }]),
    ),
  });
  const { openGuard } = await import(modules.guard);
  const world = await members(system, 3 * revocations + OTHERS);
  const guard = await openGuard({ baseUrl: system.url, token: system.token, accountId: world.accountId });
  const add = (row, taken) => addRound(table, row, { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) });
  const revokeSome = (isOver) => revoke(system, guard, world, revocations, isOver);
  try {
    add(ALONE, await revokeSome(() => false));
    const stop = change(system, world.path, world.userIds.splice(0, OTHERS));
    add(AMONG_OTHERS, await revokeSome(() => false));
    await stop();
    const work = { isDone: false };
    const importing = importUsers(system, imported).finally(() => (work.isDone = true));
    add(BESIDE_IMPORT, await revokeSome(() => work.isDone));
    await importing;
  } finally {
    await guard.close();
  }
}

/** Of one service group. */
export async function members(system, count) {
  const [account] = await system.send([post('/v1/accounts', { name: 'Bench' })], 1);
  const accountId = bodyOf(account).id;
  const path = `/v1/accounts/${accountId}`;
  const [group] = (await system.send([post(`${path}/service-groups`, { name: 'prod' })], 1)).map(bodyOf);
  const rows = times(count, (n) => ({ name: 'N', email: `r${n}@bench.example` }));
  const [created] = (await system.send([post(`${path}/users/batch`, { users: rows })], 1)).map(bodyOf);
  const userIds = created.results.map(({ userId }) => userId);
  const changes = userIds.map((userId) => ({ userId, serviceGroupId: group.id, action: 'add' }));
  await system.send([post(`${path}/memberships/batch`, { changes })], 1);
  return { accountId, path, groupId: group.id, userIds };
}

/** @returns milliseconds of each, from the answer to the write until the guard refuses */
async function revoke(system, guard, { path, groupId, userIds }, count, isOver) {
  const taken = [];
  while (taken.length < count && userIds.length > 0 && !isOver()) {
    const userId = userIds.pop();
    while (!guard.mayEnter(userId, groupId)) await delay(LOOK_EVERY_MS);
    await system.send([{ method: 'DELETE', path: `${path}/service-groups/${groupId}/members/${userId}` }], 1);
    const answeredAt = performance.now();
    while (guard.mayEnter(userId, groupId)) await delay(LOOK_EVERY_MS);
    taken.push(performance.now() - answeredAt);
    await delay(BETWEEN_MS);
  }
  return taken;
}

/** One change of somebody else of the account after the other, so many a second. @returns how to stop */
function change(system, path, userIds) {
  let isOver = false;
  const changing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const change = {
        method: 'PATCH',
        path: `${path}/users/${userIds[n % OTHERS]}`,
        body: { name: `N${n}` },
      };
      await Promise.all([system.send([change], 1), delay(1_000 / OTHERS)]);
    }
  })();
  return () => {
    isOver = true;
    return changing;
  };
}

async function importUsers({ url, token, send }, rows) {
  const [account] = await send([post('/v1/accounts', { name: 'Imports' })], 1);
  const path = `/v1/accounts/${bodyOf(account).id}`;
  const lines = times(rows, (n) => `i${n}@bench.example,User ${n},${n === 0 ? 'owner' : 'member'}`);
  const startedAt = performance.now();
  const answer = await fetch(`${url}${path}/import/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: ['email,name,role', ...lines].join('\n'),
  });
  const { id } = await answer.json();
  for (;;) {
    const [{ status }] = (await send([{ method: 'GET', path: `${path}/imports/${id}` }], 1)).map(bodyOf);
    if (status === 'done') return { perSecond: (rows * 1_000) / (performance.now() - startedAt) };
    await delay(200);
  }
}
