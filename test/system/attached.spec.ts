import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.js';

const attached = fileURLToPath(new URL('../../tools/runtime/attached.mjs', import.meta.url));

/** Says its id, and goes on for ever. */
const FOREVER = 'console.log(process.pid); setInterval(() => {}, 1_000)';
/** Waits for a command as the preparation of a start does: nothing else runs meanwhile. */
const WAITS = `require('node:child_process').spawnSync(process.execPath, [process.argv[1], process.execPath, '-e', process.argv[2]], { stdio: 'inherit' })`;

test.each(['SIGTERM', 'SIGKILL'] as const)('what a start waits for ends with it: %s', async (signal) => {
  const waiting = spawn(process.execPath, ['-e', WAITS, attached, FOREVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(waiting.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const exists = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(exists()).toBe(true);
  waiting.kill(signal);
  await eventually('the command has ended', () => !exists());
});
