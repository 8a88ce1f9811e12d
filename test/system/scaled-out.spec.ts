import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import { ensureTable } from '#libs/directory';
import { engineClient, engineEndpoint, uniqueTableName } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startProcess, type Process } from '../support/processes/processes.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';

/**
 * As in containers: two APIs, three publishers and two projectors, each a process of its own, against one engine. The engine's
 * stream has one shard, so one publisher reads at a time and the others stand by; one is killed in the middle.
 */

const USERS = 12;
const CHANGES = 8;

let folder: string;
let client: DynamoDBClient;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let running: Process[];
let environment: NodeJS.ProcessEnv;
let token: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-scaled-out-'));
  running = [];
  const issuer = await openDevelopmentIssuer(folder);
  token = await issuer.signOperatorToken({ subject: 'tester' });
  client = engineClient();
  const table = uniqueTableName();
  await ensureTable(client, table);
  bus = await startRecordedBus();
  environment = {
    AWS_REGION: 'us-east-1',
    PORT: '0',
    ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(),
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: bus.url,
    ROLLBOOK_TABLE: table,
    ROLLBOOK_CURSOR_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
    ROLLBOOK_JWT_ISSUER: issuer.issuer,
    ROLLBOOK_JWT_AUDIENCE: issuer.audience,
    ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
    ROLLBOOK_MASTER_KEY_FILE: join(folder, 'master-key'),
    ROLLBOOK_LOG_LEVEL: 'silent',
  };
});

afterEach(async () => {
  const alive = running.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  await Promise.all(alive.map((each) => each.kill()));
  await bus.stop();
  client.destroy();
  await rm(folder, { recursive: true });
});

async function start(app: string, consumer?: string): Promise<Process> {
  const started = await startProcess(app, { ...environment, ROLLBOOK_STREAM_CONSUMER: consumer });
  running.push(started);
  return started;
}

interface Entity {
  id: string;
}

async function ask(url: string, method: string, path: string, body?: unknown): Promise<Entity> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect({ path, status: answer.status, text }).toMatchObject({ status: expect.any(Number) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (text === '' ? { id: '' } : JSON.parse(text)) as Entity;
}

test('two APIs, three publishers and two projectors lose no event, keep every order, and survive the death of one', async () => {
  const apis = await Promise.all([start('api'), start('api')]);
  const publishers: Process[] = [];
  for (let count = 0; count < 3; count += 1) publishers.push(await start('stream-processor', 'publisher'));
  for (let count = 0; count < 2; count += 1) await start('stream-processor', 'projector');
  const urls = apis.map(({ message }) => message.url ?? '');
  let asked = 0;
  const anyApi = () => urls[(asked += 1) % urls.length] ?? '';

  const account = `/v1/accounts/${(await ask(anyApi(), 'POST', '/v1/accounts', { name: 'Acme' })).id}`;
  const group = await ask(anyApi(), 'POST', `${account}/service-groups`, { name: 'dev' });
  const users = await Promise.all(
    Array.from({ length: USERS }, (_, n) =>
      ask(anyApi(), 'POST', `${account}/users`, { name: `U${n}`, email: `u${n}@x.example`, role: 'member' }),
    ),
  );
  const members = users.map(({ id }) => `${account}/service-groups/${group.id}/members/${id}`);
  await Promise.all(members.map((path) => ask(anyApi(), 'PUT', path)));

  // The publisher that was first holds the shard; when it is gone, another one takes over.
  let killed: Promise<void> | undefined;
  for (let change = 1; change <= CHANGES; change += 1) {
    await Promise.all(
      users.map(({ id }, n) => ask(anyApi(), 'PATCH', `${account}/users/${id}`, { name: `U${n} ${change}` })),
    );
    if (change === CHANGES / 2) killed = publishers[0]?.kill();
  }
  await killed;

  // Created, added to the group, and each change of the name.
  const versions = 2 + CHANGES;
  const ofUser = (id: string) => bus.received.filter(({ subject }) => subject === id);
  const distinct = (id: string) => new Set(ofUser(id).map(({ sequence }) => sequence));
  await eventually('every event of every user is on the bus', () =>
    users.every(({ id }) => distinct(id).size === versions),
  );
  for (const { id } of users) {
    const sequences = ofUser(id).map(({ sequence }) => sequence);
    // Sent again after the kill, perhaps, but never a later one before an earlier one's first time.
    const firsts = sequences.filter((sequence, at) => sequences.indexOf(sequence) === at);
    expect(firsts).toEqual(Array.from({ length: versions }, (_, n) => n + 1));
  }
  await eventually('the projectors have copied the last names to the memberships', async () => {
    const list = (await ask(
      anyApi(),
      'GET',
      `${account}/service-groups/${group.id}/members?limit=100`,
    )) as unknown as {
      data: { user: { name: string } }[];
    };
    return list.data.length === USERS && list.data.every(({ user }) => user.name.endsWith(` ${CHANGES}`));
  });
  for (const each of running.filter((one) => one !== publishers[0])) expect(await each.stop()).toBe(0);
});
