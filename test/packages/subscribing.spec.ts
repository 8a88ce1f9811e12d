import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { ROOT } from '../support/documented-commands.js';
import { engineClient, engineEndpoint, uniqueTableName } from '../support/engines/engine.js';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/engines/postgres.js';
import { eventually } from '../support/eventually.js';
import { ForeignProject, publintMessages, typesOf } from '../support/foreign-project.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

// The programs of docs/subscribing.md, in a project of its own that has installed the packages.

const guide = readFileSync(join(ROOT, 'docs/subscribing.md'), 'utf8');
const [sqlite, postgres, queue, webhook] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code]) => code!,
);

let project: ForeignProject;
let api: RunningApi;
let processor: ProcessorOfApi;
let tarball: string;
let ROLLBOOK_ACCOUNT: string;
let suspended: string;
let events: object[];

beforeAll(async () => {
  project = new ForeignProject();
  const [client, contracts, subscriber] = ['client', 'events', 'subscriber'].map((name) =>
    packLibrary(`libs/${name}`, project.folder),
  );
  tarball = subscriber!;
  project.install(client!, contracts!, tarball);
  for (const name of ['pg', '@aws-sdk/lib-dynamodb', '@aws-sdk/client-dynamodb']) project.link(name);
  api = await startApi();
  processor = await startProcessorOf(api);
  ({ id: ROLLBOOK_ACCOUNT } = await createAccount(api));
  await aHistory();
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  project.close();
});

/** Two people in a service group, of whom one is suspended; a third was there. */
async function aHistory(): Promise<void> {
  const account = `/v1/accounts/${ROLLBOOK_ACCOUNT}`;
  const group = await createServiceGroup(api, ROLLBOOK_ACCOUNT);
  const users = [1, 2, 3].map(() => createUser(api, ROLLBOOK_ACCOUNT));
  const [ada, bo, cy] = (await Promise.all(users)).map(({ id }) => id);
  for (const user of [ada, bo, cy])
    await api.operator('PUT', `${account}/service-groups/${group.id}/members/${user}`);
  await api.operator('DELETE', `${account}/users/${cy}`);
  await api.operator('POST', `${account}/users/${bo}/suspend`);
  suspended = bo!;
  await eventually('all is in the feed', async () => {
    const { body } = await api.operator('GET', `${account}/changes?limit=1000`);
    events = (body as { data: { type: string }[] }).data;
    return JSON.stringify(events).includes('user.suspended');
  });
}

/** A program of the guide, and what it prints when more is asked of it. */
async function printed(
  name: string,
  code: string,
  more: string,
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const file = project.write(`${name}.mts`, `${code}\n${more}`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file],
    {
      cwd: project.folder,
      env: project.environment({
        ROLLBOOK_URL: api.url,
        ROLLBOOK_KEY: await api.issuer.signOperatorToken({ subject: 'tester' }),
        ROLLBOOK_ACCOUNT,
        ...env,
      }),
    },
  );
  return JSON.parse(stdout) as unknown;
}

test('in SQLite', async () => {
  const asked = `console.log(JSON.stringify(database.prepare('SELECT count(*) AS members FROM members').get()));
    await subscriber.close();`;
  expect(await printed('sqlite', sqlite!, asked)).toEqual({ members: 2 });
});

test('in a function', async () => {
  const TABLE = uniqueTableName();
  const client = engineClient();
  const keys = ['pk', 'sk'] as const;
  const AttributeDefinitions = keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));
  const KeySchema = keys.map((AttributeName, place) => ({
    AttributeName,
    KeyType: (['HASH', 'RANGE'] as const)[place],
  }));
  await client.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions,
      KeySchema,
    }),
  );
  const env = {
    TABLE,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: engineEndpoint(),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  // What the bus has put into the queue was in the feed already, and what it could not read comes again.
  const bodies = [...events.slice(0, 2).map((detail) => JSON.stringify({ detail })), 'broken'];
  const Records = bodies.map((body, place) => ({ messageId: String(place), body }));
  const asked = `const { batchItemFailures } = await handler(${JSON.stringify({ Records })});
    const { duplicates, handled } = subscriber.status();
    console.log(JSON.stringify({ batchItemFailures, duplicates, handled }));`;
  expect(await printed('queue', queue!, asked, env)).toEqual({
    batchItemFailures: [{ itemIdentifier: '2' }],
    duplicates: 2,
    // Three people came, and one went.
    handled: 4,
  });
  await client.send(new DeleteTableCommand({ TableName: TABLE }));
  client.destroy();
});

test('by a webhook', async () => {
  const asked = `const { port } = await new Promise((resolve) => server.once('listening', () => resolve(server.address() as { port: number })));
    const { status } = await fetch('http://127.0.0.1:' + port, { method: 'POST', body: '{}' });
    console.log(JSON.stringify({ status, suspended: [...store.state] }));
    server.closeAllConnections();
    server.close();`;
  const env = { PORT: '0', WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}` };
  expect(await printed('webhook', webhook!, asked, env)).toEqual({ status: 401, suspended: [suspended] });
});

describeWithPostgres('in PostgreSQL', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('what the guide does', async () => {
    const asked = `const { rows } = await pool.query('SELECT count(*)::int AS people FROM people');
      console.log(JSON.stringify(rows[0]));
      await subscriber.close();
      await pool.end();`;
    const env = { DATABASE_URL: server.url };
    expect(await printed('postgres', postgres!, asked, env)).toEqual({ people: 2 });
  });
});

test('publint and arethetypeswrong find nothing', async () => {
  expect(await publintMessages(tarball)).toEqual([]);
  expect(await typesOf(tarball)).toEqual({ problems: [], entrypoints: 5 });
});
