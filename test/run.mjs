// `npm test`: installs and builds what is missing, then runs Jest with the ES module support it needs: everything on
// the embedded engine, and, where Java is present, what depends on the engine again on Amazon's DynamoDB Local.
// What is handed out (packages, functions, documents) is tried away from home, which takes as long as much of the rest: `npm test -- handed-out`,
// as .ci/run does. Arguments go to Jest (`npm test -- test/directory`); the second engine is then used only with
// ROLLBOOK_TEST_ENGINE=dynamodb-local. With ROLLBOOK_TEST_ENGINE=weak a table stands before the embedded engine that is as
// weak as the service's: see test/support/weak-table.
//
// Of its own it takes `--slowest`, which lists the files that took longest, and `--record`, which stores their times in
// test/jest/slow-files.json. In CI (ROLLBOOK_RETRY) a file that failed is run once more, alone and with the same seed: if it
// then passes, the run passes and says FLAKY.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../apps/local/prepare.mjs';
import {
  reasonAgainstDynamoDBLocal,
  SHORT_LIVED,
  startDynamoDBLocal,
} from './support/engines/dynamodb-local.mjs';

/**
 * The specs that prove something about the engine itself begin with this. CI runs more on DynamoDB Local, which take long there: .ci/run.
 */
const ON_BOTH_ENGINES = '/** @engines both */';

/** Packages, functions and documents, as those who get them use them. */
const HANDED_OUT = [
  'test/packages/',
  'libs/single-table/package/',
  'test/lambda/bundles',
  'test/documentation',
];

/** On DynamoDB Local, of which each has one: it computes where the embedded engine waits. */
const LOCAL_WORKERS = 3;

/** When more fail, it is no chance. */
const MAX_REPEATED = 4;
/** Files that take longer have their place at the start of a run. */
const SLOW_SECONDS = 5;

const NODE_OPTIONS = [
  // What `#libs/…` means in package.json, and `@rollbook/…` in the workspace's: the sources, as they are in the tree.
  '--conditions=source',
  '--import',
  new URL('jest/typescript.mjs', import.meta.url).href,
  '--enable-source-maps',
  // In megabytes: what lives as long as a test is not to be moved about.
  '--max-semi-space-size=64',
];

const root = fileURLToPath(new URL('../', import.meta.url));
const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));

/**
 * Where Linux has a file system in memory with room for it, the tests' data goes there: on a disk both cores stand idle
 * while the engine waits for each of its writes. A run needs about 300 MB.
 */
function keepDataInMemory() {
  const gigabyte = 2 ** 30;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > gigabyte && process.availableMemory() > 4 * gigabyte)
      process.env.TMPDIR ??= '/dev/shm';
  } catch {
    // There is none: the usual folder will do.
  }
}

async function runJest(args, environment = {}) {
  const child = spawn(process.execPath, [...NODE_OPTIONS, jest, ...args], {
    stdio: 'inherit',
    cwd: root,
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function specsOnBothEngines() {
  const specs = ['libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  );
  return specs.filter((file) => readFileSync(join(root, file), 'utf8').startsWith(ON_BOTH_ENGINES));
}

async function runOnDynamoDBLocal(args) {
  const reason = reasonAgainstDynamoDBLocal();
  if (reason) {
    console.log(`\nSkipped on DynamoDB Local: ${reason}.`);
    return 0;
  }
  console.log('\nThe same on DynamoDB Local:');
  const engines = await Promise.all(
    Array.from({ length: LOCAL_WORKERS }, () => startDynamoDBLocal(SHORT_LIVED)),
  );
  const endpoints = engines.map(({ endpoint }) => endpoint);
  try {
    return await runAndRepeat(args.includes('-w') ? args : [`--maxWorkers=${LOCAL_WORKERS}`, ...args], {
      ROLLBOOK_DYNAMODB_ENDPOINT: endpoints[0],
      ROLLBOOK_TEST_ENDPOINTS: endpoints.join(','),
      ROLLBOOK_TEST_ENGINE: 'dynamodb-local',
    });
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()));
  }
}

/** Whether all files that failed pass when they are alone; each that does is told as FLAKY. */
async function passesWhenRepeated(failures, environment) {
  const failed = new Map(
    readLines(failures).map((line) => {
      const [file, test] = line.split('\t');
      return [file, test];
    }),
  );
  if (!process.env.ROLLBOOK_RETRY || failed.size === 0 || failed.size > MAX_REPEATED) return false;
  for (const [file, test] of failed) {
    console.log(`\nOnce more, alone: ${file}`);
    if ((await runJest([file, '--runInBand'], environment)) !== 0) return false;
    const line = `FLAKY: ${file}, ${test}, seed ${process.env.ROLLBOOK_SEED}`;
    console.log(`\n${line}`);
    if (process.env.ROLLBOOK_FLAKY_LOG) appendFileSync(process.env.ROLLBOOK_FLAKY_LOG, `${line}\n`);
  }
  return true;
}

async function runAndRepeat(args, environment = {}) {
  const failures =
    process.env.ROLLBOOK_FAILURES ??
    join(folder, `failures-${environment.ROLLBOOK_TEST_ENGINE ?? 'embedded'}`);
  const status = await runJest(args, { ROLLBOOK_FAILURES: failures, ...environment });
  return status === 0 || (await passesWhenRepeated(failures, environment)) ? 0 : status;
}

function readLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** On the embedded engine, which every file runs on. */
function recordTimes(file) {
  const [files = '[]'] = readLines(file);
  const slow = JSON.parse(files)
    .filter(({ seconds }) => seconds >= SLOW_SECONDS)
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ file, seconds }) => [file, Math.round(seconds)]);
  const stored = new URL('jest/slow-files.json', import.meta.url);
  writeFileSync(stored, `${JSON.stringify(Object.fromEntries(slow), undefined, 2)}\n`);
}

prepare();
keepDataInMemory();
const folder = mkdtempSync(join(tmpdir(), 'rollbook-run-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// The tests that draw at random draw the same on both engines, and again when this is given.
process.env.ROLLBOOK_SEED ??= String(Math.trunc(Math.random() * 2 ** 31));
const own = ['--slowest', '--record'];
const args = process.argv
  .slice(2)
  .filter((arg) => !own.includes(arg))
  .flatMap((arg) => (arg === 'handed-out' ? HANDED_OUT : [arg]));
const [slowest, record] = own.map((arg) => process.argv.includes(arg));
const times = join(folder, 'times');
if (slowest || record) process.env.ROLLBOOK_SLOWEST = record ? times : '1';
const both = args.length === 0;
const onlyLocal = process.env.ROLLBOOK_TEST_ENGINE === 'dynamodb-local';
const allButHandedOut = [`--testPathIgnorePatterns=${HANDED_OUT.join('|')}`];
const first = onlyLocal ? 0 : await runAndRepeat(both ? allButHandedOut : args);
if (both) console.log('\nNot run: what is handed out (npm test -- handed-out).');
if (record) recordTimes(times);
const second = both || onlyLocal ? await runOnDynamoDBLocal(both ? specsOnBothEngines() : args) : 0;
process.exit(first || second);
