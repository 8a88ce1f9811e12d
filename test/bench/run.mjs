// `npm run bench [-- part …] [--quick] [--out file.json] [--report]`, `npm run bench -- --compare a.json b.json`:
// measures the parts one after the other, prints their tables, and keeps the result as JSON beside them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from '../../apps/local/prepare.mjs';
import { compare, comparisonText } from './frame/compare.mjs';
import { goalsText } from './frame/goals.mjs';
import { circumstances } from './frame/machine.mjs';
import { Measures } from './frame/measures.mjs';
import { Progress } from './frame/progress.mjs';
import { writeReport } from './frame/report.mjs';
import { tableText } from './frame/table-text.mjs';

const PARTS = {
  api: './api/part.mjs',
  'data-layer': './data-layer/part.mjs',
  'large-tenant': './large-tenant/part.mjs',
};

const here = fileURLToPath(new URL('.', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    out: { type: 'string' },
    engine: { type: 'string' },
  },
});

if (options.compare) {
  const [before, after] = positionals.map((path) => JSON.parse(readFileSync(path, 'utf8')));
  if (!before || !after) fail('Name two results: npm run bench -- --compare before.json after.json');
  console.log(comparisonText(compare(before, after)));
} else await bench(positionals.length > 0 ? positionals : Object.keys(PARTS));

async function bench(names) {
  const unknown = names.filter((name) => !PARTS[name]);
  if (unknown.length > 0)
    fail(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  prepare();
  installPeers();
  const result = { ...circumstances(), quick: options.quick, parts: {} };
  for (const name of names) result.parts[name] = await runPart(name);
  const file = options.out ?? `${here}results/${result.at.replaceAll(':', '-')}.json`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result)}\n`);
  console.log(`\nThe result is in ${file}.`);
  if (options.report) console.log(`The report is in ${writeReport(result)}.`);
}

async function runPart(name) {
  const part = await import(PARTS[name]);
  const measures = new Measures();
  const progress = new Progress(name);
  const startedAt = performance.now();
  const settings = part.settings({ quick: options.quick });
  if (options.engine) settings.engines = [options.engine];
  try {
    await part.run(measures, progress, settings);
  } finally {
    progress.end();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n# ${part.title} (${seconds} s)`);
  for (const table of measures.tables) {
    const shown = table.baseline ? `${table.unit}; bold: of ${table.baseline}` : table.unit;
    console.log(`\n## ${table.title} (${shown})\n\n${tableText(table)}`);
    if (table.goals) console.log(`\n${goalsText(table)}`);
  }
  for (const remark of measures.remarks) console.log(`\n${remark}`);
  return { title: part.title, about: part.about, seconds, settings, ...measures };
}

function installPeers() {
  if (existsSync(`${here}node_modules/.package-lock.json`)) return;
  console.log('Installing what is measured against (npm ci in test/bench) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
