// Follows CONTRIBUTING.md to the letter in a copy of the sources, and runs the specs that notice it.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

export function placesIn(text) {
  return Array.from(text.matchAll(/`((?:apps|libs|docs|test)\/[\w./-]+)`/g), ([, path]) => path);
}

/** @throws Error unless the guide names these places and no others */
export function requirePlaces(named, touched) {
  const [wanted, used] = [named, touched].map((places) => [...new Set(places)].sort().join('\n'));
  if (wanted !== used) throw new Error(`CONTRIBUTING.md names\n${wanted}\nand these are touched:\n${used}`);
}

/**
 * With `--check` it only looks whether the places are there, which test/contributing.spec.ts does with each run.
 *
 * @param edits what is inserted before the first place where a text occurs, by file
 * @param added the contents of new files, by their paths
 * @param written the arguments of the runs that write documents
 */
export function tryInCopy({ name, edits, added = {}, spec, written = [], specs }) {
  if (process.argv.includes('--check')) {
    for (const [file, insertions] of Object.entries(edits)) inserted(join(root, file), insertions);
    return;
  }
  const copy = mkdtempSync(join(dirname(root.replace(/\/$/, '')), `rollbook-${name}-`));
  try {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of tracked.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
    linkPackages(copy);
    for (const [file, insertions] of Object.entries(edits)) insert(join(copy, file), insertions);
    for (const [file, text] of Object.entries(added)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
    cpSync(join(root, 'test/scaffold', `${spec}.ts`), join(copy, 'test/scaffold', `${spec}.spec.ts`));
    run(copy, {}, 'run', 'client');
    run(copy, {}, 'run', 'contracts');
    // After the types that the client generates.
    run(copy, {}, 'run', 'typecheck');
    if (written.length > 0) run(copy, { ROLLBOOK_WRITE_DOCS: '1' }, 'test', '--', ...written);
    run(copy, {}, 'test', '--', `test/scaffold/${spec}`, ...specs);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The packages are those of this repository; the workspace is the copy's own. */
function linkPackages(copy) {
  const [from, to] = [root, copy].map((folder) => join(folder, 'node_modules'));
  mkdirSync(join(to, '@rollbook'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@rollbook') symlinkSync(join(from, name), join(to, name));
  symlinkSync(join(copy, 'libs', 'single-table'), join(to, '@rollbook', 'single-table'));
}

function insert(file, insertions) {
  writeFileSync(file, inserted(file, insertions));
}

function inserted(file, insertions) {
  let text = readFileSync(file, 'utf8');
  for (const [place, addition] of insertions) {
    if (!text.includes(place)) throw new Error(`${file} has no ${place}`);
    text = text.replace(place, () => addition + place);
  }
  return text;
}

function run(folder, environment, ...command) {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync('npm', command, { cwd: folder, stdio: 'inherit', env });
  if (status !== 0) throw new Error(`npm ${command.join(' ')} failed.`);
}
