// Makes a fresh clone runnable: installs the locked packages when they are missing or out of date, and builds `dist`
// when a source has changed. Plain JavaScript with Node's own modules only: it runs before any package is there.
import '../../tools/runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stampFile = join(root, 'dist', '.source-stamp');

/** What decides, beside the sources, what `dist` is. */
const BUILT_WITH = [
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'tools/absent-packages.mjs',
  'tools/compile.mjs',
  'tools/link.mjs',
];

/** Installs and builds what is missing. Ends the process with a message when that fails. */
export function prepare() {
  if (!isInstalled()) run('Installing packages (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()) return;
  // `npm run build`, without npm in between.
  run('Building', process.execPath, [join('tools', 'build.mjs')]);
  markBuilt();
}

/** Says that `dist` is of the sources as they are now. */
export function markBuilt() {
  writeFileSync(stampFile, sourceStamp());
}

/** True when node_modules holds exactly the locked versions. Packages for other platforms are allowed to be absent. */
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

/** Changes whenever a file that goes into `dist` does: path, size and modification time of each. */
function sourceStamp() {
  const hash = createHash('sha256').update(process.version);
  for (const file of BUILT_WITH) hash.update(describe(join(root, file)));
  for (const folder of ['apps', 'libs'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name.endsWith('.ts'))
        hash.update(describe(join(entry.parentPath, entry.name)));
  return hash.digest('hex');
}

function describe(file) {
  const { size, mtimeMs } = statSync(file);
  return `${file}:${size}:${mtimeMs}\n`;
}

function run(title, command, args) {
  console.log(`${title} …`);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  console.error(`${title} failed.\n${stdout ?? ''}${stderr ?? ''}${error ? error.message : ''}`);
  process.exit(status ?? 1);
}
