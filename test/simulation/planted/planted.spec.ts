import { readFileSync } from 'node:fs';
import { simulate } from '../run/simulate.js';
import { PLANTED } from './faults.js';

// Each fault must be found: by the first seed that did so. ROLLBOOK_NIGHTLY looks for that seed again.

const MAX_SEEDS = 600;
const found = JSON.parse(readFileSync(new URL('found.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>;

test('every fault has a seed that finds it', () => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(PLANTED).sort());
  expect(Object.keys(PLANTED).length).toBeGreaterThanOrEqual(20);
});

test.each(Object.entries(PLANTED))('is found: %s', async (name, planted) => {
  const known = found[name] ?? 0;
  let seed = process.env['ROLLBOOK_NIGHTLY'] ? 1 : known;
  for (; seed <= MAX_SEEDS; seed += 1) {
    const { complaints } = await simulate(seed, { planted });
    if (complaints.length > 0 || seed === known)
      return expect([name, complaints.length > 0]).toEqual([name, true]);
  }
  throw new Error(`${MAX_SEEDS} seeds do not find: ${name}`);
});
