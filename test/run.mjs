// `npm test`: installs and builds what is missing, then runs Jest with the ES module support it needs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from '../apps/local/prepare.mjs';

prepare();
const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: fileURLToPath(new URL('../', import.meta.url)) },
);
process.exit(status ?? 1);
