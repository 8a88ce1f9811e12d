import fc from 'fast-check';
import {
  createAccount,
  createServiceGroup,
  grantTenant,
  openDirectory,
  resumeFrom,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { listAuditLog } from '../../support/directory/settled.js';

const START = Date.parse('2026-01-01T00:00:00.000Z');
let opened: TestDirectory;
let now = START;
beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
});
afterAll(() => opened.close());

/** A process whose events appear so long after the time they carry: its clock is behind, or its commits take long. */
function writer(behindMs: number): Directory {
  const { client, tableName, directory } = opened;
  const { cursorSecret } = directory;
  const clock = () => now - behindMs;
  return openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now: clock });
}

test('resuming where the log says misses no event, in whatever order they are committed', async () => {
  const { state } = await createAccount(opened.directory, { name: 'Acme' }, byOperator);
  const tenant = grantTenant(opened.directory, state.accountId);
  // One is ahead, one writes as fast as it can, and two are late.
  const writers = [-3_000, 0, 9_000, 40_000].map((behindMs) =>
    grantTenant(writer(behindMs), state.accountId),
  );
  const groups: ServiceGroupId[] = [];
  const committed = new Set<string>();
  const commit = async (writing: Tenant, group: ServiceGroupId, name: string) => {
    const { events } = await updateServiceGroup(writing, group, { name }, byOperator);
    for (const { eventId } of events) committed.add(eventId);
  };
  for (const [index, writing] of writers.entries()) {
    const { state: group, events } = await createServiceGroup(
      writing,
      { name: `group ${index}` },
      byOperator,
    );
    groups.push(group.serviceGroupId);
    for (const { eventId } of events) committed.add(eventId);
  }

  const known = new Set<string>();
  let from: string | undefined;
  const poll = async () => {
    const next = resumeFrom(opened.directory, { from });
    let cursor: string | undefined;
    do {
      const page = await listAuditLog(tenant, {
        order: 'ascending',
        limit: 7,
        from,
        cursor,
      });
      for (const { eventId } of page.items) known.add(eventId);
      cursor = page.cursor;
    } while (cursor);
    from = next;
  };
  const steps = fc.record({
    writer: fc.nat(3),
    count: fc.integer({ min: 1, max: 4 }),
    pause: fc.constantFrom(0, 1, 500, 20_000),
    polls: fc.boolean(),
  });
  for (const [index, step] of fc.sample(steps, { numRuns: 120, seed: 20260305 }).entries()) {
    for (let count = 0; count < step.count; count += 1)
      await commit(writers[step.writer]!, groups[step.writer]!, `${index} ${count}`);
    if (step.polls) await poll();
    now += step.pause;
  }
  await poll();
  expect([...committed].filter((eventId) => !known.has(eventId))).toEqual([]);
});

test('resuming never leaves the range that was asked for, and does not stand still', () => {
  const directory = opened.directory;
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  expect(resumeFrom(directory, {})).toBe(at(now - 45_000));
  expect(resumeFrom(directory, { from: at(now - 1_000) })).toBe(at(now - 1_000));
  expect(resumeFrom(directory, { from: at(now - 90_000), to: at(now - 60_000) })).toBe(at(now - 60_000));
});
