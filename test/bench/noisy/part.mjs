// A tenant that sends ten times its limit, to two API processes and three instances as on Lambda: what another tenant notices.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Pool } from 'undici';
import { startServers } from '../api/servers.mjs';
import { buildWorld } from '../api/world.mjs';
import { CREDENTIALS, ENGINES, library, REGION } from '../engines.mjs';
import { addRound } from '../frame/measures.mjs';
import { quantile } from '../frame/statistics.mjs';

const PER_SECOND = 5;
const BURST = 5;
const TIMES_THE_LIMIT = 10;
const OTHERS_PER_SECOND = 40;
const PROCESSES = 2;
const INSTANCES = 3;
const USERS = 40;
const PLAN = 'noisy';

export const title = 'A noisy tenant';
export const about = `One tenant sends ${TIMES_THE_LIMIT} times its limit of ${PER_SECOND} requests a second to two API processes and three instances of
the API's function. As on Lambda, an instance answers one request at a time, and a request goes to a free one. Another tenant lists users ${OTHERS_PER_SECOND} times a
second, in turns with and without the noise, so that other load on the machine affects both.`;

export const settings = ({ quick }) => (quick ? { seconds: 6, rounds: 3 } : { seconds: 20, rounds: 9 });

export async function run(measures, progress, { seconds, rounds }) {
  const times = measures.table({
    title: 'Time of a request of the other tenant',
    unit: 'ms',
    baseline: 'alone',
    rowTitle: 'quantile',
    goals: { p99: { subject: 'beside the noise', goals: [{ of: 'alone', most: 1.2 }] } },
  });
  const allowed = measures.table({
    title: 'Let through of the noisy tenant',
    note: 'As a share of its limit.',
    rowTitle: 'in',
  });
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-bench-'));
  const engine = await ENGINES.embedded.start();
  const issuer = await (await library('dev-issuer')).openDevelopmentIssuer(folder, {});
  const rateLimit = { perSecond: PER_SECOND, burst: BURST };
  const environment = {
    ROLLBOOK_RATE_LIMIT: '1000',
    ROLLBOOK_RATE_BURST: '5000',
    ROLLBOOK_PLANS: JSON.stringify({ [PLAN]: { rateLimit } }),
  };
  const common = { endpoint: engine.endpoint, issuer, folder, users: USERS, environment };
  const kinds = [...Array(PROCESSES).fill('rollbook'), ...Array(INSTANCES).fill('lambda')];
  const wanted = Object.fromEntries(kinds.map((kind, n) => [`${kind} ${n}`, { kind }]));
  const started = await startServers(wanted, common, { shared: true });
  const servers = [...started.values()];
  const targets = servers.map(({ url }) => ({
    pool: new Pool(url, { connections: 32, pipelining: 1 }),
    open: 0,
  }));
  try {
    const noisy = { token: servers[0].token, accountId: servers[0].world.accountId };
    const other = await anotherTenant(common);
    await putOnPlan(common, noisy);
    await send(targets, other, { perSecond: OTHERS_PER_SECOND, seconds: 2 });
    // Each learns the plan.
    await send(targets, noisy, { perSecond: PER_SECOND, seconds: 2 });
    progress.expect(rounds * 2);
    for (let round = 0; round < rounds; round += 1) {
      const asked = { perSecond: OTHERS_PER_SECOND, seconds };
      const alone = await send(targets, other, asked);
      progress.step('alone');
      // Its burst is used up before.
      const noise = { perSecond: PER_SECOND * TIMES_THE_LIMIT };
      await send(targets, noisy, { ...noise, seconds: 2 });
      const [beside, made] = await Promise.all([
        send(targets, other, asked),
        send(targets, noisy, { ...noise, seconds }),
      ]);
      progress.step('beside the noise');
      const at = (q) => ({
        alone: quantile(alone.times, q),
        'beside the noise': quantile(beside.times, q),
      });
      addRound(times, 'p50', at(0.5));
      addRound(times, 'p99', at(0.99));
      addRound(allowed, 'a round', { 'noisy tenant': made.allowed / (made.seconds * PER_SECOND) });
      if (alone.allowed < alone.sent || beside.allowed < beside.sent)
        throw new Error('The other tenant was refused.');
    }
  } finally {
    await Promise.all(targets.map(({ pool }) => pool.close()));
    for (const server of servers) await server.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function anotherTenant({ endpoint, issuer, folder, users }) {
  const world = await buildWorld(endpoint, 'table', `${folder}/table-master-key`, users);
  const { accountId, adminId: userId } = world;
  world.close();
  return { accountId, token: await issuer.signUserToken({ accountId, userId }) };
}

/** Any server writes it; each knows it once it has answered a request of the account. */
async function putOnPlan({ endpoint, folder }, { accountId }) {
  const { commandAccount, grantTenant, openDirectory } = await library('directory');
  const { fileMasterKey } = await library('secrets');
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS });
  const directory = openDirectory({
    client,
    tableName: 'table',
    cursorSecret: 'x'.repeat(40),
    masterKey: fileMasterKey(`${folder}/table-master-key`),
  });
  const by = { actor: 'operator:bench', correlationId: 'bench' };
  await commandAccount(grantTenant(directory, accountId), { type: 'change_account', plan: PLAN }, by);
  client.destroy();
}

/** A process takes what comes; a gateway gives a request to an instance that has none. */
function targetOf(targets, n) {
  const turn = n % targets.length;
  if (turn < PROCESSES) return targets[turn];
  return targets.slice(PROCESSES).reduce((least, each) => (each.open < least.open ? each : least));
}

/** At this rate, whatever the answers take, to all servers in turn. */
async function send(targets, { token, accountId }, { perSecond, seconds }) {
  const request = {
    method: 'GET',
    path: `/v1/accounts/${accountId}/users`,
    headers: { authorization: `Bearer ${token}` },
  };
  const result = { times: [], allowed: 0, sent: 0, seconds };
  const startedAt = performance.now();
  const answers = [];
  const one = async (target) => {
    const sentAt = performance.now();
    target.open += 1;
    const answer = await target.pool.request(request);
    await answer.body.dump();
    target.open -= 1;
    if (answer.statusCode !== 429 && answer.statusCode !== 200)
      throw new Error(`Answered with ${answer.statusCode}.`);
    if (answer.statusCode === 429) return;
    result.allowed += 1;
    result.times.push(performance.now() - sentAt);
  };
  for (; result.sent < perSecond * seconds; result.sent += 1) {
    await delay(Math.max(0, (result.sent * 1_000) / perSecond - (performance.now() - startedAt)));
    answers.push(one(targetOf(targets, result.sent)));
  }
  await Promise.all(answers);
  result.seconds = (performance.now() - startedAt) / 1_000;
  return result;
}
