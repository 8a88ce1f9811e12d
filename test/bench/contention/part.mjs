// 64 writers at once on one user, one service group, one account: that all get through, and what it takes.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { by, openWorld } from '../world.mjs';

const WRITERS = 64;
const GROUPS = 8;
const PROCESSES = [1, 4];
const CASES = [
  'one user',
  'one service group',
  'eight service groups',
  'one account',
  'one account with limits',
  'apart: a user for each writer',
];
const [RATE, SLOWEST] = ['commands a second', 'p99'];

export const title = 'Write contention';
export const about = `${WRITERS} writers, each of which sends its next command as soon as the last one is answered. **One user**: all change the same user,
so each commit makes all others decide again. **One service group**: all add members to it, or remove them.
**One account**: all create users in it. **Eight groups**: all add their own users to eight service groups in turn. **One account with limits**: all create users in it.
**Apart**: all change their own users, for comparison. A command that is given up after five seconds is answered with 503 and
\`Retry-After\`; the writer sends it again at once, and its time counts from the first attempt. The embedded engine executes one
transaction at a time and has no transaction conflicts, so everything runs again on a table that, like the service, refuses
access to an item while a transaction holds it, for 10 ms. The writers of one process take turns, as requests to one API do; with
several, each process knows nothing of the others.`;

const HELD = ', items held';
/** Nothing else is weak. */
const ITEMS_HELD = {
  ROLLBOOK_WEAK_HELD_MS: '10',
  ROLLBOOK_WEAK_INDEX_MS: '0',
  ROLLBOOK_WEAK_STALE: '0',
  ROLLBOOK_WEAK_WRITE_UNITS: '0',
  ROLLBOOK_WEAK_READ_UNITS: '0',
  ROLLBOOK_WEAK_UNPROCESSED: '0',
};

export const settings = ({ quick }) => (quick ? { seconds: 1, rounds: 1 } : { seconds: 5, rounds: 3 });

export async function run(measures, progress, { seconds, rounds }) {
  const tables = newTables(measures);
  progress.expect(2 * PROCESSES.length * rounds * CASES.length);
  for (const [held, options] of [
    ['', {}],
    [HELD, { weak: ITEMS_HELD }],
  ])
    for (const processes of PROCESSES) {
      const world = await openWorld(options);
      const started = await startWriters(world, await setUp(world), processes);
      try {
        for (let round = 0; round < rounds; round += 1)
          for (const name of CASES) {
            const row = rowOf(name, processes, held);
            addFigures(tables, row, await contend(started, { name, seconds }));
            progress.step(row);
          }
      } finally {
        for (const child of started) child.kill();
        await world.close();
      }
    }
  measures.remark(fairnessText(tables.fairness));
}

function rowOf(name, processes, held) {
  return `${name}${processes === 1 ? '' : `, ${processes} processes`}${held}`;
}

/** For each number of processes, on the table that is as weak as the service's. */
function goalsOf(subject, goal) {
  const names = ['one service group', 'one account with limits'];
  return Object.fromEntries(
    PROCESSES.flatMap((processes) => names.map((name) => rowOf(name, processes, HELD))).map((row) => [
      row,
      { subject, goals: [goal] },
    ]),
  );
}

function newTables(measures) {
  const rowTitle = 'contended';
  return {
    rate: measures.table({
      title: 'Commands done',
      unit: 'commands/s',
      rowTitle,
      chart: 'bars',
      goals: goalsOf(RATE, { least: 200 }),
    }),
    time: measures.table({
      title: 'Time of a command',
      unit: 'ms',
      rowTitle,
      goals: goalsOf(SLOWEST, { most: 1000 }),
    }),
    tries: measures.table({ title: 'Conflicts', note: 'For each command done.', rowTitle }),
    fairness: measures.table({ title: 'Commands done by a writer', unit: 'commands', rowTitle }),
  };
}

async function setUp({ lib, directory }) {
  const { accountId } = (await lib.createAccount(directory, { name: 'Hot' }, by)).state;
  const tenant = lib.grantTenant(directory, accountId);
  const rows = Array.from({ length: WRITERS }, (_, n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n === 0 ? 'owner' : 'member',
  }));
  const users = (await lib.createUsers(tenant, rows, by)).rows.map(({ state }) => state.userId);
  const groups = [];
  for (let n = 0; n <= GROUPS; n += 1)
    groups.push((await lib.createServiceGroup(tenant, { name: `hot ${n}` }, by)).state.serviceGroupId);
  const limits = { users: 1_000_000, members: 1_000_000 };
  const limited = (await lib.createAccount(directory, { name: 'Limited', limits }, by)).state.accountId;
  return { accounts: [accountId, limited], users, groups };
}

async function startWriters({ place }, hot, processes) {
  const program = fileURLToPath(new URL('writers.mjs', import.meta.url));
  const children = Array.from({ length: processes }, (_, child) => {
    const writers = Array.from({ length: WRITERS / processes }, (_, n) => child + n * processes);
    return fork(program, [JSON.stringify({ ...place, ...hot, writers })]);
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  return children;
}

async function contend(children, order) {
  const answers = children.map((child) =>
    Promise.race([once(child, 'message').then(([answer]) => answer), once(child, 'exit').then(failed)]),
  );
  for (const child of children) child.send(order);
  const parts = await Promise.all(answers);
  const writers = parts.flatMap((part) => part.writers);
  return {
    times: writers.flatMap(({ times }) => times),
    took: Math.max(...parts.map(({ took }) => took)),
    givenUp: writers.reduce((sum, { givenUp }) => sum + givenUp, 0),
    cancelled: parts.reduce((sum, { cancelled }) => sum + cancelled, 0),
    done: writers.map(({ times }) => times.length),
  };
}

function failed([code]) {
  throw new Error(`A process of writers ended with ${code}: see what it printed.`);
}

function addFigures({ rate, time, tries, fairness }, row, { times, took, givenUp, cancelled, done }) {
  assert.ok(times.length > 0);
  addRound(rate, row, { [RATE]: times.length / took });
  addRound(time, row, {
    p50: quantile(times, 0.5),
    [SLOWEST]: quantile(times, 0.99),
    longest: Math.max(...times),
  });
  addRound(tries, row, {
    'attempts that met a conflict': cancelled / times.length,
    'given up after five seconds': givenUp / times.length,
  });
  addRound(fairness, row, {
    fewest: Math.min(...done),
    median: quantile(done, 0.5),
    most: Math.max(...done),
  });
}

function fairnessText({ measures }) {
  const starved = measures.filter(({ subject, values }) => subject === 'fewest' && Math.min(...values) === 0);
  if (starved.length === 0) return 'No writer starved: in each round every writer completed commands.';
  return `**Starved**: a writer completed nothing with: ${starved.map(({ row }) => row).join(', ')}.`;
}
