// The whole of `npm start`: what all its processes take together, idle and for a change, until what it causes has settled.
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { sum } from './process-tree.mjs';
import { startWholeSystem } from './whole-system.mjs';

const GROUPS = 20;

export const title = 'The whole system';
export const about = `\`npm start\`: CPU and memory of all its processes, including the engine, the bus and the supervisor, as counted by Linux.
A change is measured until its effects have settled, and the consumption while idle is subtracted.`;

export const settings = ({ quick }) =>
  quick
    ? { idleSeconds: 5, changes: 100, connections: [16], rounds: 1 }
    : { idleSeconds: 30, changes: 800, connections: [1, 16, 64], rounds: 3 };

export async function run(measures, progress, { idleSeconds, changes, connections, rounds }) {
  progress.expect(2 + connections.length * rounds);
  const system = await startWholeSystem();
  try {
    const idleTable = measures.table({ title: 'Idle', unit: 'ms of CPU a second', digits: 1 });
    await system.settled();
    const idle = await measureIdle(system, idleTable, 'after the start', idleSeconds);
    progress.step('idle');
    const world = await fill(system, changes * rounds * connections.length);
    await system.settled();
    const costs = measures.table({
      title: 'Add a member',
      unit: 'ms of CPU a change',
      rowTitle: 'connections',
      digits: 2,
    });
    const times = measures.table({
      title: 'Add a member, answered',
      unit: 'ms',
      rowTitle: 'connections',
      digits: 1,
    });
    for (let round = 0; round < rounds; round += 1)
      for (const each of connections) {
        const { cpu, answered } = await measureChanges(system, world.splice(0, changes), each, idle);
        addRound(costs, String(each), { all: sum(cpu), ...cpu });
        addRound(times, String(each), { p50: quantile(answered, 0.5), p99: quantile(answered, 0.99) });
        progress.step(`${each} connections`);
      }
    await measureIdle(system, idleTable, 'after the changes', idleSeconds);
    const { memory } = system.usage();
    addRound(measures.table({ title: 'Memory', unit: 'MB', digits: 0 }), 'after the changes', {
      all: sum(memory),
      ...memory,
    });
    progress.step('memory');
    measures.remark(`Ready ${(system.readyMs / 1000).toFixed(2)} s after the command.`);
  } finally {
    await system.stop();
  }
}

async function measureIdle(system, table, row, seconds) {
  const idle = await system.idle(seconds * 1000);
  addRound(table, row, { all: sum(idle), ...idle });
  return idle;
}

/** @returns the requests that each add another member */
async function fill(system, changes) {
  const [{ body: account }] = await system.send([post('/v1/accounts', { name: 'Bench' })], 1);
  const path = `/v1/accounts/${account.id}`;
  const groups = await system.send(
    Array.from({ length: GROUPS }, (_, n) => post(`${path}/service-groups`, { name: `Group ${n}` })),
    4,
  );
  const users = await system.send(
    Array.from({ length: Math.ceil(changes / GROUPS) }, (_, n) =>
      post(`${path}/users`, {
        name: `User ${n}`,
        email: `user${n}@bench.example`,
        role: n ? 'member' : 'owner',
      }),
    ),
    16,
  );
  return groups
    .flatMap(({ body: group }) =>
      users.map(({ body: user }) => ({
        method: 'PUT',
        path: `${path}/service-groups/${group.id}/members/${user.id}`,
      })),
    )
    .slice(0, changes);
}

const post = (path, body) => ({ method: 'POST', path, body });

async function measureChanges(system, requests, connections, idle) {
  const [before, startedAt] = [system.usage().cpu, performance.now()];
  const answers = await system.send(requests, connections);
  await system.settled();
  const [after, seconds] = [system.usage().cpu, (performance.now() - startedAt) / 1000];
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => {
      const caused = ms - (before[name] ?? 0) - (idle[name] ?? 0) * seconds;
      return [name, Math.max(0, caused) / requests.length];
    }),
  );
  return { cpu, answered: answers.map(({ milliseconds }) => milliseconds) };
}
