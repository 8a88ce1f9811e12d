// The same operations on Rollbook and its peers, each with its database: CPU of all processes per request, side by side.
import assert from 'node:assert/strict';
import { addRound } from '../frame/measures.mjs';
import { quantile, shuffled } from '../frame/statistics.mjs';
import { cpuOf, idle, settled, sum, usageOf } from '../system/process-tree.mjs';
import * as keycloak from './keycloak.mjs';
import * as openfga from './openfga.mjs';
import * as rollbook from './rollbook.mjs';
import * as spicedb from './spicedb.mjs';
import { OPERATIONS, PAGE, SEARCHES, times } from './world.mjs';

const PEERS = [rollbook, keycloak, openfga, spicedb];
const [FEW, MANY] = [16, 64];
const GOALS = {
  'add a member': { of: keycloak.title, most: 1.4, at: [MANY] },
  'create a user': { of: keycloak.title, most: 1, at: [MANY] },
  'groups of a user, 25': { of: spicedb.title, most: 1.6 },
  'members of a group, 25': { of: spicedb.title, most: 1.6 },
  'access check': { of: spicedb.title, most: 1.1 },
  'a user by id': { of: keycloak.title, most: 0.75 },
};
const MAX_P99_MS = 100;
const AT_ONCE = 250;
const IDLE_MS = 4_000;
const TIMES_IDLE = 3;

export const title = 'Peers';
export const about = `The same operations on Rollbook (\`npm start\`), Keycloak ${keycloak.VERSION}, OpenFGA ${openfga.VERSION} and
SpiceDB ${spicedb.VERSION}, the last three each with its own PostgreSQL and default settings: CPU per request of all processes, including
the database, while each of a number of connections sends one request after the other. The effects of a change are included until they
have settled; the consumption while idle is subtracted. Each user of the account is in 25 of 50 groups.

Not everything is comparable: only Rollbook writes an event with each change, publishes it and keeps the history. OpenFGA and SpiceDB
store relationships, not users: creating a user means relating one to an account, a list contains only ids, and users cannot be read by
id or searched. Keycloak has no access check; its answer is the user's groups of that name. OpenFGA and SpiceDB are called
over HTTP like the others; over gRPC they use less CPU. Keycloak is a single node (\`--cache=local\`) with a heap of at most 1 GB.`;

export function settings({ quick, long }) {
  const one = { users: 200, searched: 3_000, connections: [FEW], rounds: 1, changes: 100, reads: 300 };
  if (quick) return { ...one, warmUp: 1_000 };
  const usual = { ...one, users: 500, connections: [FEW, MANY], rounds: 3, changes: 300, reads: 1_000 };
  return long
    ? { ...usual, users: 1_000, searched: 50_000, rounds: 9, warmUp: 8_000 }
    : { ...usual, searched: 5_000, warmUp: 3_000 };
}

export async function run(measures, progress, options) {
  const [systems, stops] = [{}, []];
  progress.expect(stepsOf(PEERS.length, options));
  try {
    for (const peer of PEERS) {
      const reason = peer.missing() ?? (await startOf(peer, options, { systems, stops }));
      if (reason) measures.remark(`Left out: ${peer.title}: ${reason}.`);
      progress.step(peer.title);
    }
    measures.remark(`The account has ${options.users.toLocaleString('en')} users.`);
    const common = { systems, progress, options };
    await warmUp(common);
    await addIdle(measures, systems);
    await measureOperations(measures, common);
    await measureSearches(measures, common);
    const memory = mapValues(systems, ({ roots }) => sum(usageOf(roots).memory));
    addRound(measures.table({ title: 'Memory', unit: 'MB', digits: 0 }), 'after all of it', memory);
  } finally {
    await stopAll(stops);
  }
}

/** @returns the reason why a peer has not started, which does not keep the others from being measured */
async function startOf(peer, options, { systems, stops }) {
  const own = [];
  try {
    systems[peer.title] = await peer.start(options, own);
    stops.push(...own);
  } catch (error) {
    await stopAll(own);
    if (peer === rollbook) throw error;
    return error.message;
  }
}

/** What was started last is stopped first. */
async function stopAll(stops) {
  for (const stop of stops.reverse()) await stop();
}

function stepsOf(systems, { connections, rounds }) {
  const each = Object.keys(OPERATIONS).length * connections.length + Object.keys(SEARCHES).length;
  return PEERS.length + (each * rounds + 1) * systems;
}

/** Each operation in turn: a JVM compiles what has been asked for some thousand times. */
async function warmUp({ systems, progress, options }) {
  progress.expect(stepsOf(Object.keys(systems).length, options));
  for (const [name, system] of Object.entries(systems)) {
    for (let left = options.warmUp; left > 0; left -= AT_ONCE)
      for (const operation of Object.values(system.operations))
        await system.send(requestsOf(operation, AT_ONCE), FEW);
    for (const operation of Object.values(system.searched?.operations ?? {}))
      await system.searched.send(requestsOf(operation, AT_ONCE), FEW);
    await settled(system.roots);
    progress.step(`${name} warmed up`);
  }
}

/** The least of several times: a JVM goes on compiling for a while. */
async function addIdle(measures, systems) {
  const measured = Object.values(systems).map(async (system) => {
    const taken = [];
    for (let n = 0; n < TIMES_IDLE; n += 1) taken.push(sum(await idle(system.roots, IDLE_MS)));
    system.idle = Math.min(...taken);
  });
  await Promise.all(measured);
  const table = measures.table({ title: 'Idle', unit: 'ms of CPU a second', digits: 1 });
  addRound(
    table,
    'after a warm-up',
    mapValues(systems, (system) => system.idle),
  );
}

async function measureOperations(measures, common) {
  const { connections: several, rounds, changes, reads } = common.options;
  const placeOf = (system) => system;
  for (const connections of several) {
    const costs = costsAt(measures, `${connections} connections`, common);
    costs.goals = goalsAt(connections);
    const answers = answersAt(measures, connections);
    for (let n = 0; n < rounds; n += 1)
      for (const [name, { writes, rows }] of Object.entries(OPERATIONS)) {
        const load = { name, connections, count: writes ? changes : reads, writes, rows };
        const taken = await oneRound(common, placeOf, load);
        addRound(
          costs,
          name,
          mapValues(taken, ({ cpu }) => cpu),
        );
        for (const [share, quantileOf] of [
          ['p50', 0.5],
          ['p99', 0.99],
        ])
          addRound(
            answers,
            `${name}, ${share}`,
            mapValues(taken, ({ ms }) => quantile(ms, quantileOf)),
          );
      }
  }
}

async function measureSearches(measures, common) {
  const { rounds, reads, searched } = common.options;
  const placeOf = ({ searched: place }) => place;
  const costs = costsAt(measures, `a search among ${searched.toLocaleString('en')} users`, common);
  for (let n = 0; n < rounds; n += 1)
    for (const name of Object.keys(SEARCHES)) {
      const load = { name, connections: FEW, count: Math.ceil(reads / 5), rows: PAGE };
      addRound(
        costs,
        name,
        mapValues(await oneRound(common, placeOf, load), ({ cpu }) => cpu),
      );
    }
}

/** Of each system that has the operation, one after the other, in random order. */
async function oneRound({ systems, progress }, placeOf, load) {
  const taken = {};
  for (const [title, system] of shuffled(Object.entries(systems))) {
    const place = placeOf(system);
    if (place?.operations[load.name]) taken[title] = await measure(system, place, load);
    progress.step(`${load.name}, ${load.connections}, ${title}`);
  }
  const inOrder = Object.keys(systems).filter((title) => taken[title]);
  return Object.fromEntries(inOrder.map((title) => [title, taken[title]]));
}

async function measure({ roots, idle: idleMs }, { send, operations }, load) {
  const { name, connections, count, writes, rows } = load;
  const operation = operations[name];
  const requests = requestsOf(operation, count);
  const [before, startedAt] = [cpuOf(roots), performance.now()];
  const answers = await send(requests, connections);
  if (writes) await settled(roots);
  const seconds = (performance.now() - startedAt) / 1000;
  const caused = cpuOf(roots) - before - idleMs * seconds;
  if (rows) assert.equal(operation.rows(answers.at(-1).text), rows, `${name}: ${answers.at(-1).text}`);
  return { cpu: Math.max(0, caused) / count, ms: answers.map(({ milliseconds }) => milliseconds) };
}

/** Those that come after the last ones: what is written once is not written again. */
function requestsOf(operation, count) {
  const from = operation.next ?? 0;
  operation.next = from + count;
  return times(count, (n) => operation.request(from + n));
}

function costsAt(measures, of, { systems }) {
  const base = systems[keycloak.title] && { baseline: keycloak.title };
  return measures.table({
    title: `CPU of all processes, ${of}`,
    unit: 'ms a request',
    rowTitle: 'operation',
    digits: 2,
    ...base,
  });
}

function answersAt(measures, connections) {
  const table = {
    title: `Time to the answer, ${connections} connections`,
    unit: 'ms',
    rowTitle: 'operation',
    digits: 1,
  };
  const goals = { 'add a member, p99': { subject: rollbook.title, goals: [{ most: MAX_P99_MS }] } };
  return measures.table({ ...table, ...(connections === FEW && { goals }) });
}

function goalsAt(connections) {
  const stated = Object.entries(GOALS).filter(([, { at }]) => !at || at.includes(connections));
  return Object.fromEntries(
    stated.map(([row, { of, most }]) => [row, { subject: rollbook.title, goals: [{ of, most }] }]),
  );
}

const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
