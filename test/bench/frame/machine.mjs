import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const MANIFESTS = ['', 'test/bench/', 'libs/single-table/bench/'].map(
  (folder) => `${root}${folder}package.json`,
);

/** What a figure depends on: the machine (without its name), Node, the versions of what is measured, the commit. */
export function circumstances() {
  return {
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: `${platform()} ${arch()}`,
    },
    node: process.version,
    versions: Object.assign({}, ...MANIFESTS.map(versionsIn)),
    commit: commit(),
    at: new Date().toISOString(),
  };
}

function versionsIn(file) {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dependencies, ...optionalDependencies };
}

function commit() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with uncommitted changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
