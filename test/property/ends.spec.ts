import fc from 'fast-check';
import {
  addMember,
  changeMembership,
  createAccount,
  createServiceGroup,
  createUser,
  eachOf,
  getHistory,
  grantTenant,
  listEndingMemberships,
  removeMember,
  runDue,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { EVERY_SURFACE, surfacesThatShow, type Pair } from '../support/directory/membership-surfaces.js';
import { followSearchChanges } from '../support/directory/search-changes.js';
import { indexesSettled } from '../support/engines/engine.js';

/**
 * Whatever memberships were given, changed and taken away: at the last millisecond before each end, at the end and after it, every
 * way to ask says what the events add up to at that instant, whether or not a worker has committed the end.
 */

const RUNS = Number(process.env['ROLLBOOK_END_RUNS'] ?? 4);
const START = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE = 60_000;
const MAX_ENDS = 2;

let opened: TestDirectory;
let index: () => Promise<void>;
let now = START;
beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
  index = followSearchChanges(opened);
});
afterAll(() => opened.close());

const user = fc.nat(1);
const group = fc.nat(1);
/** In minutes from then; null: none. */
const end = fc.option(fc.integer({ min: 1, max: 90 }), { nil: null, freq: 3 });
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('add' as const), user, group, end }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('change' as const), user, group, end }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), user, group }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'work' } as const) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

async function begin() {
  const { accountId } = (await createAccount(opened.directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(opened.directory, accountId);
  const users: { userId: UserId; name: string; email: string }[] = [];
  for (const name of ['Ada', 'Walter'])
    users.push((await createUser(tenant, { name, email: `${name}@x.example` }, byOperator)).state);
  const groups: { serviceGroupId: ServiceGroupId; name: string }[] = [];
  for (const name of ['prod', 'dev'])
    groups.push((await createServiceGroup(tenant, { name }, byOperator)).state);
  const pairs = users.map(({ userId, name: userName, email: userEmail }) =>
    groups.map(({ serviceGroupId, name }): Pair => ({
      ...{ userId, userName, userEmail, serviceGroupId },
      serviceGroupName: name,
    })),
  );
  return { tenant, pairs };
}

/** What is refused changes nothing, and is of no interest here. */
async function send(tenant: Tenant, pairs: Pair[][], sent: Command): Promise<void> {
  if (sent.type === 'wait') return void (now += sent.minutes * MINUTE);
  if (sent.type === 'work') return void (await work(tenant));
  const { userId, serviceGroupId } = pairs[sent.user]![sent.group]!;
  const expiresAt = 'end' in sent && sent.end !== null ? at(now + sent.end * MINUTE) : null;
  try {
    if (sent.type === 'add')
      await addMember(tenant, serviceGroupId, userId, byOperator, {
        expiresAt: expiresAt ?? undefined,
      });
    else if (sent.type === 'change')
      await changeMembership(tenant, serviceGroupId, userId, { expiresAt }, byOperator);
    else await removeMember(tenant, serviceGroupId, userId, byOperator);
  } catch (error) {
    if ((error as Error).name !== 'DomainError') throw error;
  }
}

const work = ({ directory }: Tenant) => runDue(directory, { onNotice: () => {}, rest: 0 });

/** By what the events say alone: when each membership that they leave ends; Infinity if never. */
async function endsByEvents(tenant: Tenant, pairs: Pair[][]): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const [{ userId } = { userId: '' }] of pairs)
    for (const { type, data } of (await getHistory(tenant, userId, { limit: 1_000 })).items) {
      const key = `${userId} ${'serviceGroupId' in data ? data.serviceGroupId : ''}`;
      if (type === 'service_group.member_added' || type === 'service_group.membership_changed')
        ends.set(key, data.expiresAt ? Date.parse(data.expiresAt) : Infinity);
      if (type === 'service_group.member_removed') ends.delete(key);
    }
  return ends;
}

/** All that will end, soonest first, one page after the other. */
async function expectComingEnds(tenant: Tenant, ends: ReadonlyMap<string, number>): Promise<void> {
  const found: [string, string][] = [];
  const all = eachOf((cursor) => listEndingMemberships(tenant, { to: FAR, limit: 1, cursor }));
  for await (const { userId, serviceGroupId, expiresAt = '' } of all)
    found.push([expiresAt, `${userId} ${serviceGroupId}`]);
  const coming = [...ends].filter(([, time]) => time > now && Number.isFinite(time));
  const wanted = coming.map(([key, time]): [string, string] => [at(time), key]);
  expect({ now: at(now), found }).toEqual({ now: at(now), found: wanted.sort(byText) });
}

const FAR = '2126-01-01T00:00:00.000Z';
const byText = (one: readonly string[], other: readonly string[]) => (one.join() < other.join() ? -1 : 1);

async function expectEverySurface(tenant: Tenant, pairs: Pair[][]): Promise<void> {
  await index();
  await indexesSettled();
  const ends = await endsByEvents(tenant, pairs);
  await expectComingEnds(tenant, ends);
  for (const pair of pairs.flat()) {
    const isHeld = (ends.get(`${pair.userId} ${pair.serviceGroupId}`) ?? 0) > now;
    const { userName, serviceGroupName } = pair;
    const shown = await surfacesThatShow(tenant, pair);
    expect({ now: at(now), userName, serviceGroupName, shown }).toEqual({
      ...{ now: at(now), userName, serviceGroupName },
      shown: isHeld ? EVERY_SURFACE : [],
    });
  }
}

test('every surface says what the events add up to, around each end', async () => {
  const program = fc.record({
    commands: fc.array(command, { minLength: 6, maxLength: 20 }),
    works: fc.array(fc.boolean(), { minLength: MAX_ENDS, maxLength: MAX_ENDS }),
  });
  await fc.assert(
    fc.asyncProperty(program, async ({ commands, works }) => {
      const { tenant, pairs } = await begin();
      for (const each of commands) {
        await send(tenant, pairs, each);
        // The events of a user are a millisecond apart, whatever the clock says.
        now += 100;
        await indexesSettled();
        await expectComingEnds(tenant, await endsByEvents(tenant, pairs));
      }
      await expectEverySurface(tenant, pairs);
      const known = await endsByEvents(tenant, pairs);
      const ends = [...new Set(known.values())].filter((time) => time > now + 1 && Number.isFinite(time));
      for (const [which, time] of ends
        .sort((a, b) => a - b)
        .slice(0, MAX_ENDS)
        .entries()) {
        for (const instant of [time - 1, time, time + 1]) {
          now = Math.max(now, instant);
          if (works[which] && instant === time) await work(tenant);
          await expectEverySurface(tenant, pairs);
        }
      }
      now += 24 * 60 * MINUTE;
    }),
    // Shrinking would take minutes; the seed repeats what failed.
    { numRuns: RUNS, endOnFailure: true },
  );
});
