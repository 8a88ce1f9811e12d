// How long a start takes: each function's bundle as Lambda starts it, and `npm start` as its user does.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, bundleFunctions } from '../../../infra/bundles/bundle.mjs';
import { addRound } from '../frame/measures.mjs';
import { shuffled } from '../frame/statistics.mjs';
import { firstAnswer, withoutCodeCache } from './bundles.mjs';
import { startFixture } from './fixture.mjs';
import { prepareFolder, startToFirstAnswer } from './npm-start.mjs';

const FUNCTIONS = ['api', 'publisher', 'feeder', 'projector', 'webhooks', 'mailer'];
const MAX_MILLISECONDS = { api: 250, publisher: 100 };
const MAX_KILOBYTES = { api: 2_000, publisher: 600 };
const MAX_SECONDS = 3;

const CACHED = 'with the code cache';
const AGAIN = 'with the code cache (again)';
const UNCACHED = 'without';

export const title = 'Start-up';
export const about = `From the start of a process to its first answer. The **bundles** are the files that are shipped: a new Node
process with Lambda's flags for 1,024 MB loads one and calls its handler once, on a table of the embedded
engine. **\`npm start\`** runs in an installed and built checkout, with an existing data folder, until the
API has answered a request that reads the table.`;

export const settings = ({ quick }) => (quick ? { runs: 2, starts: 1 } : { runs: 20, starts: 7 });

export async function run(measures, progress, { runs, starts }) {
  progress.expect(runs * FUNCTIONS.length + starts);
  await bundleFunctions();
  await measureBundles(measures, progress, runs);
  measureSizes(measures);
  await measureNpmStart(measures, progress, starts);
}

async function measureBundles(measures, progress, runs) {
  const rowTitle = 'bundle';
  const wall = measures.table({
    title: 'Process start to first answer',
    unit: 'ms',
    chart: 'bars',
    rowTitle,
  });
  const cpu = measures.table({ title: 'CPU time of a start', unit: 'ms', rowTitle });
  wall.goals = goalsOf(MAX_MILLISECONDS, CACHED);
  const fixture = await startFixture();
  const plain = withoutCodeCache(BUNDLES);
  const folders = { [CACHED]: BUNDLES, [AGAIN]: BUNDLES, [UNCACHED]: plain.folder };
  try {
    for (let n = 0; n < runs; n += 1)
      for (const name of shuffled(FUNCTIONS)) {
        const measured = {};
        for (const subject of shuffled(Object.keys(folders))) {
          const expected = subject === UNCACHED ? 'none' : 'used';
          measured[subject] = await firstAnswer(name, folders[subject], fixture, expected);
        }
        addRound(wall, name, figures(measured, 'milliseconds'));
        addRound(cpu, name, figures(measured, 'cpuMilliseconds'));
        progress.step(name);
      }
  } finally {
    plain.remove();
    await fixture.stop();
  }
}

const figures = (measured, what) =>
  Object.fromEntries([CACHED, AGAIN, UNCACHED].map((subject) => [subject, measured[subject][what]]));

function measureSizes(measures) {
  const table = measures.table({ title: 'Size of a bundle', unit: 'kB', rowTitle: 'bundle', exact: true });
  const kilobytes = (name, file) => statSync(join(BUNDLES, name, file)).size / 1000;
  for (const name of FUNCTIONS)
    addRound(table, name, {
      program: kilobytes(name, 'program.js'),
      'code cache': kilobytes(name, 'program.cache'),
    });
  table.goals = goalsOf(MAX_KILOBYTES, 'program');
}

async function measureNpmStart(measures, progress, starts) {
  const table = measures.table({ title: '`npm start` to first answer', unit: 's', rowTitle: 'start' });
  const row = 'warm';
  const folder = await prepareFolder();
  try {
    for (let n = 0; n < starts; n += 1) {
      addRound(table, row, { 'the API answers': await startToFirstAnswer(folder.path) });
      progress.step('npm start');
    }
  } finally {
    folder.remove();
  }
  table.goals = { [row]: { subject: 'the API answers', goals: [{ most: MAX_SECONDS }] } };
}

function goalsOf(most, subject) {
  return Object.fromEntries(
    Object.entries(most).map(([name, value]) => [name, { subject, goals: [{ most: value }] }]),
  );
}
