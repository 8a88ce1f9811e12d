// The memory of the API under a load that does not end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../api/load.mjs';
import { OPERATIONS } from '../api/operations.mjs';
import { startServer } from '../api/servers.mjs';
import { ENGINES, library } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { median } from '../frame/statistics.mjs';

const CONNECTIONS = 16;
const REQUESTS = 64;
/** Of the second quarter's memory, what the last quarter's may be and be called flat. */
const FLAT = 1.1;
const MEGABYTE = 1e6;

export const title = 'Memory';
export const about = `The API as built, with ${CONNECTIONS} connections that send the six operations of the request path one after the other: its
heap after a forced garbage collection, and its resident memory, over time. A third of the requests write, so
the table keeps growing. Ten minutes with \`--long\`.`;

export const settings = ({ quick, long }) => ({
  seconds: quick ? 2 : long ? 600 : 120,
  samples: quick ? 4 : 24,
});

export async function run(measures, progress, { seconds, samples }) {
  progress.expect(samples);
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-bench-'));
  const issuer = await (await library('dev-issuer')).openDevelopmentIssuer(folder, {});
  const engine = await ENGINES.embedded.start();
  let server;
  try {
    const setting = { endpoint: engine.endpoint, issuer, folder, execArgv: ['--expose-gc'] };
    server = await startServer('rollbook', setting, 'memory-bench');
    await sample(server, measures, progress, seconds, samples);
  } finally {
    await server?.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sample(server, measures, progress, seconds, samples) {
  const table = measures.table({
    title: 'Memory over time',
    unit: 'MB',
    chart: 'lines',
    axis: 'linear',
    rowTitle: 'seconds under load',
    digits: 1,
  });
  const startedAt = performance.now();
  const [heaps, residents] = [[], []];
  let requests = 0;
  for (let n = 1; n <= samples; n += 1) {
    requests += await loadUntil(server, startedAt + (n / samples) * seconds * 1000);
    const { heapBytes, residentBytes } = await server.memory();
    heaps.push(heapBytes / MEGABYTE);
    residents.push(residentBytes / MEGABYTE);
    const row = String(Math.round((performance.now() - startedAt) / 1000));
    addRound(table, row, { 'heap after collection': heaps.at(-1), 'resident set': residents.at(-1) });
    progress.step(`${requests} requests`);
  }
  measures.remark(
    `${requests.toLocaleString('en')} requests. ${verdict('Heap', heaps)} ${verdict('Resident set', residents)}`,
  );
}

/** @returns how many requests were answered */
async function loadUntil(server, until) {
  let requests = 0;
  while (performance.now() < until)
    for (const operation of Object.values(OPERATIONS)) {
      const make = () => operation.requests(server.world, REQUESTS);
      await load(server, make, CONNECTIONS, operation.statuses);
      requests += REQUESTS;
    }
  return requests;
}

/** Not from the start: what is compiled and cached once has to be there first. */
function verdict(what, values) {
  const quarter = Math.floor(values.length / 4);
  const [early, late] = [median(values.slice(quarter, 2 * quarter)), median(values.slice(-quarter))];
  const said = late <= FLAT * early ? 'flat' : '**grown**';
  return `${what}: ${early.toFixed(1)} MB in the second quarter, ${late.toFixed(1)} MB in the last: ${said}.`;
}
