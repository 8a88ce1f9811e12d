import { randomInt } from 'node:crypto';
import type { PublishedEvent } from '#libs/event-contracts';
import { AccessCopy, applyEvent, type FeedEvent } from '#libs/guard';
import { compareWithApi } from '../support/api/access-answers.js';
import { startApi } from '../support/api/api.js';
import type { BusFault } from '../support/streams/recorded-bus.js';
import { runProof, type ProofReport, type ProofSettings } from './proof/proof.js';

// At night, with real processes: `npm test` has the same faults in test/simulation. `npm run proof` sets these for the long run.
const isRun = process.env['ROLLBOOK_NIGHTLY'] === '1' || process.env['PROOF_KILLS'] !== undefined;
const setting = (name: string, otherwise: number) => Number(process.env[`PROOF_${name}`] ?? otherwise);
const seed = setting('SEED', randomInt(2 ** 31));
const kills = setting('KILLS', 5);
const settings: ProofSettings = {
  seed,
  commands: setting('COMMANDS', 250),
  aggregates: setting('AGGREGATES', 60),
  kills,
  workers: 3,
};

(isRun ? test : test.skip)(
  `seed ${seed}: nothing is lost, invented, reordered or changed, and no checkpoint is ahead of the bus`,
  async () => {
    let differences: string[] = [];
    const { notices, ...report } = await runProof(settings, async (table, details) => {
      const copy = new AccessCopy();
      for (const detail of details) applyInOrder(copy, JSON.parse(detail) as PublishedEvent);
      const api = await startApi({ table });
      const { compared, ...found } = await compareWithApi(copy, api);
      ({ differences } = found);
      await api.close();
      process.stdout.write(
        `what follows from the events and the API agree on ${compared - differences.length} of ${compared} lists\n`,
      );
    });
    process.stdout.write(`proof run, seed ${seed}: ${summary(report)}\n`);
    if (report.violations.length > 0) process.stdout.write(`${notices.slice(-60).join('\n')}\n`);
    expect(report.violations.slice(0, 10)).toEqual([]);
    expect(report.published).toBe(report.committed);
    expect(differences).toEqual([]);
    expect(report.killed).toBeGreaterThanOrEqual(kills);
    expect(notices.filter((line) => line.includes('DEAD LETTER'))).toEqual([]);
  },
  1_800_000,
);

/** What is delivered twice is known; nothing is missing before what is new. */
function applyInOrder(copy: AccessCopy, event: PublishedEvent): void {
  const [last, sequence] = [copy.versionOf(event.subject), Number(event.sequence)];
  if (sequence <= last) return;
  expect([event.id, sequence]).toEqual([event.id, last + 1]);
  applyEvent(copy, event as FeedEvent);
}

/** The figures, and the first violations of many. */
function summary({ violations, ...figures }: Omit<ProofReport, 'notices'>): string {
  return JSON.stringify({ ...figures, violations: violations.length, first: violations.slice(0, 5) });
}

(isRun ? describe : describe.skip)('the proof run catches', () => {
  const control = { seed, commands: 120, aggregates: 40, kills: 0, workers: 1, quietMs: 3_000 };
  const caught = async (broken: Partial<ProofSettings>) =>
    new Set((await runProof({ ...control, ...broken })).violations.map(([violation]) => violation));

  test('a checkpoint before the publish', async () => {
    expect(await caught({ mutation: 'checkpoint-before-publish' })).toContain(
      'checkpoint passed an unpublished record',
    );
  });

  test('new shards read from LATEST', async () => {
    expect(await caught({ latestInsteadOfOldest: true })).toContain('lost');
  });

  test('FailedEntryCount ignored', async () => {
    const answerOfBus = (): BusFault => ({ kind: 'fail-entries', indexes: [0], code: 'InternalFailure' });
    expect(await caught({ mutation: 'failed-entries-ignored', answerOfBus })).toContain('lost');
  });

  test("publishing from event items' records", async () => {
    expect(await caught({ mutation: 'event-items' })).toContain('out of order');
  });
});
