// `rollbook guard`, asked by another process: a thousand checks a second, over a port, over a Unix socket, and as a proxy asks.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { startWholeSystem } from '../system/whole-system.mjs';
import { members } from './revocations.mjs';

const PROGRAM = fileURLToPath(new URL('../../../dist/programs/guard.js', import.meta.url));
const PER_SECOND = 1_000;
const CONNECTIONS = 8;
const PEOPLE = 1_000;

export const title = 'A guard beside a service';
export const about = `\`rollbook guard\`, asked by another process on the same machine for ${PER_SECOND.toLocaleString('en')} checks a second over ${CONNECTIONS} connections, of
${PEOPLE.toLocaleString('en')} people, each at its time, whether those before are answered or not.`;

export const settings = ({ quick }) => ({ seconds: quick ? 3 : 30 });

export async function run(measures, progress, { seconds }) {
  progress.expect(1);
  const folder = mkdtempSync(join(tmpdir(), 'bench-beside-'));
  const system = await startWholeSystem({
    environment: { ROLLBOOK_RATE_LIMIT: '1000000', ROLLBOOK_RATE_BURST: '1000000' },
  });
  try {
    await measureBeside(measures, system, { seconds, folder });
    progress.step('asked');
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true });
  }
}

async function measureBeside(measures, system, { seconds, folder }) {
  const table = measures.table({
    title: `At ${PER_SECOND.toLocaleString('en')} checks a second`,
    unit: 'ms',
    rowTitle: 'asked by',
    digits: 2,
  });
  const { accountId, groupId, userIds } = await members(system, PEOPLE);
  const socket = join(folder, 'guard.sock');
  for (const [row, place, origin] of [
    ['AuthZEN, over a port', { ROLLBOOK_GUARD_PORT: '0' }],
    ['AuthZEN, over a Unix socket', { ROLLBOOK_GUARD_SOCKET: socket }, { socketPath: socket }],
    ['forward auth, over a port', { ROLLBOOK_GUARD_PORT: '0' }],
  ]) {
    const env = { ...process.env, ROLLBOOK_API_URL: system.url, ROLLBOOK_API_TOKEN: system.token, ...place };
    const child = fork(PROGRAM, [], {
      env: { ...env, ROLLBOOK_ACCOUNT: accountId },
      execArgv: [],
      stdio: 'ignore',
    });
    const [{ url }] = await once(child, 'message');
    const clients = Array.from({ length: CONNECTIONS }, () =>
      origin ? new Client('http://127.0.0.1', origin) : new Client(url),
    );
    const health = () => clients[0].request({ method: 'GET', path: '/health' }).then(drained);
    while ((await health()) !== 200) await delay(50);
    const ask = row.startsWith('forward') ? asProxy : asService;
    const askOf = (n) => ask(clients[n % CONNECTIONS], userIds[n % PEOPLE], groupId);
    await atOneRate(askOf, 2 * PER_SECOND);
    const taken = await atOneRate(askOf, seconds * PER_SECOND);
    addRound(table, row, { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) });
    for (const client of clients) await client.close();
    child.kill();
    await once(child, 'exit');
  }
}

async function drained({ statusCode, body }) {
  await body.dump();
  return statusCode;
}

async function asService(client, user, group) {
  const { body } = await client.request({
    method: 'POST',
    path: '/access/v1/evaluation',
    body: JSON.stringify({
      subject: { type: 'user', id: user },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: group },
    }),
  });
  if (!(await body.json()).decision) throw new Error('Somebody was refused.');
}

async function asProxy(client, user, group) {
  const path = `/forward-auth/${group}/enter`;
  const answer = await client.request({ method: 'GET', path, headers: { 'rollbook-user': user } });
  if ((await drained(answer)) !== 200) throw new Error('Somebody was refused.');
}

/** Each when its time has come, however late the answers are. @returns milliseconds, from then on */
async function atOneRate(ask, count) {
  const taken = [];
  const startedAt = performance.now();
  const asked = [];
  for (let n = 0; n < count; n += 1) {
    const at = startedAt + (n * 1_000) / PER_SECOND;
    while (performance.now() < at) await delay(0);
    asked.push(ask(n).then(() => taken.push(performance.now() - at)));
  }
  await Promise.all(asked);
  return taken;
}
