import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../../dist/libs/program/src/idle-memory.js', import.meta.url));

/** After its start it works for a second, uses 60 MB for another, and says each second how much is in use. */
const PROGRAM = `
  import { giveBackMemoryWhenIdle } from ${JSON.stringify(BUILT)};
  giveBackMemoryWhenIdle();
  let used;
  setTimeout(() => {
    used = Array.from({ length: 60 }, (_, n) => Array.from({ length: 125_000 }, (_, m) => n + m / 7));
    for (const until = performance.now() + 1_100; performance.now() < until;);
    setTimeout(() => (used = undefined), 1_000);
  }, 2_500);
  setInterval(() => console.log(process.memoryUsage().heapUsed / 1e6), 1_000);`;

test('what is no longer in use is given back when there is nothing to do', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const seen: number[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      seen.push(Number(line));
      if (Number(line) < 20 && Math.max(...seen) > 60) return;
    }
    throw new Error(`It ended with ${seen.join(', ')} MB in use.`);
  } finally {
    child.kill();
  }
}, 60_000);
