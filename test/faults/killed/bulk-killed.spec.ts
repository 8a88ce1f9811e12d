import { createUsers, getJob, recountAll, startBulkJob, type BulkRequest } from '#libs/directory';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { indexesSettled, onWeakTable } from '../../support/engines/engine.js';
import { eachEventOfAccount } from '../../support/directory/settled.js';
import { runJobInProcess } from './killed-job.js';

/** The long run: ROLLBOOK_BULK_ROWS=50000 npm test -- test/faults/killed/bulk-killed */
const ROWS = Number(process.env['ROLLBOOK_BULK_ROWS'] ?? 600);
const KILLS = 10;
const WITHIN_MS = 120_000 + ROWS * (onWeakTable() ? 400 : 40);

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

test(
  `${ROWS} users are suspended by a job that is killed at ten points, each once, and asked for twice`,
  async () => {
    const { directory } = opened;
    const { tenant } = await startAccount(directory);
    for (let from = 0; from < ROWS; from += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, ROWS - from) }, (_, n) => ({
        name: `U${from + n}`,
        email: `u${from + n}@x.example`,
        role: 'member' as const,
      }));
      await createUsers(tenant, rows, byOperator);
    }
    const request: BulkRequest = {
      action: 'suspend',
      serviceGroupIds: [],
      mayManageOwners: true,
      selection: { query: { role: 'member' } },
    };
    const receipt = { idempotencyKey: 'bulk', requestHash: 'x', answer: () => '' };
    const context = { ...byOperator, receipt };
    const {
      job: { jobId, bulk },
    } = await startBulkJob(tenant, request, context);
    expect(bulk).toMatchObject({ rows: ROWS });
    // A chunk is some five calls: they die in the middle of one, before a commit and after it.
    const calls = Math.floor((ROWS / 45) * 5);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const killAt = Math.max(1, Math.floor(calls / (KILLS * 2))) + (kill % 5);
      expect(await runJobInProcess(opened, jobId, { killAt, applied: kill % 2 === 0 })).toBe('SIGKILL');
    }
    const again = await startBulkJob(tenant, request, context);
    expect([again.job.jobId, again.isRepeated]).toEqual([jobId, true]);
    expect(await runJobInProcess(opened, jobId)).toBeNull();
    expect(await getJob(tenant, jobId)).toMatchObject({
      status: 'done',
      processed: ROWS,
      changed: ROWS,
      refused: 0,
    });
    const suspended = new Map<string, number>();
    for await (const { type, aggregateId } of eachEventOfAccount(
      tenant,
      new Date(0),
      new Date(Date.now() + 60_000),
    ))
      if (type === 'user.suspended') suspended.set(aggregateId, (suspended.get(aggregateId) ?? 0) + 1);
    expect([suspended.size, new Set(suspended.values())]).toEqual([ROWS, new Set([1])]);
    // No stream is read here that would count them.
    await indexesSettled();
    await recountAll(directory, tenant.accountId);
    expect(await findingsOf(tenant)).toEqual([]);
  },
  WITHIN_MS,
);
