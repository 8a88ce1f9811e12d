import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  changeMembers,
  createUsers,
  getJob,
  removeServiceGroup,
  verifyAccount,
  type Finding,
} from '#libs/directory';
import { startAccount } from '../support/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory.js';
import { engineEndpoint } from '../support/engine.js';
import { everyItem } from '../support/items.js';
import { masterKeyFile } from '../support/master-key.js';

const PROGRAM = fileURLToPath(new URL('job-process.mjs', import.meta.url));
/** More than a chunk holds. */
const MEMBERS = 30;

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

interface Death {
  /** The call at which it ends itself, and whether the engine carries that out before. */
  killAt?: number;
  applied?: boolean;
}

/** @returns the signal it ended with; null when it came to its end */
async function runJob(jobId: string, death: Death = {}): Promise<string | null> {
  const settings = {
    endpoint: engineEndpoint(),
    tableName: opened.tableName,
    masterKeyFile: masterKeyFile(),
  };
  const child = fork(PROGRAM, [JSON.stringify({ ...settings, jobId, ...death })], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The job's process ended with ${code}.`);
  return signal;
}

/** Kills a worker at its first call, the next at its second, and so on, until one comes through. */
async function killAtEachStep(jobId: string, applied: boolean): Promise<number> {
  for (let killAt = 1; ; killAt += 1)
    if ((await runJob(jobId, { killAt, applied })) === null) return killAt - 1;
}

async function membersOf({ tenant, serviceGroupId }: Awaited<ReturnType<typeof startAccount>>) {
  const rows = Array.from({ length: MEMBERS }, (_, n) => ({
    name: `U${n}`,
    email: `u${n}@x.example`,
    role: 'member' as const,
  }));
  const created = await createUsers(opened.directory, tenant, rows, byOperator);
  if ('answeredBefore' in created) throw new Error('Nothing was answered before.');
  const userIds = created.rows.flatMap((row) => (row.done ? [row.state.userId] : []));
  const adding = userIds.map((userId) => ({ operation: 'add', userId }) as const);
  await changeMembers(opened.directory, tenant, serviceGroupId, adding, byOperator);
}

// After one call is before the next: the nightly run takes the very first moment too.
const MOMENTS =
  process.env['ROLLBOOK_NIGHTLY'] === '1' ? (['before', 'after'] as const) : (['after'] as const);

test.each(MOMENTS)(
  'a job ends as if nobody had been killed, though its workers are killed %s each of their calls',
  async (moment) => {
    const account = await startAccount(opened.directory);
    const { tenant, accountId, serviceGroupId } = account;
    await membersOf(account);
    const { jobId } = (await removeServiceGroup(opened.directory, tenant, serviceGroupId, byOperator)).state;
    expect(await killAtEachStep(jobId!, moment === 'after')).toBeGreaterThanOrEqual(5);

    expect(await getJob(opened.directory, tenant, jobId!)).toMatchObject({
      status: 'done',
      processed: MEMBERS,
    });
    const items = (await everyItem(opened)).filter((item) => item['accountId'] === accountId);
    const count = (entity: string, type?: string) =>
      items.filter((item) => item['entity'] === entity && (!type || item['type'] === type)).length;
    expect([count('membership'), count('past-membership')]).toEqual([0, MEMBERS]);
    expect(count('event', 'service_group.member_removed')).toBe(MEMBERS);
    const findings: Finding[] = [];
    const onFinding = (finding: Finding) => void (finding.level === 'wrong' && findings.push(finding));
    await verifyAccount(opened.directory, tenant, { recheckAfterMs: 1, logSettledAfterMs: 0, onFinding });
    expect(findings).toEqual([]);
  },
);
