// The request path: CPU time of the API's process for each request, beside the stock way and the floor.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES, library } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { shuffled } from '../frame/statistics.mjs';
import { load } from './load.mjs';
import { OPERATIONS } from './operations.mjs';
import { startServers } from './servers.mjs';

const SUBJECTS = {
  'stock way': { kind: 'stock' },
  Rollbook: { kind: 'rollbook' },
  'Rollbook (again)': { kind: 'rollbook' },
  floor: { kind: 'floor' },
};
/** At 64 connections, of the stock way's CPU time. */
const GOALS = { read: 0.25, list: 0.45, write: 0.55 };
const MAX_OF_THE_FLOOR = 2;

export const title = 'Request path';
export const about = `CPU time of the API's process per request, while each of a number of connections sends one request after the other. Each
server is a separate process with its own engine and table, and is restarted halfway:
**Rollbook** as built by \`npm run build\` (twice, as the A/A control), the **stock way** (NestJS on Express,
class-validator's pipe, \`jose\` on each request, the document client with its defaults), and the **floor** (bare Fastify, the
same table calls as hand-signed JSON over undici, without validation or retries, and with a token that is only compared). The
caller is an admin of the account, whose role is read from the table with each request. Rollbook joins concurrent reads of
several requests ([ADR 28](../adr/0028-optimizations.md)), so with more connections it sends fewer calls than the other two.
Request logging is off in all of them.`;

export function settings({ quick }) {
  return quick
    ? {
        engines: ['embedded'],
        users: 80,
        connections: [64],
        processes: 1,
        rounds: 2,
        requests: { 64: { reads: 128, writes: 48 } },
        warmUp: { reads: 1, writes: 1 },
      }
    : {
        engines: Object.keys(ENGINES),
        // The fewest last: what a process still compiles would weigh most where it answers least.
        connections: [64, 16, 1],
        // Of one program, one process may be compiled to something a tenth faster than another.
        processes: 2,
        rounds: 3,
        // Ten of each connection, or more: with two or three each, opening the connections would be a part of the figure.
        requests: {
          64: { reads: 640, writes: 640 },
          16: { reads: 400, writes: 320 },
          1: { reads: 400, writes: 160 },
        },
        warmUp: { reads: 5, writes: 5 },
        // Slow as it is, fewer rounds have to do: CPU is the server's own.
        'dynamodb-local': {
          connections: [64],
          processes: 2,
          rounds: 2,
          warmUp: { reads: 3, writes: 3 },
        },
      };
}

/** How much is measured on an engine. */
const on = (engine, settings) => ({ ...settings, ...settings[engine] });

const warmUpRounds = ({ kind }, { reads, writes }) => (kind === 'write' ? writes : reads);

export async function run(measures, progress, options) {
  const engines = options.engines.filter((name) => {
    const reason = ENGINES[name].why();
    if (reason) measures.remark(`Not run on ${ENGINES[name].title}: ${reason}.`);
    return !reason;
  });
  const roundsOn = ({ warmUp, connections, processes, rounds }) =>
    Object.values(OPERATIONS).map(
      (operation) => processes * (warmUpRounds(operation, warmUp) + connections.length * rounds),
    );
  const each = engines.flatMap((name) => roundsOn(on(name, options)));
  progress.expect(each.reduce((sum, one) => sum + one, 0) * Object.keys(SUBJECTS).length);
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-bench-'));
  const issuer = await (await library('dev-issuer')).openDevelopmentIssuer(folder, {});
  try {
    for (const name of engines)
      await runOn(ENGINES[name], { issuer, folder }, measures, progress, on(name, options));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runOn(engineKind, secrets, measures, progress, options) {
  const tables = new Map(
    options.connections.map((connections) => [
      connections,
      tablesOf(measures, connections, engineKind.title),
    ]),
  );
  for (let n = 0; n < options.processes; n += 1)
    await withServers(engineKind, { users: options.users, ...secrets }, async (servers) => {
      await warmUp(servers, progress, options);
      for (const [connections, kept] of tables) await rounds(servers, connections, kept, progress, options);
    });
  for (const [connections, { cpu }] of tables) judge(cpu, connections);
}

async function withServers(engineKind, common, use) {
  const started = [];
  let servers = new Map();
  try {
    // Each server has one of its own: DynamoDB Local answers the slower, the more tables were made before one.
    const subjects = {};
    for (const [name, subject] of Object.entries(SUBJECTS)) {
      const engine = await engineKind.start();
      started.push(engine);
      subjects[name] = { ...subject, endpoint: engine.endpoint };
    }
    servers = await startServers(subjects, common);
    await use(servers);
  } finally {
    for (const server of servers.values()) await server.stop();
    for (const engine of started) await engine.stop();
  }
}

async function warmUp(servers, progress, options) {
  for (let n = 0; n < Math.max(options.warmUp.reads, options.warmUp.writes); n += 1)
    for (const [name, operation] of Object.entries(OPERATIONS))
      if (n < warmUpRounds(operation, options.warmUp)) await round(servers, name, 64, options, progress);
}

function tablesOf(measures, connections, engineTitle) {
  const place = `${connections} ${connections === 1 ? 'connection' : 'connections'}, ${engineTitle}`;
  const cpu = measures.table({
    title: `CPU per request, ${place}`,
    unit: 'µs',
    baseline: 'stock way',
    rowTitle: 'operation',
    chart: 'bars',
  });
  const rate = measures.table({
    title: `Requests per second and core, ${place}`,
    unit: 'requests/s',
    rowTitle: 'operation',
  });
  return { cpu, rate };
}

async function rounds(servers, connections, { cpu, rate }, progress, options) {
  for (let n = 0; n < options.rounds; n += 1)
    for (const operation of Object.keys(OPERATIONS)) {
      const figures = await round(servers, operation, connections, options, progress);
      addRound(cpu, operation, figures);
      addRound(
        rate,
        operation,
        mapValues(figures, (microseconds) => 1e6 / microseconds),
      );
    }
}

async function round(servers, name, connections, options, progress) {
  const operation = OPERATIONS[name];
  const { reads, writes } = options.requests[connections];
  const count = operation.kind === 'write' ? writes : reads;
  const figures = {};
  for (const subject of shuffled([...servers.keys()])) {
    const server = servers.get(subject);
    const requests = () => operation.requests(server.world, count);
    const { microseconds } = await load(server, requests, connections, operation.statuses);
    figures[subject] = microseconds;
    progress.step(`${name}, ${connections}, ${subject}`);
  }
  return Object.fromEntries([...servers.keys()].map((subject) => [subject, figures[subject]]));
}

/** The goals are stated for 64 connections, and the distance from the floor for all. */
function judge(cpu, connections) {
  cpu.goals = {};
  for (const [name, { kind }] of Object.entries(OPERATIONS)) {
    const goals = connections === 64 ? [{ of: 'stock way', most: GOALS[kind] }] : [];
    cpu.goals[name] = { subject: 'Rollbook', goals: [...goals, { of: 'floor', most: MAX_OF_THE_FLOOR }] };
  }
}

const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
