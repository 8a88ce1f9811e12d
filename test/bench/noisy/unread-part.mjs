// A tenant that opens event streams over large events and reads none of them: what another tenant notices, and the API's memory.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';
import { bodyOf, startWholeSystem } from '../system/whole-system.mjs';

const STREAMS = 200;
const METADATA = { notes: 'x'.repeat(15_000) };
const USERS = 100;
const OTHERS_PER_SECOND = 40;
/** Accepting so many connections, and knowing who they are, takes the API a moment of its own. */
const OPENING_SECONDS = 1;
const GOAL_MB = 400;
const UNLIMITED = { ROLLBOOK_RATE_LIMIT: '1000000', ROLLBOOK_RATE_BURST: '1000000' };

export const title = 'Event streams that nobody reads';
export const about = `One tenant opens ${STREAMS} event streams from the beginning of a feed of events of 15 kB each, and reads none of them: what is
sent fills the buffers of the kernel first. Another tenant lists users ${OTHERS_PER_SECOND} times a second, before, while they are opened and from a second later. All processes of \`npm start\`.`;

export const settings = ({ quick }) =>
  quick ? { changes: 200, seconds: 6, rounds: 1 } : { changes: 1_000, seconds: 20, rounds: 3 };

export async function run(measures, progress, { changes, seconds, rounds }) {
  const times = measures.table({
    title: 'Time of a request of the other tenant',
    unit: 'ms',
    baseline: 'alone',
    rowTitle: 'quantile',
    goals: { p99: { subject: 'beside the streams', goals: [{ of: 'alone', most: 2 }] } },
  });
  const memory = measures.table({
    title: 'Memory of the API',
    unit: 'MB',
    rowTitle: 'when',
    goals: { 'at most': { subject: 'beside the streams', goals: [{ most: GOAL_MB }] } },
  });
  const system = await startWholeSystem({ environment: UNLIMITED });
  try {
    const [noisy, other] = [await filled(system, changes), await filled(system, 1)];
    await system.settled();
    await listing(system, other, 2);
    progress.expect(rounds * 2);
    for (let round = 0; round < rounds; round += 1) {
      const alone = await listing(system, other, seconds);
      progress.step('alone');
      const opened = openStreams(system, noisy);
      const opening = await listing(system, other, OPENING_SECONDS);
      const beside = await listing(system, other, seconds);
      opened.close();
      progress.step(`${opened.answers.get('200')} streams, ${opened.answers.get('429') ?? 0} refused`);
      for (const [row, q] of Object.entries({ p50: 0.5, p99: 0.99 }))
        addRound(times, row, {
          alone: quantile(alone.times, q),
          'beside the streams': quantile(beside.times, q),
        });
      addRound(times, 'p50 of the second in which they are opened', {
        alone: quantile(alone.times, 0.5),
        'beside the streams': quantile(opening.times, 0.5),
      });
      addRound(memory, 'at most', {
        alone: alone.megabytes,
        'beside the streams': Math.max(opening.megabytes, beside.megabytes),
      });
      await system.settled();
    }
  } finally {
    await system.stop();
  }
}

/** An account with people, one of whom has changed so many times. @returns its path */
async function filled(system, changes) {
  const send = async (method, path, bodies, connections = 8) =>
    (
      await system.send(
        bodies.map((body) => ({ method, path, body })),
        connections,
      )
    ).map(bodyOf);
  const [account] = await send('POST', '/v1/accounts', [{ name: `Acme ${changes}` }]);
  const path = `/v1/accounts/${account.id}`;
  const people = Array.from({ length: USERS }, (_, n) => ({ name: `P ${n}`, email: `p${n}@acme.example` }));
  const [user] = await send('POST', `${path}/users`, people);
  const changed = Array.from({ length: changes }, (_, n) => ({ metadata: { ...METADATA, n: String(n) } }));
  await send('PATCH', `${path}/users/${user.id}`, changed, 1);
  return path;
}

/** Sockets that ask and never read what comes after the head of the answer. */
function openStreams({ url, token }, path) {
  const { hostname, port } = new URL(url);
  const answers = new Map();
  const sockets = Array.from({ length: STREAMS }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['GET', `${path}/changes?limit=1000`, 'HTTP/1.1'].join(' ');
    socket.write(
      `${head}\r\nhost: ${hostname}\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    socket.on('error', () => {});
    void once(socket, 'readable').then(() => {
      const status = String(socket.read(12)).slice(9);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    });
    return socket;
  });
  return { answers, close: () => sockets.forEach((socket) => socket.destroy()) };
}

/** At this rate, however long the answers take. */
async function listing(system, path, seconds) {
  const pool = new Pool(system.url, { connections: 32, pipelining: 1 });
  const headers = { authorization: `Bearer ${system.token}` };
  const result = { times: [], megabytes: 0 };
  const startedAt = performance.now();
  const one = async () => {
    const sentAt = performance.now();
    const answer = await pool.request({ method: 'GET', path: `${path}/users?limit=20`, headers });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`Answered with ${answer.statusCode}.`);
    result.times.push(performance.now() - sentAt);
  };
  const sent = [];
  for (let n = 0; n < OTHERS_PER_SECOND * seconds; n += 1) {
    await delay(Math.max(0, (n * 1_000) / OTHERS_PER_SECOND - (performance.now() - startedAt)));
    sent.push(one());
    if (n % OTHERS_PER_SECOND === 0)
      result.megabytes = Math.max(result.megabytes, system.usage().memory.api ?? 0);
  }
  await Promise.all(sent);
  await pool.close();
  return result;
}
