// Checks that are written in Python run in a virtual environment of their own: `.venv/<name>`, with exactly the packages
// of `tools/python/<name>.txt`. Created once, and again when that file, or Python, has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const OLDEST = [3, 10];
const scripts = process.platform === 'win32' ? 'Scripts' : 'bin';

/**
 * @param {string} name of the file of requirements, without `.txt`
 * @returns {((program: string) => string) | undefined} the path of a program of that environment (`python`, `cfn-lint` …);
 *   undefined where there is no Python that could make one: the reason has been printed, and the check is to be skipped
 * @throws Error when Python is there and the packages cannot be installed
 */
export function pythonEnvironment(name) {
  const found = findPython();
  if (found.reason) {
    console.log(`Skipped: ${found.reason}`);
    return undefined;
  }
  const requirements = join(root, 'tools', 'python', `${name}.txt`);
  const folder = join(root, '.venv', name);
  const stampFile = join(folder, '.stamp');
  const stamp = createHash('sha256').update(found.version).update(readFileSync(requirements)).digest('hex');
  const programOf = (program) => join(folder, scripts, program);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return programOf;
  console.log(`Installing the packages of tools/python/${name}.txt …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(found.python, ['-m', 'venv', folder]);
  run(programOf('python'), ['-m', 'pip', 'install', '--quiet', '--no-input', '--requirement', requirements]);
  writeFileSync(stampFile, stamp);
  return programOf;
}

function findPython() {
  const tried = [];
  for (const python of ['python3', 'python']) {
    const { status, stdout } = spawnSync(
      python,
      ['-c', 'import sys, venv, ensurepip; print(".".join(map(str, sys.version_info[:3])))'],
      { encoding: 'utf8' },
    );
    if (status === null) continue;
    const version = stdout.trim();
    const [major, minor] = version.split('.').map(Number);
    if (status === 0 && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])))
      return { python, version };
    tried.push(status === 0 ? `${python} is ${version}` : `${python} lacks the module venv`);
  }
  return {
    reason: `this check needs Python ${OLDEST.join('.')} or newer, with venv (${tried.join(', ') || 'no python3 was found'}).`,
  };
}

function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`);
}
