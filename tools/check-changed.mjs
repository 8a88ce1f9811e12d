// `npm run check -- --changed`: types, lint, format, and the specs that what has changed since the last commit can reach, those
// nearest to it and to its subject first. What has a fixed price whatever has changed is left to `npm run check`.
import './runtime/rerun.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** More take too long for a look in between: one worker loads what all need once, beside types and lint. */
const MAX_SPECS = 4;
const WORKERS = 1;
/** One of the same subject may take longer than those that only lead to the change. */
const SLOW_SECONDS = { near: 8, other: 5 };
/** Says nothing of the subject. */
const COMMON_WORDS = new Set([
  'apps',
  'libs',
  'test',
  'spec',
  'tsx',
  'index',
  'main',
  'controller',
  'service',
  'module',
  'directory',
]);

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

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.\.?\/|#libs\/|@rollbook\/)[^']+)'/g;
const { name: WORKSPACE, exports: EXPORTS } = JSON.parse(
  readFileSync(join(root, 'libs', 'single-table', 'package.json'), 'utf8'),
);

/** @returns what a file imports, as paths of the tree */
function importsOf(file) {
  const found = [];
  for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
    if (name.startsWith('#libs/')) found.push(`libs/${name.slice('#libs/'.length)}/src/index.ts`);
    else if (name.startsWith(WORKSPACE))
      found.push(join('libs', 'single-table', EXPORTS[name.replace(WORKSPACE, '.')]?.source ?? ''));
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

/** What a file is about, by its path: `apps/api/src/webhook-endpoints/webhook-checks.dto.ts` about webhook, endpoint and check. */
function wordsOf(path) {
  const words = path.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')).filter((word) => !COMMON_WORDS.has(word)));
}

/** The specs to run: those that were changed, those of the subject of what was, and others only if there are none of these. */
function choose(code, specs, slow) {
  const subject = new Set(code.flatMap((file) => [...wordsOf(file)]));
  const nearness = (file) =>
    code.includes(file) ? Infinity : [...wordsOf(file)].filter((word) => subject.has(word)).length;
  const known = specs
    .map((file) => ({ file, near: nearness(file) }))
    .filter(
      ({ file, near }) =>
        near === Infinity || (slow[file] ?? 0) <= (near > 0 ? SLOW_SECONDS.near : SLOW_SECONDS.other - 1),
    )
    .toSorted((a, b) => (a.near === b.near ? 0 : b.near - a.near));
  const near = known.filter(({ near }) => near > 0);
  return (near.length > 0 ? near : known).map(({ file }) => file);
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
const specs = choose(code, nearestSpecs(code), slow);
const chosen = specs.slice(0, MAX_SPECS);
if (specs.length > chosen.length)
  console.log(
    `The nearest ${chosen.length} of ${specs.length} spec files that the change can reach quickly.`,
  );
/** Its project is one of its own, of the libraries too. */
const isOfDashboard = !changed.every((file) =>
  /^(apps\/(?!dashboard)|docs|infra|test|tools)|\.md$/.test(file),
);
const checks = [
  run('format', bin('prettier'), ['--check', '--ignore-unknown', ...changed]),
  run('types', process.execPath, ['tools/check-types.mjs', ...(isOfDashboard ? [] : ['.'])]),
];
if (code.length > 0) checks.push(run('lint', bin('oxlint'), code));
if (chosen.length > 0)
  checks.push(
    run(chosen.join(', '), process.execPath, [
      'test/run.mjs',
      ...chosen.map((file) => `${file}$`),
      '-w',
      String(WORKERS),
    ]),
  );
process.exit((await Promise.all(checks)).every(Boolean) ? 0 : 1);
