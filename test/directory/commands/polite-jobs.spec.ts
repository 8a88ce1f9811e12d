import {
  changeMembers,
  createServiceGroup,
  createUsers,
  getJob,
  grantTenant,
  removeServiceGroup,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';

/** Of what jobs take of an engine that runs one call after the other, while others ask for something. */

const ROWS = 60;

let system: TestDirectory;
beforeAll(async () => {
  system = await openTestDirectory();
});
afterAll(() => system.close());

/** A directory that knows whether others ask, and what each of its transactions took. */
function watched(othersAsk: (accountId: string) => boolean) {
  const taken: { items: number; at: number; ms: number }[] = [];
  const { table } = system.directory;
  const transactWrite: typeof table.transactWrite = async (operations, options) => {
    const at = performance.now();
    try {
      return await table.transactWrite(operations, options);
    } finally {
      taken.push({ items: operations.length, at, ms: performance.now() - at });
    }
  };
  const own = Object.create(table, { transactWrite: { value: transactWrite } }) as typeof table;
  return { directory: { ...system.directory, table: own, othersAsk, transactionsAtOnce: 1 }, taken };
}

test('rows of an import are committed in large transactions, and in small ones with rests between them while others ask', async () => {
  const { tenant } = await startAccount(system.directory);
  const rowsOf = (name: string) =>
    Array.from({ length: ROWS }, (_, n) => ({
      name,
      email: `${name}${n}@x.example`,
      role: 'member' as const,
    }));
  let asked = false;
  const { directory, taken } = watched((accountId) => asked && accountId === tenant.accountId);
  const own = grantTenant(directory, tenant.accountId);
  await createUsers(own, rowsOf('alone'), byOperator);
  expect(Math.max(...taken.map(({ items }) => items))).toBeGreaterThan(90);
  taken.length = 0;
  asked = true;
  await createUsers(own, rowsOf('beside'), byOperator);
  expect(Math.max(...taken.map(({ items }) => items))).toBeLessThanOrEqual(24);
  expect(taken.length).toBeGreaterThan(5);
  for (const [n, { at }] of taken.slice(1).entries()) {
    const before = taken[n]!;
    expect(at - before.at).toBeGreaterThanOrEqual(2 * before.ms - 2);
  }
});

test('so are the members of a removed group ended', async () => {
  const { tenant } = await startAccount(system.directory);
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    name: 'N',
    email: `m${n}@x.example`,
    role: 'member' as const,
  }));
  const created = await createUsers(tenant, rows, byOperator);
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state;
  const userIds =
    'rows' in created ? created.rows.flatMap((row) => (row.done ? [row.state.userId] : [])) : [];
  await changeMembers(
    tenant,
    serviceGroupId,
    userIds.map((userId) => ({ operation: 'add', userId })),
    byOperator,
  );
  await indexesSettled();
  const { state } = await removeServiceGroup(tenant, serviceGroupId, byOperator);
  const { directory, taken } = watched(() => true);
  await finishJob(directory, state.jobId!);
  expect(Math.max(...taken.map(({ items }) => items))).toBeLessThanOrEqual(24);
  expect(await getJob(tenant, state.jobId!)).toMatchObject({ status: 'done', processed: ROWS });
});
