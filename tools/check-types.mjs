// `npm run typecheck`: the types of everything, by the native compiler, which has no API for the build's plugins yet. What
// has not changed since the last time is not checked again. Given a project, only that one is.
import './runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url));

let status = 0;
for (const project of process.argv.length > 2
  ? process.argv.slice(2)
  : ['.', 'apps/dashboard', 'libs/react']) {
  const known = `node_modules/.cache/types-${project.replaceAll(/\W/g, '')}.tsbuildinfo`;
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', known, '--project', project];
  status ||= spawnSync(process.execPath, [compiler, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}
process.exit(status);
