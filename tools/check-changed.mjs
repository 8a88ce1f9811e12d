// `npm run check -- --changed`: types, lint, format, and the specs that what has changed since the last commit can reach, those
// nearest to it first. What has a fixed price whatever has changed is left to `npm run check`.
import './runtime/rerun.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** More take too long for a look in between. */
const MAX_SPECS = 8;

const root = fileURLToPath(new URL('../', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

function sources() {
  return ['apps', 'infra', 'libs', 'test'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${top}/${path}`),
  );
}

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.\.?\/|#libs\/)[^']+)'/g;

/** @returns what a file imports, as paths of the tree */
function importsOf(file) {
  const found = [];
  for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
    if (name.startsWith('#libs/')) found.push(`libs/${name.slice('#libs/'.length)}/src/index.ts`);
    else {
      const path = join(dirname(file), name);
      found.push(path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`, `${path}.tsx`);
    }
  }
  return found;
}

/** Spec files from which an import leads to one of the changed files, by the number of steps. */
function nearestSpecs(changed) {
  const importers = new Map();
  for (const file of sources())
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const seen = new Set(changed);
  const specs = [];
  for (let level = [...changed]; level.length > 0;) {
    specs.push(...level.filter((file) => file.endsWith('.spec.ts')));
    level = [...new Set(level.flatMap((file) => importers.get(file) ?? []))].filter(
      (file) => !seen.has(file),
    );
    for (const file of level) seen.add(file);
  }
  return specs;
}

function run(title, command, args) {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('exit', (code) => {
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${title}, ${seconds} s`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const changed = [
  ...new Set([...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]),
].filter((file) => existsSync(join(root, file)));
if (changed.length === 0) {
  console.log('Nothing has changed since the last commit.');
  process.exit(0);
}
const code = changed.filter((file) => /\.tsx?$/.test(file));
const slow = JSON.parse(readFileSync(join(root, 'test', 'jest', 'slow-files.json'), 'utf8'));
// A slow one only if it was changed itself.
const specs = nearestSpecs(code).filter((file) => !(file in slow) || code.includes(file));
const chosen = specs.slice(0, MAX_SPECS);
if (specs.length > chosen.length)
  console.log(
    `The nearest ${chosen.length} of ${specs.length} spec files that the change can reach quickly.`,
  );
const checks = [
  run('format', bin('prettier'), ['--check', '--ignore-unknown', ...changed]),
  run('types', process.execPath, ['tools/check-types.mjs']),
];
if (code.length > 0) checks.push(run('lint', bin('oxlint'), code));
if (chosen.length > 0)
  checks.push(
    run(`${chosen.join(', ')}`, process.execPath, ['test/run.mjs', ...chosen.map((file) => `${file}$`)]),
  );
process.exit((await Promise.all(checks)).every(Boolean) ? 0 : 1);
