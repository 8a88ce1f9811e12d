// "May this user enter?" from a guard in the caller's process, beside the same question over HTTP; how soon a guard knows what was
// revoked; what a copy of a large account takes; and the feed that keeps it, with many who wait and much to read.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { fillAccount, GROUPS_OF_A_USER, userId as largeUserId } from '../dashboard/large-account.mjs';
import { addRound } from '../frame/measures.mjs';
import { median, quantile } from '../frame/statistics.mjs';
import * as openfga from '../peers/openfga.mjs';
import * as rollbook from '../peers/rollbook.mjs';
import * as spicedb from '../peers/spicedb.mjs';
import { pairOf, times } from '../peers/world.mjs';
import { bodyOf, startWholeSystem } from '../system/whole-system.mjs';
import { linkPackages } from './packages.mjs';
import { measureRevocations } from './revocations.mjs';

const GUARD = 'the guard';
const CONNECTIONS = 16;
const ASKED_AT_ONCE = 100_000;
const ROWS_OF_A_BATCH = 1_000;
const CHILD = fileURLToPath(new URL('copy.mjs', import.meta.url));

export const title = 'Access checks in the caller’s process';
export const about = `\`mayEnter\` of \`@rollbook/guard\`, which answers from a copy that the feed keeps, beside the check of the API, of SpiceDB and of OpenFGA over HTTP
(${CONNECTIONS} connections; over gRPC the last two are faster). The time of a revocation is from the answer to the write until the guard refuses. The large
account is filled past the commands, and its copy is made in a process of its own. Watchers wait for the feed of all accounts by long polls of one API: of one account's feed, 64 may wait.`;

export function settings({ quick }) {
  return quick
    ? {
        users: 200,
        searched: 200,
        asked: 300,
        revocations: 30,
        imported: 1_000,
        memberships: 30_000,
        watchers: 100,
        events: 5_000,
        rounds: 1,
      }
    : {
        users: 500,
        searched: 200,
        asked: 2_000,
        revocations: 200,
        imported: 10_000,
        memberships: 1_000_000,
        watchers: 1_000,
        events: 100_000,
        rounds: 3,
      };
}

export async function run(measures, progress, options) {
  progress.expect(5);
  const folder = mkdtempSync(join(tmpdir(), 'bench-guard-'));
  const modules = await linkPackages(folder);
  await measureChecks(measures, { ...options, modules });
  progress.step('checks');
  const system = await startWholeSystem({
    environment: { ROLLBOOK_RATE_LIMIT: '1000000', ROLLBOOK_RATE_BURST: '1000000' },
  });
  try {
    await measureRevocations(measures, system, { ...options, modules });
    progress.step('revocations');
    await measureCopies(measures, system, { ...options, modules, folder });
    progress.step('copies');
    await measureWatchers(measures, system, options);
    progress.step('watchers');
    await measureReading(measures, system, { ...options, modules });
    progress.step('reading');
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true });
  }
}

async function measureChecks(measures, options) {
  const table = measures.table({
    title: 'Time to the answer',
    unit: 'µs',
    rowTitle: 'quantile',
    digits: 1,
    goals: { p99: { subject: GUARD, goals: [{ most: 5 }] } },
  });
  const rates = measures.table({
    title: 'Answers a second',
    rowTitle: 'of',
    digits: 0,
    goals: { 'one process': { subject: GUARD, goals: [{ least: 1_000_000 }] } },
  });
  const found = { [GUARD]: await guardTimes(options) };
  for (const peer of [rollbook, spicedb, openfga]) {
    const reason = peer.missing();
    if (reason) measures.remark(`Left out: ${peer.title}: ${reason}.`);
    else found[`${peer.title} over HTTP`] = await peerTimes(peer, options);
  }
  const of = (q) =>
    Object.fromEntries(Object.entries(found).map(([name, { us }]) => [name, quantile(us, q)]));
  addRound(table, 'p50', of(0.5));
  addRound(table, 'p99', of(0.99));
  addRound(
    rates,
    'one process',
    Object.fromEntries(Object.entries(found).map(([name, { perSecond }]) => [name, perSecond])),
  );
}

/** A copy of as many people and groups as the peers have, asked in the same order. */
async function guardTimes({ users, rounds, modules }) {
  const { AccessCopy } = await import(modules.guard);
  const copy = new AccessCopy();
  copy.setAccount('acct_1', true);
  const [userIds, groupIds] = [times(users, (n) => `user_${n}`), times(50, (n) => `sgrp_${n}`)];
  for (const id of groupIds) copy.setGroup(id, 'acct_1', false);
  for (const [n, id] of userIds.entries()) {
    copy.setUser(id, 'acct_1', 'active');
    for (let k = 0; k < 25; k += 1) copy.setMembership(id, groupIds[(n + k) % 50], 'acct_1', undefined);
  }
  const pairs = times(10_000, (n) => pairOf(n, users)).map(({ user, group }) => [
    userIds[user],
    groupIds[group],
  ]);
  const ask = ([user, group]) => copy.mayEnter(user, group, Date.now());
  const rates = [];
  let allowed = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now();
    for (let n = 0; n < ASKED_AT_ONCE * 10; n += 1) allowed += ask(pairs[n % pairs.length]) ? 1 : 0;
    rates.push((ASKED_AT_ONCE * 10_000) / (performance.now() - startedAt));
  }
  assert.equal(allowed, ASKED_AT_ONCE * 10 * (rounds + 1), 'somebody was refused');
  const us = times(ASKED_AT_ONCE, (n) => {
    const startedAt = process.hrtime.bigint();
    ask(pairs[n % pairs.length]);
    return Number(process.hrtime.bigint() - startedAt) / 1_000;
  });
  return { us, perSecond: median(rates.slice(1)) };
}

async function peerTimes(peer, options) {
  const stops = [];
  try {
    const system = await peer.start(options, stops);
    const { request } = system.operations['access check'];
    const send = (count, from) =>
      system.send(
        times(count, (n) => request(from + n)),
        CONNECTIONS,
      );
    await send(options.asked, 0);
    const startedAt = performance.now();
    const answers = await send(options.asked, options.asked);
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      us: answers.map(({ milliseconds }) => milliseconds * 1_000),
      perSecond: answers.length / seconds,
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const post = (path, body) => ({ method: 'POST', path, body });

async function newAccount(system) {
  return bodyOf((await system.send([post('/v1/accounts', { name: 'Bench' })], 1))[0]).id;
}

async function measureCopies(measures, system, { memberships, modules, folder }) {
  const users = Math.ceil(memberships / GROUPS_OF_A_USER);
  const { accountId, groupIds } = await fillAccount(system, { users, groups: 100 });
  const options = { baseUrl: system.url, token: system.token, accountId, file: join(folder, 'copy.json') };
  const expected = { user: largeUserId(0), group: groupIds[0] };
  const open = () => openCopy({ module: modules.guard, options, expected });
  const [cold, warm] = [await open(), await open()];
  const row = `${memberships.toLocaleString('en')} memberships`;
  const level = measures.table({
    title: 'Until a copy is level',
    unit: 's',
    rowTitle: 'of',
    digits: 1,
    goals: {
      [row]: { subject: 'from a snapshot', goals: [{ most: 15 }] },
    },
  });
  addRound(level, row, { 'from a snapshot': cold.seconds, 'from its own file': warm.seconds });
  const memory = measures.table({
    title: 'Memory of a copy, beside the process without one',
    unit: 'MB',
    rowTitle: 'of',
    digits: 0,
    goals: { [row]: { subject: GUARD, goals: [{ most: 200 }] } },
  });
  addRound(memory, row, { [GUARD]: warm.megabytes });
  assert.equal(cold.memberships, users * GROUPS_OF_A_USER);
}

/** In a process of its own, which has nothing else. */
async function openCopy(task) {
  const child = fork(CHILD, [JSON.stringify(task)], { execArgv: ['--expose-gc'] });
  const [told] = await once(child, 'message');
  await once(child, 'exit');
  return told;
}

async function measureWatchers(measures, system, { watchers, rounds }) {
  const accountId = await newAccount(system);
  const path = `/v1/accounts/${accountId}`;
  const pool = new Pool(system.url, { connections: watchers, pipelining: 1 });
  const headers = { authorization: `Bearer ${system.token}` };
  const read = async (after, wait) => {
    const query = new URLSearchParams({ wait: String(wait), after });
    const { body, statusCode } = await pool.request({
      method: 'GET',
      path: `/v1/changes?${query}`,
      headers,
    });
    if (statusCode !== 200) throw new Error(`The feed answered ${statusCode}: ${await body.text()}`);
    return body.json();
  };
  const table = measures.table({
    title: `Until the last of many who wait has a change, from the answer to the write`,
    unit: 'ms',
    rowTitle: 'watchers',
    digits: 0,
    goals: { [watchers.toLocaleString('en')]: { subject: 'the last', goals: [{ most: 1_000 }] } },
  });
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Until nothing has come for a while.
      let page = await read('now', 3);
      while (!page.upToDate || page.data.length > 0) page = await read(page.nextCursor, 3);
      const arriving = times(watchers, async () => {
        const { data } = await read(page.nextCursor, 20);
        assert.deepEqual(
          data.map(({ type }) => type),
          ['service_group.created'],
        );
        return performance.now();
      });
      // One that fails while the others are waited for ends the part, not the process.
      const arrived = Promise.all(arriving);
      arrived.catch(() => undefined);
      await delay(2_000);
      const sentAt = performance.now();
      const group = post(`${path}/service-groups`, { name: `g${round}` });
      const [{ milliseconds }] = await system.send([group], 1);
      const answeredAt = sentAt + milliseconds;
      const taken = (await arrived).map((at) => at - answeredAt);
      addRound(table, watchers.toLocaleString('en'), {
        'half of them': median(taken),
        'the last': Math.max(...taken),
      });
    }
  } finally {
    await pool.destroy();
  }
}

async function measureReading(measures, system, { events, modules }) {
  const { createClient } = await import(modules.client);
  const accountId = await newAccount(system);
  const batches = times(Math.ceil(events / ROWS_OF_A_BATCH), (batch) =>
    post(`/v1/accounts/${accountId}/users/batch`, {
      users: times(ROWS_OF_A_BATCH, (n) => ({ name: 'N', email: `e${batch}-${n}@bench.example` })),
    }),
  );
  await system.send(batches, 2);
  const client = createClient({ baseUrl: system.url, token: system.token });
  const read = async () => {
    let count = 0;
    for await (const { data } of client.changes({ accountId, once: true })) count += data.length;
    return count;
  };
  while ((await read()) < events) await delay(1_000);
  const startedAt = performance.now();
  const count = await read();
  const table = measures.table({
    title: 'Events read a second, by one reader from the beginning',
    rowTitle: 'events',
    digits: 0,
    goals: { [events.toLocaleString('en')]: { subject: 'the feed', goals: [{ least: 10_000 }] } },
  });
  addRound(table, events.toLocaleString('en'), {
    'the feed': (count * 1_000) / (performance.now() - startedAt),
  });
}
