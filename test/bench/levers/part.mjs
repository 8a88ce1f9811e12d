// Each lever of ADR 28 by itself: the API with all of them, and without one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../../../apps/local/prepare.mjs';
import { load } from '../api/load.mjs';
import { OPERATIONS } from '../api/operations.mjs';
import { startServers } from '../api/servers.mjs';
import { ENGINES, library } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { shuffled } from '../frame/statistics.mjs';

const BASELINE = 'all on';
const CONNECTIONS = 64;

export const title = 'Levers';
export const about = `What makes a request cheaper ([ADR 28](../adr/0028-levers.md)), each left out by itself with \`ROLLBOOK_LEVERS_OFF\`: CPU time
of the API's process for each request at ${CONNECTIONS} connections, on the embedded engine. What is above 1 is what the lever saves.`;

export const settings = ({ quick }) =>
  quick
    ? { operations: ['a user by id'], users: 80, rounds: 2, warmUp: 1, reads: 128, writes: 64 }
    : {
        operations: ['a user by id', 'access check', 'the dropdown, 25 groups', 'create a user, with a key'],
        rounds: 9,
        warmUp: 6,
        reads: 400,
        writes: 160,
      };

export async function run(measures, progress, { operations, users, rounds, warmUp, reads, writes }) {
  const without = (lever) => ({ kind: 'rollbook', environment: { ROLLBOOK_LEVERS_OFF: lever } });
  const subjects = { [BASELINE]: without(''), [`${BASELINE} (again)`]: without('') };
  prepare();
  const { LEVERS } = await import('../../../dist/apps/api/src/levers.js');
  for (const lever of LEVERS) subjects[`without ${lever}`] = without(lever);
  const names = Object.keys(subjects);
  progress.expect(names.length * operations.length * (warmUp + rounds));
  const table = measures.table({
    title: 'CPU per request without a lever',
    unit: 'µs',
    baseline: BASELINE,
    rowTitle: 'operation',
    chart: 'bars',
  });
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-bench-'));
  const issuer = await (await library('dev-issuer')).openDevelopmentIssuer(folder, {});
  const engine = await ENGINES.embedded.start();
  let servers = new Map();
  try {
    servers = await startServers(
      subjects,
      { endpoint: engine.endpoint, issuer, folder, users },
      { shared: true },
    );
    for (let round = -warmUp; round < rounds; round += 1)
      for (const operation of operations) {
        const figures = {};
        for (const name of shuffled(names)) {
          figures[name] = await cpuOf(servers.get(name), OPERATIONS[operation], { reads, writes });
          progress.step(`${operation}, ${name}`);
        }
        if (round >= 0)
          addRound(table, operation, Object.fromEntries(names.map((name) => [name, figures[name]])));
      }
  } finally {
    for (const server of servers.values()) await server.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function cpuOf(server, operation, { reads, writes }) {
  const count = operation.kind === 'write' ? writes : reads;
  const make = () => operation.requests(server.world, count);
  return (await load(server, make, CONNECTIONS, operation.statuses)).microseconds;
}
