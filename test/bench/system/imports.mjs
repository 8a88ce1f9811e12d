// Imports: how fast they go, what they take, and what another account notices of them.
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { causedBy, perPiece } from './changes.mjs';
import { sum } from './process-tree.mjs';
import { bodyOf, startWholeSystem } from './whole-system.mjs';

const GROUPS = 50;
const GROUPS_OF_A_USER = 2;
const [NEIGHBOURS, REQUESTS_PER_SECOND] = [100, 40];
/** So many that a row of the slowest hundredth is not the slowest of all. */
const QUIET_MS = 30_000;
const [RATE, P99] = ['rows a second', 'p99'];
const [ALONE, MEANWHILE] = ['alone', 'meanwhile'];
const ANOTHER = 'a user read, a user changed';

export const IMPORTS = { quick: { users: 1_000 }, usual: { users: 10_000 }, long: { users: 100_000 } };
export const IMPORT_STEPS = 4;

export async function measureImports(measures, progress, { users, command }) {
  const rates = measures.table({
    title: 'Imports',
    unit: 'rows/s',
    goals: {
      users: { subject: RATE, goals: [{ least: 500 }] },
      memberships: { subject: RATE, goals: [{ least: 600 }] },
    },
    note: `${users.toLocaleString('en')} users, and ${GROUPS_OF_A_USER} memberships of each, in ${GROUPS} service groups.`,
  });
  const costs = measures.table({
    title: 'Imports, what a row takes',
    unit: 'ms of CPU',
    digits: 2,
  });
  const noticed = measures.table({
    title: 'Imports, and the requests of another account',
    unit: 'ms, p99',
    baseline: ALONE,
    digits: 1,
    goals: { [ANOTHER]: { subject: MEANWHILE, goals: [{ of: ALONE, most: 2 }] } },
    note: `${REQUESTS_PER_SECOND} requests a second, whether or not the last one is answered.`,
  });
  const system = await startWholeSystem({ command });
  try {
    const account = await create(system, 'Imports');
    await createEach(system, `${account}/service-groups`, GROUPS, (n) => ({ name: `Group ${n}` }));
    const neighbour = await neighbourOf(system);
    await system.settled();
    const idle = await system.idle(5_000);
    const alone = await neighbour.ask(delay(QUIET_MS));
    progress.step('alone');
    for (const [kind, rows] of Object.entries({ users: usersOf(users), memberships: membershipsOf(users) })) {
      const work = () => importRows(system, account, kind, rows);
      const { result, cpu } = await causedBy(system, idle, work);
      const ofARow = perPiece(cpu, result.rows);
      addRound(rates, kind, { [RATE]: result.rows / result.seconds });
      addRound(costs, kind, { all: sum(ofARow), ...ofARow });
      progress.step(kind);
    }
    const beside = await create(system, 'Imports beside');
    const work = importRows(system, beside, 'users', usersOf(users));
    const meanwhile = await neighbour.ask(work);
    const { rows, seconds } = await work;
    addRound(rates, 'users, beside the other account', { [RATE]: rows / seconds });
    progress.step('beside');
    addRound(noticed, ANOTHER, { [ALONE]: quantile(alone, 0.99), [MEANWHILE]: quantile(meanwhile, 0.99) });
  } finally {
    await system.stop();
  }
}

/** On a connection that is kept. */
async function askOne({ url, token }, { method, path, body }) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await request(url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}

async function create(system, name) {
  const [made] = await system.send([{ method: 'POST', path: '/v1/accounts', body: { name } }], 1);
  return `/v1/accounts/${bodyOf(made).id}`;
}

function createEach(system, path, count, bodyOfNth) {
  const requests = Array.from({ length: count }, (_, n) => ({ method: 'POST', path, body: bodyOfNth(n) }));
  return system.send(requests, 4);
}

/** Another account, whose requests come at a steady pace. */
async function neighbourOf(system) {
  const account = await create(system, 'Neighbour');
  const made = await createEach(system, `${account}/users`, NEIGHBOURS, (n) => ({
    name: `User ${n}`,
    email: `user${n}@neighbour.example`,
    role: n === 0 ? 'owner' : 'member',
  }));
  const paths = made.map((answer) => `${account}/users/${bodyOf(answer).id}`);
  let asked = 0;
  const next = () => {
    const path = paths[(asked += 1) % paths.length];
    return asked % 2
      ? { method: 'GET', path }
      : { method: 'PATCH', path, body: { name: `User of ${asked}` } };
  };
  return {
    /** @returns milliseconds of each request until the work is done */
    async ask(work) {
      let isDone = false;
      const ended = Promise.resolve(work).finally(() => (isDone = true));
      const times = [];
      const underWay = [];
      while (!isDone) {
        const startedAt = performance.now();
        underWay.push(askOne(system, next()).then(() => times.push(performance.now() - startedAt)));
        await delay(1_000 / REQUESTS_PER_SECOND);
      }
      await Promise.all([ended, ...underWay]);
      return times;
    },
  };
}

const email = (n) => `user${n}@imports.example`;

function usersOf(users) {
  const rows = Array.from(
    { length: users },
    (_, n) => `${email(n)},User ${n},${n === 0 ? 'owner' : 'member'}`,
  );
  return ['email,name,role', ...rows];
}

function membershipsOf(users) {
  const rows = Array.from({ length: users * GROUPS_OF_A_USER }, (_, row) => {
    const user = Math.floor(row / GROUPS_OF_A_USER);
    return `${email(user)},Group ${(user + row) % GROUPS}`;
  });
  return ['userEmail,serviceGroupName', ...rows];
}

/** Until the import is done. */
async function importRows(system, account, kind, lines) {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${system.token}` };
  const posted = await request(`${system.url}${account}/import/${kind}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: lines.join('\n'),
  });
  const text = await posted.body.text();
  if (posted.statusCode !== 202) throw new Error(`The import of ${kind}: ${posted.statusCode} ${text}`);
  const path = `${account}/imports/${JSON.parse(text).id}`;
  for (;;) {
    const { status, created, refused } = JSON.parse(await askOne(system, { method: 'GET', path }));
    if (status === 'done') {
      if (created !== lines.length - 1)
        throw new Error(`${kind}: ${created} rows created, ${refused} refused.`);
      return { rows: created, seconds: (performance.now() - startedAt) / 1000 };
    }
    await delay(200);
  }
}
