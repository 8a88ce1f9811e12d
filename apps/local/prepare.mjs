// Makes a fresh clone runnable: installs the locked packages if they are missing or out of date, and builds `dist` if a
// source has changed. Plain JavaScript with Node's own modules only, because it runs before any package is installed.
import '../../tools/runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stampFile = join(root, 'dist', '.source-stamp');
const workspaceFile = join(root, 'libs', 'single-table', 'dist', 'index.js');
const dashboardStampFile = join(root, 'dist', 'dashboard', '.source-stamp');

/** What determines `dist`, besides the sources. */
const BUILT_WITH = [
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'libs/client/package.json',
  'libs/events/package.json',
  'libs/guard/package.json',
  'libs/react/package.json',
  'libs/single-table/package.json',
  'libs/single-table/tsconfig.build.json',
  'libs/subscriber/package.json',
  'libs/testing/package.json',
  'libs/verify/package.json',
  'tools/compile.mjs',
  'tools/externals.mjs',
  'tools/link.mjs',
];

/** Installs and builds what is missing. Exits with a message if that fails. */
export function prepare() {
  if (!isInstalled()) run('Installing packages (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund']);
  // The steps of `npm run build`, without npm in between, and only those whose sources have changed.
  if (!existsSync(workspaceFile) || !isCurrent(stampFile, sourceStamp())) {
    run('Building', process.execPath, [join('tools', 'build-programs.mjs')]);
    markBuilt();
  }
  if (!isCurrent(dashboardStampFile, dashboardStamp())) {
    run('Building the dashboard', process.execPath, [join('tools', 'build-dashboard.mjs')]);
    writeFileSync(dashboardStampFile, dashboardStamp());
  }
}

export function markBuilt() {
  writeFileSync(stampFile, sourceStamp());
}

function isCurrent(file, stamp) {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** True if node_modules contains exactly the locked versions. Packages for other platforms may be absent. */
function isInstalled() {
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const { packages: installed } = JSON.parse(readFileSync(installedLock, 'utf8'));
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    if (installed[path] === undefined) return Boolean(optional || devOptional);
    return installed[path].version === version;
  });
}

function sourceStamp() {
  const isSource = (file) =>
    file.endsWith('.ts') && !isSpec(file) && !file.startsWith(join(root, 'apps', 'dashboard'));
  const libraries = readdirSync(join(root, 'libs')).map((name) => join('libs', name, 'src'));
  return stampOf(BUILT_WITH, ['apps', ...libraries], isSource);
}

function dashboardStamp() {
  const builtWith = ['package-lock.json', join('tools', 'build-dashboard.mjs')];
  return stampOf(
    builtWith,
    [join('apps', 'dashboard'), join('libs', 'client', 'src')],
    (file) => !isSpec(file),
  );
}

function isSpec(file) {
  return file.endsWith('spec.ts');
}

/** Of path, size and modification time of each file. */
function stampOf(files, folders, isSource) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(describe(join(root, file)));
  for (const folder of folders)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && isSource(file)) hash.update(describe(file));
    }
  return hash.digest('hex');
}

function describe(file) {
  const { size, mtimeMs } = statSync(file);
  return `${file}:${size}:${mtimeMs}\n`;
}

function run(title, command, args) {
  console.log(`${title} …`);
  // Attached: killing this process also kills what it waits for.
  const attached = join(root, 'tools', 'runtime', 'attached.mjs');
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [attached, command, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  console.error(`${title} failed.\n${stdout ?? ''}${stderr ?? ''}${error ? error.message : ''}`);
  process.exit(status ?? 1);
}
