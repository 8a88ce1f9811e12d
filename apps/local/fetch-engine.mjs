// The lock can only name engines that were in the registry when it was written, which is the one for Linux on x64. On another
// platform its own package is fetched, in the same version, to .runtime/engine; where there is none, `npm start` goes on with
// Amazon's DynamoDB Local (libs/embedded-engine/src/programs.ts).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function fetchEngine(root) {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const folder = join(root, '.runtime', 'engine');
  if ([root, folder].some((each) => existsSync(join(each, 'node_modules', name)))) return;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies['@dynoxide/linux-x64'];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { status } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
    {
      cwd: folder,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0)
    console.log(`The package ${name} ${version} could not be fetched: looking for Java instead.`);
}
