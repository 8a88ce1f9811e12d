// 10,000 memberships that end in the same second: how long until all are ended and published, and what other commands notice of it.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { startBus } from '../streams/bus.mjs';
import { allArrived } from '../streams/lag.mjs';
import { startProcessor } from '../streams/processor.mjs';
import { by, openWorld } from '../world.mjs';

const HOUR_MS = 60 * 60 * 1000;
const AT_ONCE = 1_000;
const WRITERS = 4;
const PER_SECOND = 40;

export const title = 'Memberships that end together';
export const about = `So many memberships end in the same second. From then on no read shows one, before anything has ended them. A worker in a process of its own
ends them, with a rest after each transaction that is as long as the transaction took, and the stream processor as built publishes it to a bus that only
records the time, while ${WRITERS} writers change other users, ${PER_SECOND} times a second
in all. Their times are compared with those of the same writers before and after, in the same run.`;

export const settings = ({ quick }) =>
  quick ? { memberships: 1_000, seconds: 3, rounds: 1 } : { memberships: 10_000, seconds: 20, rounds: 3 };

export async function run(measures, progress, { memberships, seconds, rounds }) {
  const ends = measures.table({
    title: 'Until all have ended, and until all ends are published',
    unit: 's',
    rowTitle: 'memberships',
    goals: { [count(memberships)]: { subject: 'all published', goals: [{ most: 120 }] } },
  });
  const times = measures.table({
    title: 'Time of another command',
    unit: 'ms',
    baseline: 'alone',
    rowTitle: 'quantile',
    goals: { p99: { subject: 'while they end', goals: [{ of: 'alone', most: 1.2 }] } },
  });
  progress.expect(rounds);
  const [world, bus] = [await openWorld(), await startBus()];
  const processor = await startProcessor(world, bus);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { ended, published, alone, ending } = await oneRound(world, bus, { memberships, seconds, round });
      addRound(ends, count(memberships), {
        'all ended': ended,
        'all published': published,
      });
      for (const [name, q] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ])
        addRound(times, name, { alone: quantile(alone, q), 'while they end': quantile(ending, q) });
      progress.step(`round ${round + 1}`);
    }
  } finally {
    await processor.stop();
    await world.close();
    bus.stop();
  }
}

const count = (memberships) => memberships.toLocaleString('en');

async function oneRound(world, bus, { memberships, seconds, round }) {
  const { lib, directory, place } = world;
  const { tenant, groupId, userIds, others } = await setUp(world, memberships, round);
  // Created, and added.
  await allArrived(bus, eventsOf(userIds, 2));
  const aheadMs = (round + 1) * 2 * HOUR_MS;
  const later = { ...directory, steadyNow: () => Date.now() + aheadMs };
  const { items } = await lib.listMembers(lib.grantTenant(later, tenant.accountId), groupId, { limit: 100 });
  assert.equal(items.length, 0, 'a membership that has ended was shown');
  const worker = fork(fileURLToPath(new URL('worker.mjs', import.meta.url)), [
    JSON.stringify({ ...place, aheadMs }),
  ]);
  await once(worker, 'message');
  const isOver = () => false;
  const before = await write(lib, tenant, others, { seconds, isOver });
  const startedAt = performance.now();
  const done = once(worker, 'message');
  worker.send('end');
  let published;
  const allPublished = done
    .then(() => allArrived(bus, eventsOf(userIds, 3)))
    .then(() => (published = (performance.now() - startedAt) / 1000));
  const ending = await write(lib, tenant, others, { seconds: 600, isOver: () => published !== undefined });
  const [{ took: ended }] = await done;
  await allPublished;
  const after = await write(lib, tenant, others, { seconds, isOver });
  worker.kill();
  return { ended, published, alone: [...before, ...after], ending };
}

const eventsOf = (userIds, version) => userIds.map((userId) => `${userId}.${version}`);

async function setUp({ lib, directory }, memberships, round) {
  const { accountId } = (await lib.createAccount(directory, { name: 'Ends' }, by)).state;
  const tenant = lib.grantTenant(directory, accountId);
  const groupId = (await lib.createServiceGroup(tenant, { name: 'dev' }, by)).state.serviceGroupId;
  const terms = { expiresAt: new Date(Date.now() + (round * 2 + 1) * HOUR_MS).toISOString() };
  const create = async (size, from) => {
    const rows = Array.from({ length: size }, (_, n) => ({ name: 'N', email: `n${from + n}@bench.example` }));
    return (await lib.createUsers(tenant, rows, by)).rows.map(({ state }) => state.userId);
  };
  const members = [];
  for (let made = 0; made < memberships; made += AT_ONCE) {
    const userIds = await create(AT_ONCE, made);
    members.push(...userIds);
    await lib.changeMembers(
      tenant,
      groupId,
      userIds.map((userId) => ({ operation: 'add', userId, terms })),
      by,
    );
  }
  return { tenant, groupId, userIds: members, others: await create(WRITERS, memberships) };
}

/** At a steady rate: a slow answer does not make room for fewer. */
async function write(lib, tenant, users, { seconds, isOver }) {
  const times = [];
  const startedAt = performance.now();
  const writer = async (userId) => {
    for (let n = 0; !isOver() && performance.now() < startedAt + seconds * 1000; n += 1) {
      const due = startedAt + (n * 1000 * WRITERS) / PER_SECOND;
      await delay(Math.max(0, due - performance.now()));
      await lib.commandUser(tenant, userId, { type: 'change_user', name: `Name ${times.length} ${n}` }, by);
      times.push(performance.now() - due);
    }
  };
  await Promise.all(users.map(writer));
  return times;
}
