import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationsOf } from '../../simulation/checks/operations.js';
import { PLANTED, type PlantedFault } from '../../simulation/planted/faults.js';
import { simulate } from '../../simulation/run/simulate.js';

// A second opinion on what the simulation's clients saw: Porcupine (main.go) looks for an order in which each aggregate's operations make sense.
// With ROLLBOOK_NIGHTLY only.

const SEEDS = Number(process.env['ROLLBOOK_SEEDS'] ?? 100);
const reason =
  process.env['ROLLBOOK_NIGHTLY'] !== '1'
    ? 'it is for the night'
    : spawnSync('go', ['version']).status === 0
      ? undefined
      : 'there is no Go';
if (reason?.startsWith('there')) process.stderr.write(`Skipped: Porcupine, as ${reason}.\n`);

(reason === undefined ? describe : describe.skip)('Porcupine', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'porcupine-'));
    const built = spawnSync('go', ['build', '-o', join(folder, 'check'), '.'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect([built.status, built.stderr.replaceAll(/^go: downloading.*\n/gm, '')]).toEqual([0, '']);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function opinionOf(seed: number, planted?: PlantedFault): Promise<string> {
    const operations = operationsOf(await simulate(seed, { planted }));
    expect(operations.length).toBeGreaterThan(0);
    const input = operations.map((each) => JSON.stringify(each)).join('\n');
    return spawnSync(join(folder, 'check'), { input, encoding: 'utf8' }).stdout;
  }

  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'finds every aggregate of run %i linearizable',
    async (seed) => expect(await opinionOf(seed)).toMatch(/^0 of \d+ histories refused/),
  );

  test.each(['consistent reads of items are stale', 'a user is changed whatever their version'])(
    'refuses some run in which %s',
    async (fault) => {
      const refused = /^\d+ user_\S+ Illegal$/m;
      for (let seed = 1; seed <= SEEDS; seed += 1)
        if (refused.test(await opinionOf(seed, PLANTED[fault]))) return;
      throw new Error(`${SEEDS} seeds are all found linearizable.`);
    },
  );
});
