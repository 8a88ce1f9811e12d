// What a change takes depending on the amount of data: a member is added in accounts of several sizes, in the same rounds.
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillAccount, GROUPS_OF_A_USER, isSuspended, userId } from '../dashboard/large-account.mjs';
import { addRound } from '../frame/measures.mjs';
import { shuffled } from '../frame/statistics.mjs';
import { measureChanges } from './changes.mjs';
import { sum } from './process-tree.mjs';
import { bodyOf, startWholeSystem } from './whole-system.mjs';

const CONNECTIONS = 16;
const CHANGES_OF_A_WARM_UP = 1_500;
const IDLE_MS = 5_000;
const IDS_OF_A_PLACE = 1_000_000;
const IDS_OF_AN_ACCOUNT = 100;
const ROWS_OF_A_BATCH = 1_000;
const BATCHES_AT_ONCE = 10;
const MOST = 1.2;
const [USUAL, THERE] = ['usual', 'there'];

/** Users and groups of each account; how many accounts; how many stream records there are before. */
const ALIKE = { users: 1_000, groups: 30 };
const PLACES = {
  'groups of 1,000 members': { users: 5_334, groups: 16 },
  '1,000 accounts': { users: 20, groups: 8, accounts: 1_000 },
};
const OF_TEN_THOUSAND = {
  'an account of 10,000 users': { users: 10_000, groups: 300 },
  '10,000 stream records': { ...ALIKE, records: 10_000 },
};
const OF_A_MILLION = {
  'an account of 100,000 users': { users: 100_000, groups: 3_000 },
  'groups of 100,000 members': { users: 266_667, groups: 8 },
  '1,000,000 stream records': { ...ALIKE, records: 1_000_000 },
};

export const SIZES = {
  quick: { places: { ...OF_TEN_THOUSAND }, changes: 100, rounds: 1 },
  usual: { places: { ...PLACES, ...OF_TEN_THOUSAND }, changes: 200, rounds: 5 },
  long: { places: { ...PLACES, ...OF_TEN_THOUSAND, ...OF_A_MILLION }, changes: 400, rounds: 9 },
};

export const roundsOfSizes = ({ places, rounds }) => (Object.keys(places).length + 1) * rounds;

/** @param restedMs what much work leaves behind is collected first: it is not what a system takes that does nothing */
export async function measureSizes(measures, progress, { places, changes, rounds }, restedMs) {
  const rows = Object.keys(places);
  const goal = { subject: THERE, goals: [{ of: USUAL, most: MOST }] };
  const table = measures.table({
    title: 'Add a member, depending on the amount of data',
    unit: 'ms of CPU a change',
    rowTitle: 'where',
    baseline: USUAL,
    digits: 2,
    goals: Object.fromEntries(rows.map((row) => [row, goal])),
    note: `${CONNECTIONS} connections. Usual: one account of 1,000 users, in groups of 100.`,
  });
  const systems = [];
  try {
    const filled = {};
    for (const [name, size] of Object.entries({ [USUAL]: ALIKE, ...places }))
      filled[name] = await fillPlace(systems, size, Object.keys(filled).length);
    for (const each of systems) await warmUp(each, filled);
    await delay(restedMs);
    for (const each of systems) each.idle = await each.system.idle(IDLE_MS);
    for (let round = 0; round < rounds; round += 1) {
      const taken = {};
      for (const [name, { on, adds }] of shuffled(Object.entries(filled))) {
        const { cpu } = await measureChanges(on.system, take(adds, changes), CONNECTIONS, on.idle);
        taken[name] = sum(cpu);
        progress.step(`${name}, round ${round}`);
      }
      for (const row of rows) addRound(table, row, { [USUAL]: taken[USUAL], [THERE]: taken[row] });
    }
  } finally {
    for (const { system } of systems) await system.stop();
  }
}

/** All systems alike, however many places are in each. */
async function warmUp(on, filled) {
  const { adds } = Object.values(filled).find((place) => place.on === on);
  await on.system.send(take(adds, CHANGES_OF_A_WARM_UP), CONNECTIONS);
  await on.system.settled();
}

const take = (adds, count) => Array.from({ length: count }, () => adds.next().value);

/** Accounts share the first system; one with stream records is by itself. */
async function fillPlace(systems, { users, groups, accounts = 1, records }, number) {
  if (systems.length === 0 || records) systems.push({ system: await startWholeSystem() });
  const on = records ? systems.at(-1) : systems[0];
  const filled = [];
  for (let n = 0; n < accounts; n += 1) {
    const first = number * IDS_OF_A_PLACE + n * IDS_OF_AN_ACCOUNT;
    filled.push({ first, ...(await fillAccount(on.system, { users, groups, first })) });
  }
  if (records) await writeRecords(on.system, records);
  await on.system.settled();
  return { on, adds: addsIn(filled, { users, groups }) };
}

/** Those in a row are of different accounts, or else of different users. */
function* addsIn(accounts, { users, groups }) {
  for (let n = 0; n < users * (groups - GROUPS_OF_A_USER); n += 1)
    for (const { accountId, groupIds, first } of accounts) {
      const user = n % users;
      const group = (user * GROUPS_OF_A_USER + GROUPS_OF_A_USER + Math.floor(n / users)) % groups;
      if (!isSuspended(user)) {
        const path = `/v1/accounts/${accountId}/service-groups/${groupIds[group]}/members/${userId(first + user)}`;
        yield { method: 'PUT', path };
      }
    }
}

async function writeRecords(system, records) {
  const database = new DatabaseSync(join(system.folder, 'engine.db'), { readOnly: true });
  const counted = database.prepare('SELECT COUNT(*) AS records FROM _stream_records');
  const [account] = await system.send([post('/v1/accounts', { name: 'Records' })], 1);
  for (let batch = 0; counted.get().records < records; batch += 1) {
    const users = Array.from({ length: ROWS_OF_A_BATCH }, (_, n) => ({
      name: `User ${n}`,
      email: `user${batch}-${n}@bench.example`,
      role: n ? 'member' : 'owner',
    }));
    await system.send([post(`/v1/accounts/${bodyOf(account).id}/users/batch`, { users })], 1);
    if (batch % BATCHES_AT_ONCE === 0) await system.settled();
  }
  database.close();
}

const post = (path, body) => ({ method: 'POST', path, body });
