// Import this first in what a person starts: on a Node older than package.json asks for, the program is run again, the same
// way, by the Node that is pinned beside this file; it is fetched when it is not there yet. On a newer Node nothing happens.
// Node's own modules only, and nothing that an old Node lacks.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('./', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const onWindows = process.platform === 'win32';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const oldest = readJson(join(root, 'package.json')).engines.node.replace('>=', '');

function isOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** Where the pinned Node is; it is fetched if it is not there yet. */
function pinnedNode() {
  const name = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
  const pin = readJson(join(here, 'package-lock.json')).packages[`node_modules/${name}`];
  if (pin === undefined) throw new Error('none is pinned for this platform');
  const folder = join(root, '.runtime', `${name}-${pin.version}`);
  const program = join(folder, 'bin', onWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) fetchNode(name, pin, folder);
  return { version: pin.version, program };
}

/** npm compares what it fetches with the lock's hash. The package `node` would run a script, without one. */
function fetchNode(name, { optional: _optional, ...pin }, folder) {
  console.error(`Fetching Node ${pin.version} …`);
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(dirname(folder), 'fetching-'));
  try {
    const dependencies = { [name]: pin.version };
    const packages = { '': { dependencies }, [`node_modules/${name}`]: pin };
    writeFileSync(join(work, 'package.json'), JSON.stringify({ dependencies }));
    writeFileSync(join(work, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    const { status, error, stderr } = spawnSync(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: work, encoding: 'utf8', shell: onWindows },
    );
    if (status !== 0)
      throw new Error(`Node ${pin.version} could not be fetched (${error?.message ?? reasonOf(stderr)})`);
    // Somebody else may have been faster.
    if (!existsSync(folder)) renameSync(join(work, 'node_modules', name), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What npm says first, without what it says about its log. */
function reasonOf(stderr) {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error'));
  return lines
    .map((line) => line.replace(/^npm error (code )?/, '').trim())
    .slice(0, 2)
    .join(': ');
}

/**
 * Runs a program in this one's place: it gets the signals that this one gets, and this one ends as it ends.
 *
 * @returns {Promise<never>}
 */
export function runInstead(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  // An npm that is killed passes no signal on: this process then gets another parent.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1_000).unref();
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    for (const each of signals) process.off(each, forward);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
  return new Promise(() => {});
}

/** The first command says it; those after it say the same no more. */
function sayOnce(notice) {
  const file = join(root, '.runtime', 'notice');
  if (existsSync(file) && readFileSync(file, 'utf8') === notice) return;
  console.error(notice);
  writeFileSync(file, notice);
}

async function rerun() {
  const { version, program } = pinnedNode();
  sayOnce(`Node ${process.versions.node} is older than ${oldest}: this runs on Node ${version} in .runtime.`);
  // What is started from there by name, npm for one, runs on it too.
  process.env.PATH = `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`;
  await runInstead(program, [...process.execArgv, ...process.argv.slice(1)]);
}

if (isOld())
  await rerun().catch((error) => {
    console.error(
      `Rollbook needs Node ${oldest} or newer; this is ${process.versions.node}, and ${error.message}.`,
    );
    process.exit(1);
  });
