// 64 writers at once on one user, one service group, one account: that all get through, and what it takes.
import assert from 'node:assert/strict';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { by, openWorld } from '../world.mjs';

const WRITERS = 64;
const USERS = 100;
const FIRST_OWN = 10;
const GROUPS = 8;
const CASES = 6;

export const title = 'Write contention';
export const about = `${WRITERS} writers, each of which sends its next command as soon as the last one is answered. **One user**: all change the same user,
so each commit makes all others decide again. **One service group**: all add members to it, or remove them.
**One account**: all create users in it. **Eight groups**: all add their own users to eight service groups in turn. **One account with limits**: all create users in it.
**Apart**: all change their own users, for comparison. A command that is given up after five seconds is answered with 503 and
\`Retry-After\`; the writer sends it again at once, and its time counts from the first attempt. The embedded engine executes one
transaction at a time and has no transaction conflicts, so everything runs again on a table that, like the service, refuses
access to an item while a transaction holds it, for 10 ms.`;

/** Nothing else is weak. */
const ITEMS_HELD = {
  ROLLBOOK_WEAK_HELD_MS: '10',
  ROLLBOOK_WEAK_INDEX_MS: '0',
  ROLLBOOK_WEAK_STALE: '0',
  ROLLBOOK_WEAK_WRITE_UNITS: '0',
  ROLLBOOK_WEAK_READ_UNITS: '0',
  ROLLBOOK_WEAK_UNPROCESSED: '0',
};

export const settings = ({ quick }) => (quick ? { seconds: 1, rounds: 1 } : { seconds: 8, rounds: 3 });

export async function run(measures, progress, { seconds, rounds }) {
  const tables = newTables(measures);
  progress.expect(2 * rounds * CASES);
  for (const [title, options] of [
    ['', {}],
    [', items held', { weak: ITEMS_HELD }],
  ]) {
    const world = await openWorld(options);
    try {
      const cases = casesOf(world, await setUp(world));
      for (let round = 0; round < rounds; round += 1)
        for (const [hot, command] of Object.entries(cases)) {
          addFigures(tables, `${hot}${title}`, await contend(world, command, seconds));
          progress.step(`${hot}${title}`);
        }
    } finally {
      await world.close();
    }
  }
  measures.remark(fairnessText(tables.fairness));
}

function newTables(measures) {
  const rowTitle = 'hot is';
  return {
    rate: measures.table({ title: 'Commands done', unit: 'commands/s', rowTitle, chart: 'bars' }),
    time: measures.table({ title: 'Time of a command', unit: 'ms', rowTitle }),
    tries: measures.table({ title: 'Conflicts', unit: 'of each command done', rowTitle }),
    fairness: measures.table({ title: 'Commands done by a writer', unit: 'commands', rowTitle }),
  };
}

async function setUp({ lib, directory }) {
  const { accountId } = (await lib.createAccount(directory, { name: 'Hot' }, by)).state;
  const tenant = lib.grantTenant(accountId);
  const rows = Array.from({ length: USERS }, (_, n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n === 0 ? 'owner' : 'member',
  }));
  const users = (await lib.createUsers(directory, tenant, rows, by)).rows.map(({ state }) => state.userId);
  const group = (await lib.createServiceGroup(directory, tenant, { name: 'hot' }, by)).state.serviceGroupId;
  const groups = [];
  for (let n = 0; n < GROUPS; n += 1)
    groups.push(
      (await lib.createServiceGroup(directory, tenant, { name: `hot ${n}` }, by)).state.serviceGroupId,
    );
  const limits = { users: 1_000_000, members: 1_000_000 };
  const limited = (await lib.createAccount(directory, { name: 'Limited', limits }, by)).state.accountId;
  return { tenant, users, group, groups, limited: lib.grantTenant(limited) };
}

/** What a writer sends: never what is so already. */
function casesOf({ lib, directory }, { tenant, users, group, groups, limited }) {
  let made = 0;
  const members = new Set();
  const rename = (userId) => {
    made += 1;
    return lib.commandUser(directory, tenant, userId, { type: 'change_user', name: `Name ${made}` }, by);
  };
  const create = (account) => {
    made += 1;
    const input = { name: 'New', email: `new${made}@bench.example`, role: 'member' };
    return lib.createUser(directory, account, input, by);
  };
  const enterOrLeave = async (userId, groupId) => {
    const membership = `${groupId} ${userId}`;
    if (!members.has(membership)) {
      await lib.addMember(directory, tenant, groupId, userId, by);
      members.add(membership);
    } else {
      await lib.removeMember(directory, tenant, groupId, userId, by);
      members.delete(membership);
    }
  };
  const eighth = (writer) => groups[writer % GROUPS];
  return {
    'one user': () => rename(users[1]),
    'one service group': (writer) => enterOrLeave(users[FIRST_OWN + writer], group),
    'eight service groups': (writer) => enterOrLeave(users[FIRST_OWN + writer], eighth(writer)),
    'one account': () => create(tenant),
    'one account with limits': () => create(limited),
    'apart: a user for each writer': (writer) => rename(users[FIRST_OWN + writer]),
  };
}

async function contend({ used, resetUsed }, command, seconds) {
  resetUsed();
  const writers = Array.from({ length: WRITERS }, (_, index) => ({ index, times: [], givenUp: 0 }));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(writers.map((writer) => write(writer, command, until)));
  const took = (performance.now() - startedAt) / 1000;
  const times = writers.flatMap((writer) => writer.times);
  const givenUp = writers.reduce((sum, writer) => sum + writer.givenUp, 0);
  return {
    times,
    took,
    givenUp,
    cancelled: used.cancelled,
    done: writers.map((writer) => writer.times.length),
  };
}

async function write(writer, command, until) {
  while (performance.now() < until) {
    const startedAt = performance.now();
    await untilDone(writer, command);
    writer.times.push(performance.now() - startedAt);
  }
}

async function untilDone(writer, command) {
  for (;;) {
    try {
      return await command(writer.index);
    } catch (error) {
      if (error.name !== 'ContentionError') throw error;
      writer.givenUp += 1;
    }
  }
}

function addFigures({ rate, time, tries, fairness }, row, { times, took, givenUp, cancelled, done }) {
  assert.ok(times.length > 0);
  addRound(rate, row, { 'commands a second': times.length / took });
  addRound(time, row, {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: Math.max(...times),
  });
  addRound(tries, row, {
    'attempts that met a conflict': cancelled / times.length,
    'given up after five seconds': givenUp / times.length,
  });
  addRound(fairness, row, {
    fewest: Math.min(...done),
    median: quantile(done, 0.5),
    most: Math.max(...done),
  });
}

function fairnessText({ measures }) {
  const starved = measures.filter(({ subject, values }) => subject === 'fewest' && Math.min(...values) === 0);
  if (starved.length === 0) return 'No writer starved: in each round every writer completed commands.';
  return `**Starved**: a writer completed nothing with: ${starved.map(({ row }) => row).join(', ')}.`;
}
