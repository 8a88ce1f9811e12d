import {
  createUsers,
  exportRows,
  getJob,
  recountAll,
  startImport,
  startRevertJob,
  type ImportRow,
  type Tenant,
} from '#libs/directory';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { eachEventOfAccount } from '../../support/directory/settled.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { indexesSettled, onWeakTable } from '../../support/engines/engine.js';
import { runJobInProcess } from './killed-job.js';

/** The long run: ROLLBOOK_UNDO_ROWS=10000 npm test -- test/faults/killed/undo-killed */
const ROWS = Number(process.env['ROLLBOOK_UNDO_ROWS'] ?? 300);
const KILLS = 6;
const WITHIN_MS = 120_000 + ROWS * (onWeakTable() ? 600 : 60);
const AT_ONCE = 1_000;

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

const rowOf = (n: number) => ({ email: `u${n}@x.example`, name: `U${n}` });

/** Every other row is about somebody who is there already. */
async function createEveryOther(tenant: Tenant): Promise<void> {
  const rows = Array.from({ length: ROWS / 2 }, (_, n) => ({ ...rowOf(2 * n), role: 'member' as const }));
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await createUsers(tenant, rows.slice(from, from + AT_ONCE), byOperator);
}

async function* importedRows(): AsyncGenerator<ImportRow> {
  for (let n = 0; n < ROWS; n += 1)
    yield await Promise.resolve({
      line: n + 2,
      values: { ...rowOf(n), name: `Imported ${n}`, externalId: `hr-${n}` },
    });
}

/** Who is in the account, as what, and where: all but times and versions. */
async function stateOf(tenant: Tenant): Promise<string[]> {
  const rows: string[] = [];
  await indexesSettled();
  for (const kind of ['users', 'memberships'] as const)
    for await (const row of exportRows(tenant, kind)) rows.push(`${kind} ${JSON.stringify(row)}`);
  return rows.sort();
}

/** No event of the undo has a second of its type on the same user. */
async function expectEachOnce(tenant: Tenant): Promise<void> {
  const counts = new Map<string, number>();
  for await (const { type, aggregateId, correlationId } of eachEventOfAccount(
    tenant,
    new Date(0),
    new Date(Date.now() + 60_000),
  ))
    if (correlationId === 'undo')
      counts.set(`${type} ${aggregateId}`, (counts.get(`${type} ${aggregateId}`) ?? 0) + 1);
  const removed = [...counts.keys()].filter((each) => each.startsWith('user.removed'));
  expect(removed).toHaveLength(ROWS / 2);
  expect(new Set(counts.values())).toEqual(new Set([1]));
}

const rights = { mayManageOwners: true, mayManageAdmins: true, require: () => undefined };

test(
  `an import of ${ROWS} rows is undone by a job that is killed at ${KILLS} points, each row once, and asked for twice`,
  async () => {
    const { directory } = opened;
    const { tenant } = await startAccount(directory);
    await createEveryOther(tenant);
    const before = await stateOf(tenant);
    const byImport = { ...byOperator, correlationId: 'import' };
    const imported = await startImport(
      tenant,
      { kind: 'users', mayManageOwners: true, rows: importedRows() },
      byImport,
    );
    expect(await runJobInProcess(opened, imported.jobId)).toBeNull();
    expect(await getJob(tenant, imported.jobId)).toMatchObject({ created: ROWS / 2, changed: ROWS / 2 });
    const after = await stateOf(tenant);
    expect(after).not.toEqual(before);

    const change = { correlationId: 'import', at: imported.createdAt };
    const receipt = { idempotencyKey: 'undo', requestHash: 'x', answer: () => '' };
    const context = { ...byOperator, correlationId: 'undo', receipt };
    const { job } = await startRevertJob(tenant, change, rights, context);
    const begun = Date.now();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Among the parts of a chunk, before a commit and after it; and sometimes when the whole chunk is done but for its progress.
      const killAt = kill % 3 === 0 ? 51 : 10 + kill * 7;
      const death = { killAt, applied: kill % 2 === 0, commits: true };
      expect(await runJobInProcess(opened, job.jobId, death)).toBe('SIGKILL');
    }
    const again = await startRevertJob(tenant, change, rights, context);
    expect([again.job.jobId, again.isRepeated]).toEqual([job.jobId, true]);
    // Two at once: one of them runs each chunk, or both, to the same effect.
    expect(
      await Promise.all([runJobInProcess(opened, job.jobId), runJobInProcess(opened, job.jobId)]),
    ).toEqual([null, null]);
    const done = await getJob(tenant, job.jobId);
    expect(done).toMatchObject({ status: 'done', processed: ROWS, changed: ROWS, refused: 0 });
    if (process.env['ROLLBOOK_UNDO_ROWS'])
      process.stdout.write(
        `${ROWS} rows undone in ${(Date.now() - begun) / 1_000} s, with ${KILLS} kills.\n`,
      );
    expect(await stateOf(tenant)).toEqual(before);
    await expectEachOnce(tenant);
    await indexesSettled();
    await recountAll(directory, tenant.accountId);
    expect(await findingsOf(tenant)).toEqual([]);
  },
  WITHIN_MS,
);
