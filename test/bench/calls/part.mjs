// What `npm start` asks of its engine for a change, and until all that it causes is done: calls and bytes, through a proxy.
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { bodyOf, startWholeSystem } from '../system/whole-system.mjs';
import { startCountingProxy } from './counting-proxy.mjs';

const GROUPS = 26;
const GROUPS_BEFORE = 25;
const CONNECTIONS = 64;
const UNLIMITED = { ROLLBOOK_RATE_LIMIT: '1000000', ROLLBOOK_RATE_BURST: '1000000' };

export const title = 'Calls of the engine';
export const about = `What all processes of \`npm start\` ask of the engine to add a member, and until all that it causes has settled: counted
by a proxy before the engine, with ${CONNECTIONS} connections. "After a batch" are
users who were given ${GROUPS_BEFORE} service groups by one batch just before.`;

export const settings = ({ quick }) =>
  quick ? { changes: 100, idleSeconds: 10 } : { changes: 400, idleSeconds: 60 };

const WORLDS = { 'users in few groups': false, 'users after a batch': true };

export async function run(measures, progress, { changes, idleSeconds }) {
  progress.expect(1 + Object.keys(WORLDS).length);
  const calls = measures.table({ title: 'Calls', unit: 'calls an added member', digits: 2 });
  const bytes = measures.table({ title: 'Bytes', unit: 'kB an added member', digits: 1 });
  const engine = await ENGINES.embedded.start();
  const proxy = await startCountingProxy(engine.endpoint);
  const environment = { ...UNLIMITED, ROLLBOOK_DYNAMODB_ENDPOINT: proxy.endpoint };
  const system = await startWholeSystem({ environment });
  try {
    for (const [world, batched] of Object.entries(WORLDS)) {
      const requests = await fill(system, changes, batched);
      await system.settled();
      proxy.take();
      await system.send(requests, CONNECTIONS);
      await system.settled();
      const counted = [...proxy.take()];
      const each =
        (figure) =>
        (sum, [, counts]) =>
          sum + counts[figure] / changes;
      const [stream, table] = [true, false].map((wanted) =>
        counted.filter(([name]) => name.startsWith('stream') === wanted),
      );
      addRound(calls, world, callsOf(counted, changes));
      addRound(bytes, world, {
        sent: counted.reduce(each('sent'), 0) / 1e3,
        'received, table': table.reduce(each('received'), 0) / 1e3,
        'received, stream': stream.reduce(each('received'), 0) / 1e3,
      });
      progress.step(world);
    }
    const idle = measures.table({ title: 'Idle', unit: 'calls a minute', digits: 0 });
    proxy.take();
    await delay(idleSeconds * 1000);
    addRound(idle, 'after the changes', callsOf(proxy.take(), idleSeconds / 60));
    progress.step('idle');
  } finally {
    await system.stop();
    await proxy.stop();
    await engine.stop();
  }
}

/** By operation, and all together. */
function callsOf(counted, per) {
  const calls = [...counted].map(([name, counts]) => [name, counts.calls / per]);
  const sorted = calls.sort(([a], [b]) => (a < b ? -1 : 1));
  return { all: sorted.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(sorted) };
}

/** @returns the requests that each give another user another service group */
async function fill(system, changes, batched) {
  const [account] = await system.send([post('/v1/accounts', { name: 'Bench' })], 1);
  const path = `/v1/accounts/${bodyOf(account).id}`;
  const many = (count, of) => Array.from({ length: count }, (_, n) => of(n));
  const groups = await system.send(
    many(GROUPS, (n) => post(`${path}/service-groups`, { name: `Group ${n}` })),
    4,
  );
  const person = (n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n ? 'member' : 'owner',
  });
  const users = await system.send(
    many(changes, (n) => post(`${path}/users`, person(n))),
    16,
  );
  const [last, ...others] = groups.map((group) => bodyOf(group).id).reverse();
  const userIds = users.map((user) => bodyOf(user).id);
  const given = (userId) => others.map((serviceGroupId) => ({ userId, serviceGroupId, action: 'add' }));
  if (batched)
    await system.send(
      userIds.map((userId) => post(`${path}/memberships/batch`, { changes: given(userId) })),
      4,
    );
  return userIds.map((userId) => ({
    method: 'PUT',
    path: `${path}/service-groups/${last}/members/${userId}`,
  }));
}

const post = (path, body) => ({ method: 'POST', path, body });
