// How long after a change a signed checkpoint covers it, while 100 changes a second are made: everything as `npm start` runs it.
import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { startWholeSystem } from '../system/whole-system.mjs';
import { Pool } from 'undici';

const PER_SECOND = 100;
const ACCOUNTS = 4;
const USERS = 50;
const LOOK_EVERY_MS = 250;
/** A change is covered within a minute, and what is late is seen so much later. */
const MAX_WAIT_MS = 180_000;

export const title = 'From a change to its checkpoint';
export const about = `${PER_SECOND} changes a second in ${ACCOUNTS} accounts, by HTTP, of a system as \`npm start\` runs it. For each change the time from
its answer to the first checkpoint of its account that covers it. Checkpoints are read every ${LOOK_EVERY_MS} ms.`;

export const settings = ({ quick }) => ({ seconds: quick ? 20 : 180 });

export async function run(measures, progress, { seconds }) {
  const table = measures.table({
    title: `In ${seconds} s of ${PER_SECOND} changes a second`,
    unit: 's',
    rowTitle: 'delay',
    goals: { p99: { subject: 'delay', goals: [{ most: 60 }] } },
  });
  progress.expect(2);
  const system = await startWholeSystem();
  const ask = asker(system);
  try {
    const accounts = [];
    for (let n = 0; n < ACCOUNTS; n += 1) accounts.push(await newAccount(ask, n));
    // What was before is covered first.
    await until(async () =>
      (await Promise.all(accounts.map((each) => covered(ask, each)))).every((size) => size >= USERS),
    );
    progress.step('covered');
    for (const account of accounts) account.size = await covered(ask, account);
    const load = loadavg()[0];
    const over = { changes: false };
    const watching = accounts.map((account) => watch(ask, account, over, seconds));
    const late = await change(ask, accounts, seconds);
    over.changes = true;
    await Promise.all(watching);
    progress.step('changed');
    const delays = accounts.flatMap(({ answered, seen }) => delaysOf(answered, seen));
    assert.equal(delays.length, seconds * PER_SECOND);
    for (const [name, q] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
      ['max', 1],
    ])
      addRound(table, name, { delay: quantile(delays, q) / 1_000 });
    measures.remark(
      `${delays.length.toLocaleString('en')} changes, of which ${late} were sent more than 100 ms late; load of the machine before ${load.toFixed(1)}, after ${loadavg()[0].toFixed(1)}.`,
    );
  } finally {
    ask.close();
    await system.stop();
  }
}

function asker({ url, token }) {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const ask = async (method, path, body) => {
    const answer = await pool.request({
      ...{ method, path },
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'PATCH' && { 'if-match': '*' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  return Object.assign(ask, { close: () => void pool.destroy() });
}

async function made(ask, path, body) {
  const { status, text } = await ask('POST', path, body);
  assert.ok(status < 300, `${path}: ${status} ${text}`);
  return JSON.parse(text);
}

async function newAccount(ask, n) {
  const { id } = await made(ask, '/v1/accounts', { name: `Delay ${n}` });
  const path = `/v1/accounts/${id}`;
  const users = Array.from({ length: USERS }, (_, at) => ({
    name: `User ${at}`,
    email: `u${at}.${n}@bench.example`,
  }));
  await made(ask, `${path}/users/batch`, { users });
  const { text } = await ask('GET', `${path}/users?limit=100`);
  return { path, userIds: JSON.parse(text).data.map((user) => user.id), answered: [], seen: [] };
}

/** The size of the newest checkpoint; 0 if there is none. */
async function covered(ask, { path }) {
  const { status, text } = await ask('GET', `${path}/log/checkpoint`);
  return status === 200 ? Number(text.split('\n')[1]) : 0;
}

async function until(isSo, waitMs = MAX_WAIT_MS) {
  for (const startedAt = performance.now(); !(await isSo()); await delay(LOOK_EVERY_MS))
    assert.ok(performance.now() - startedAt < waitMs, 'no checkpoint covers what was changed');
}

/** Notes when each size was covered, until all changes are. */
async function watch(ask, account, over, seconds) {
  const first = account.size;
  await until(
    async () => {
      const size = await covered(ask, account);
      if (size - first > (account.seen.at(-1)?.grown ?? 0))
        account.seen.push({ grown: size - first, at: performance.now() });
      return over.changes && size >= first + account.answered.length;
    },
    seconds * 1_000 + MAX_WAIT_MS,
  );
}

/** At their times, whether those before are answered or not. @returns how many were late */
async function change(ask, accounts, seconds) {
  const startedAt = performance.now();
  const changes = [];
  let late = 0;
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    const dueIn = startedAt + (n / PER_SECOND) * 1_000 - performance.now();
    if (dueIn > 0) await delay(dueIn);
    if (dueIn < -100) late += 1;
    const account = accounts[n % ACCOUNTS];
    const userId = account.userIds[Math.floor(n / ACCOUNTS) % USERS];
    changes.push(
      ask('PATCH', `${account.path}/users/${userId}`, { name: `Changed ${n}` }).then(({ status, text }) => {
        assert.equal(status, 200, text);
        account.answered.push(performance.now());
      }),
    );
  }
  await Promise.all(changes);
  return late;
}

/** The feed has changes in about the order of their answers, so a checkpoint covers as many as it has grown by. */
function delaysOf(answered, seen) {
  const delays = [];
  let from = 0;
  for (const { at, grown } of seen) for (; from < grown; from += 1) delays.push(at - answered[from]);
  return delays;
}
