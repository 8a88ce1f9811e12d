// The whole of `npm start`: what all its processes take together, idle and for a change, until what it causes has settled.
import { setTimeout as delay } from 'node:timers/promises';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { measureChanges } from './changes.mjs';
import { IMPORTS, IMPORT_STEPS, measureImports } from './imports.mjs';
import { sum } from './process-tree.mjs';
import { measureSizes, roundsOfSizes, SIZES } from './sizes.mjs';
import { bodyOf, startWholeSystem } from './whole-system.mjs';

const GROUPS = 20;
/** What follows a start or much work is done: compiling, and the collection of what was left. */
const RESTED_SECONDS = 60;
const [AFTER_START, AFTER_CHANGES] = ['after the start', 'after the changes'];

export const title = 'The whole system';
export const about = `\`npm start\`: CPU and memory of all its processes, including the engine, the bus and the supervisor, as counted by Linux.
A change is measured until its effects have settled, and the consumption while idle is subtracted.`;

export const settings = ({ quick, long }) =>
  quick
    ? {
        idleSeconds: 5,
        restedSeconds: 0,
        changes: 100,
        connections: [16],
        rounds: 1,
        sizes: SIZES.quick,
        imports: IMPORTS.quick,
      }
    : {
        idleSeconds: 60,
        restedSeconds: RESTED_SECONDS,
        changes: 800,
        connections: [1, 16, 64],
        rounds: 3,
        sizes: long ? SIZES.long : SIZES.usual,
        imports: long ? IMPORTS.long : IMPORTS.usual,
      };

export async function run(measures, progress, options) {
  const { idleSeconds, restedSeconds, changes, connections, rounds, sizes, imports } = options;
  progress.expect(2 + connections.length * rounds + IMPORT_STEPS + roundsOfSizes(sizes));
  const system = await startWholeSystem();
  try {
    const idleTable = measures.table({
      title: 'Idle',
      unit: 'ms of CPU a second',
      digits: 1,
      goals: mostOf({ [AFTER_START]: 5, [AFTER_CHANGES]: 5 }),
      note: `Of ${idleSeconds} s, ${restedSeconds} s after the last request was settled.`,
    });
    await system.settled();
    await delay(restedSeconds * 1000);
    const idle = await measureIdle(system, idleTable, AFTER_START, idleSeconds);
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
    const { memory } = system.usage();
    const goals = mostOf({ [AFTER_CHANGES]: 280 });
    addRound(measures.table({ title: 'Memory', unit: 'MB', digits: 0, goals }), AFTER_CHANGES, {
      all: sum(memory),
      ...memory,
    });
    await delay(restedSeconds * 1000);
    await measureIdle(system, idleTable, AFTER_CHANGES, idleSeconds);
    progress.step('memory');
    measures.remark(`Ready ${(system.readyMs / 1000).toFixed(2)} s after the command, with an empty folder.`);
  } finally {
    await system.stop();
  }
  await measureImports(measures, progress, imports);
  await measureSizes(measures, progress, sizes, restedSeconds * 1000);
}

function mostOf(rows) {
  return Object.fromEntries(
    Object.entries(rows).map(([row, most]) => [row, { subject: 'all', goals: [{ most }] }]),
  );
}

async function measureIdle(system, table, row, seconds) {
  const idle = await system.idle(seconds * 1000);
  addRound(table, row, { all: sum(idle), ...idle });
  return idle;
}

/** @returns the requests that each add another member */
async function fill(system, changes) {
  const [account] = await system.send([post('/v1/accounts', { name: 'Bench' })], 1);
  const path = `/v1/accounts/${bodyOf(account).id}`;
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
    .flatMap((group) =>
      users.map((user) => ({
        method: 'PUT',
        path: `${path}/service-groups/${bodyOf(group).id}/members/${bodyOf(user).id}`,
      })),
    )
    .slice(0, changes);
}

const post = (path, body) => ({ method: 'POST', path, body });
