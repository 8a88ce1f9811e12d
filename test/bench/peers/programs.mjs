// The programs of a peer: got when they are first needed, started until they answer, and ended.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const cache = fileURLToPath(new URL('../../../.runtime/peers/', import.meta.url));
const STARTED_WITHIN_MS = 300_000;
const POLL_MS = 100;
const SHOWN_OF_AN_ERROR = 300;

/**
 * Builds a program of a Go module, in a module of its own that repeats its `replace` lines: `go install` refuses them.
 *
 * @returns {{ program: string } | { reason: string }}
 */
export function getGoProgram({ name, module, version }) {
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return { program };
  mkdirSync(folder, { recursive: true });
  try {
    const { GoMod } = JSON.parse(run('go', ['mod', 'download', '-json', `${module}@${version}`], folder));
    const { Go, Replace } = JSON.parse(run('go', ['mod', 'edit', '-json', GoMod], folder));
    const replaced = (Replace ?? []).map(({ Old, New }) => `replace ${written(Old)} => ${written(New)}\n`);
    const own = `module bench\n\ngo ${Go}\n\nrequire ${module} ${version}\n\n${replaced.join('')}`;
    writeFileSync(join(folder, 'go.mod'), own);
    console.log(`Building ${name} ${version} …`);
    run('go', ['build', '-mod=mod', '-o', program, `${module}/cmd/${name}`], folder);
    return { program };
  } catch (error) {
    return { reason: error.code === 'ENOENT' ? 'it needs Go' : error.message };
  }
}

const written = ({ Path, Version = '' }) => `${Path} ${Version}`;

/** @returns {{ bin: string } | { reason: string }} the folder of PostgreSQL's programs, of Debian's package */
export function getPostgres() {
  const folder = join(cache, 'postgresql');
  const known = [folder, '/'].map(binIn).find((each) => each !== undefined);
  if (known) return { bin: known };
  mkdirSync(folder, { recursive: true });
  try {
    const depends = run('apt-cache', ['depends', 'postgresql'], folder);
    const name = /postgresql-\d+/.exec(depends)?.[0] ?? 'postgresql';
    run('apt-get', ['download', name], folder);
    const [file] = readdirSync(folder).filter((each) => each.endsWith('.deb'));
    run('dpkg', ['-x', file, '.'], folder);
    const bin = binIn(folder);
    run(join(bin, 'initdb'), ['--version'], folder);
    return { bin };
  } catch (error) {
    return { reason: error.code === 'ENOENT' ? 'it needs PostgreSQL, or apt-get' : error.message };
  }
}

function binIn(folder) {
  const versions = join(folder, 'usr', 'lib', 'postgresql');
  const [newest] = existsSync(versions) ? readdirSync(versions).sort().reverse() : [];
  const bin = newest && join(versions, newest, 'bin');
  return bin && existsSync(join(bin, 'postgres')) ? bin : undefined;
}

/** @returns what it prints @throws Error with the last line of what it says, when it fails */
export function run(command, args, cwd, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local' },
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command}: ${lastLineOf(stderr || stdout)}`);
  return stdout;
}

const lastLineOf = (text) => text.trim().split('\n').at(-1).slice(0, SHOWN_OF_AN_ERROR);

/** @param isReady whether it answers by now @param stops takes what ends it @returns its process id */
export async function startProgram(command, args, isReady, { stops, signal = 'SIGTERM', env, ...options }) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...options,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said = `${said}${text}`.slice(-10 * SHOWN_OF_AN_ERROR)));
  const end = () => child.kill(signal);
  process.once('exit', end);
  const ended = once(child, 'close');
  stops.push(async () => {
    end();
    await ended;
    process.removeListener('exit', end);
  });
  const deadline = performance.now() + STARTED_WITHIN_MS;
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${command} has not started: ${said}`);
    await delay(POLL_MS);
  }
  return child.pid;
}

export const isOk = async (url) => (await fetch(url)).ok;
