// `npm run bench [-- part …] [--quick] [--long] [--out file.json] [--report]`: measures the parts one after the other, prints
// their tables, and keeps the result as JSON beside them.
// `npm run bench -- --report a.json …`: the report of what was measured before.
// `npm run bench -- --compare a.json b.json`: what moved.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from '../../apps/local/prepare.mjs';
import { installLocked } from '../../tools/install-locked.mjs';
import { ENGINES } from './engines.mjs';
import { compare, comparisonText } from './frame/compare.mjs';
import { circumstances } from './frame/machine.mjs';
import { merge } from './frame/merge.mjs';
import { writeReport } from './frame/report.mjs';
import { runPart } from './frame/run-part.mjs';

const PARTS = {
  peers: './peers/part.mjs',
  system: './system/part.mjs',
  calls: './calls/part.mjs',
  api: './api/part.mjs',
  'data-layer': '../../libs/single-table/bench/data-layer/part.mjs',
  'event-stores': './event-stores/part.mjs',
  streams: './streams/part.mjs',
  lambda: './lambda/part.mjs',
  scale: './scale/part.mjs',
  'large-tenant': './large-tenant/part.mjs',
  migration: './migration/part.mjs',
  search: './search/part.mjs',
  noisy: './noisy/part.mjs',
  unread: './noisy/unread-part.mjs',
  contention: './contention/part.mjs',
  ends: './ends/part.mjs',
  guard: './guard/part.mjs',
  'guard-beside': './guard/beside.mjs',
  log: './log/part.mjs',
  'log-delay': './log/delay-part.mjs',
  memory: './memory/part.mjs',
  'start-up': './start-up/part.mjs',
  dashboard: './dashboard/part.mjs',
  documentation: './documentation/part.mjs',
};

const here = fileURLToPath(new URL('.', import.meta.url));
const ofToolkit = fileURLToPath(new URL('../../libs/single-table/bench/', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    out: { type: 'string' },
    engine: { type: 'string' },
  },
});
const files = positionals.filter((each) => each.endsWith('.json'));
const names = positionals.filter((each) => !each.endsWith('.json'));
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

if (options.compare) {
  if (files.length !== 2) fail('Name two results: npm run bench -- --compare before.json after.json');
  const [before, after] = files.map(readJson);
  console.log(comparisonText(compare(before, after)));
} else if (files.length > 0) {
  if (!options.report || names.length > 0) fail('Results are for --report or --compare.');
  report(merge(files.map(readJson)));
} else await bench(names.length > 0 ? names : Object.keys(PARTS));

async function bench(wanted) {
  const unknown = wanted.filter((name) => !PARTS[name]);
  if (unknown.length > 0)
    fail(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  if (options.engine && !ENGINES[options.engine])
    fail(`There is no engine ${options.engine}. Engines: ${Object.keys(ENGINES).join(', ')}.`);
  prepare();
  for (const folder of [here, ofToolkit]) installLocked(folder);
  const result = { ...circumstances(), quick: options.quick, parts: {} };
  const file = options.out ?? `${here}results/${result.at.replaceAll(':', '-')}.json`;
  mkdirSync(dirname(file), { recursive: true });
  for (const name of wanted) {
    const part = await import(PARTS[name]);
    const settings = part.settings({ quick: options.quick, long: options.long });
    if (options.engine) settings.engines = [options.engine];
    result.parts[name] = await runPart(name, part, settings);
    // After each part: what is measured is kept, whatever becomes of the others.
    writeFileSync(file, `${JSON.stringify(result)}\n`);
  }
  console.log(`\nThe result is in ${file}.`);
  if (options.report) report(result);
  if (Object.values(result.parts).some(({ failed }) => failed)) process.exitCode = 1;
}

/** Its parts are in the order of a whole run, however they were measured. */
function report(result) {
  const inOrder = Object.keys(PARTS).filter((name) => result.parts[name]);
  const parts = Object.fromEntries(inOrder.map((name) => [name, result.parts[name]]));
  console.log(`The report is in ${writeReport({ ...result, parts })}.`);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
