// See .ci/flaky. The ledger is `.flaky/ledger.json`: for each spec file how often it ran, and each failure.
import { prepare } from '../apps/local/prepare.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** A run's files, which share an engine and three workers. */
const FILES_OF_A_RUN = 6;

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, '.flaky');
const ledgerFile = join(folder, 'ledger.json');
const failuresFile = join(folder, 'failures');
const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '45' }, loops: { type: 'string', default: '4' } },
});

function specFiles() {
  const all = ['apps', 'infra', 'libs', 'test'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
  );
  return all.filter(
    (path) =>
      path.endsWith('.spec.ts') &&
      !path.includes('node_modules') &&
      (patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern).test(path))),
  );
}

function readLedger() {
  return existsSync(ledgerFile) ? JSON.parse(readFileSync(ledgerFile, 'utf8')) : {};
}

function writeLedger(ledger) {
  const draft = `${ledgerFile}.draft`;
  writeFileSync(draft, `${JSON.stringify(ledger, undefined, 1)}\n`);
  renameSync(draft, ledgerFile);
}

/** Those that ran least, in random order. */
function nextFiles(ledger) {
  return specFiles()
    .map((file) => ({ file, runs: ledger[file]?.runs ?? 0, draw: Math.random() }))
    .toSorted((a, b) => a.runs - b.runs || a.draw - b.draw)
    .slice(0, FILES_OF_A_RUN)
    .map(({ file }) => file);
}

/** Not synchronously: a signal would not be noticed. */
async function runOnce(files, seed) {
  rmSync(failuresFile, { force: true });
  const run = spawn(process.execPath, ['test/run.mjs', ...files.map((file) => `${file}$`), '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ROLLBOOK_SEED: String(seed), ROLLBOOK_FAILURES: failuresFile },
  });
  await once(run, 'exit');
  if (!existsSync(failuresFile)) return [];
  const lines = readFileSync(failuresFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.split('\t'));
}

prepare();
mkdirSync(folder, { recursive: true });
const loops = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => loops.forEach((loop) => loop.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const until = Date.now() + Number(values.minutes) * 60_000;
const ledger = readLedger();
let [runs, failed] = [0, 0];
while (Date.now() < until) {
  const files = nextFiles(ledger);
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const failures = await runOnce(files, seed);
  for (const file of files) (ledger[file] ??= { runs: 0, failures: [] }).runs += 1;
  for (const [file, test] of failures) {
    ledger[file]?.failures.push({ test, seed, at: new Date().toISOString() });
    console.log(`FLAKY: ${file}, ${test}, seed ${seed}`);
  }
  writeLedger(ledger);
  runs += files.length;
  failed += failures.length;
}
const known = Object.values(ledger);
console.log(
  `${runs} repetitions now, ${failed} failed; in the ledger ${known.length} files, ` +
    `${known.reduce((sum, each) => sum + each.runs, 0)} repetitions, ${known.flatMap((each) => each.failures).length} failures.`,
);
process.exit(failed === 0 ? 0 : 1);
