import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Installs what a folder's own lock names, unless it is there. Exits if that fails. */
export function installLocked(folder) {
  if (isInstalled(folder)) return;
  console.log(`Installing the packages of ${folder} (npm ci) …`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled(folder) {
  const installedLock = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const { packages } = readJson(installedLock);
  const { dependencies } = readJson(join(folder, 'package.json'));
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  );
}
