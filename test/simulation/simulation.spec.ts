import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { simulate } from './run/simulate.js';

/** Each takes about a third of a second of processor time; ROLLBOOK_SEEDS for more. */
const SEEDS = Number(process.env['ROLLBOOK_SEEDS'] ?? 60);

describe('The whole system', () => {
  test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
    'keeps its promises in run %i',
    async (seed) => {
      const { complaints } = await simulate(seed);
      const toSeeIt = `To see it: node test/simulation/simulate.mjs ${seed} 1 trace`;
      if (complaints.length > 0) throw new Error([toSeeIt, ...new Set(complaints)].join('\n'));
    },
  );
});

test('the same seed is the same run, to the last line of its trace', async () => {
  const [first, again, other] = [await simulate(5), await simulate(5), await simulate(6)];
  expect(again.world.scheduler.trace.lines).toEqual(first.world.scheduler.trace.lines);
  expect(again.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
});

test('the same seed is the same run in another process', async () => {
  const { hash } = await simulate(5);
  const program = fileURLToPath(new URL('simulate.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [program, '5'], { encoding: 'utf8' });
  expect(stdout).toContain(`5 ${hash} `);
});
