import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { CreateTableCommand, DeleteTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { ROOT } from '../support/documented-commands.js';
import { describeWithPostgres, startPostgres } from '../support/engines/postgres.js';
import { engineClient, engineEndpoint, uniqueTableName } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { ForeignProject } from '../support/foreign-project.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

// The programs of docs/examples, each with the packages as they are published. The apps are in apps.spec.ts.

let project: ForeignProject;
let api: RunningApi;
let processor: ProcessorOfApi;
let account: string;
let SERVICE_GROUP: string;
let ada: string;
let bo: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  project = new ForeignProject();
  project.install(
    ...['client', 'events', 'subscriber'].map((name) => packLibrary(`libs/${name}`, project.folder)),
  );
  for (const name of ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb', 'pg']) project.link(name);
  cpSync(join(ROOT, 'docs/examples'), project.folder, { recursive: true });
  api = await startApi();
  processor = await startProcessorOf(api);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  project.close();
});

beforeEach(async () => {
  ({ id: account } = await createAccount(api));
  ({ id: SERVICE_GROUP } = await createServiceGroup(api, account));
  [{ id: ada }, { id: bo }] = await Promise.all([createUser(api, account), createUser(api, account)]);
  await api.operator('PUT', `/v1/accounts/${account}/service-groups/${SERVICE_GROUP}/members/${ada}`);
  const ROLLBOOK_KEY = await api.issuer.signOperatorToken({ subject: 'tester' });
  env = { ROLLBOOK_URL: api.url, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT: account, SERVICE_GROUP, PORT: '0' };
  await eventually('the membership is in the feed', async () =>
    JSON.stringify(await feed()).includes('service_group.member_added'),
  );
});

async function feed(): Promise<{ type: string; subject: string }[]> {
  const { body } = await api.operator('GET', `/v1/accounts/${account}/changes?limit=1000`);
  return (body as { data: { type: string; subject: string }[] }).data;
}

const removeAda = () =>
  api.operator('DELETE', `/v1/accounts/${account}/service-groups/${SERVICE_GROUP}/members/${ada}`);

/** A program in the project of an example, and what it prints. */
async function printed(name: string, program: string, more: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const file = project.write(join(name, 'try.mjs'), program);
  const options = { cwd: join(project.folder, name), env: project.environment({ ...env, ...more }) };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  return JSON.parse(stdout) as unknown;
}

test('a function behind EventBridge keeps who is a member, whatever the order of events', async () => {
  await api.operator('PUT', `/v1/accounts/${account}/service-groups/${SERVICE_GROUP}/members/${bo}`);
  await removeAda();
  await eventually('the end is in the feed', async () =>
    JSON.stringify(await feed()).includes('service_group.member_removed'),
  );
  const TableName = uniqueTableName();
  const client = engineClient();
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  const events = (await feed()).toReversed();
  const program = `import { handler } from './handler.mjs';
    for (const detail of ${JSON.stringify([...events, ...events])}) await handler({ source: 'rollbook', detail });
    console.log('true');`;
  const aws = {
    TABLE: TableName,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: engineEndpoint(),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  expect(await printed('lambda', program, aws)).toBe(true);
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  const members = Items.filter(({ pk }) => pk?.S === `members:${SERVICE_GROUP}`).map(({ sk }) => sk?.S);
  expect(members).toEqual([bo]);
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

const migrated = (...args: string[]) => {
  const options = { cwd: join(project.folder, 'migrate'), env: project.environment(env) };
  return promisify(execFile)(process.execPath, ['migrate.mjs', ...args], options);
};

test.each([
  {
    source: ['auth0', 'samples/auth0-users.ndjson', 'prod=samples/auth0-role-prod.json'],
    leftOut: 'auth0|64f1a0ff (blocked)',
    people: ['ada member auth0|64f1a0c2: prod', 'bo member google-oauth2|1090:'],
  },
  {
    source: ['clerk', 'samples/clerk-users.json', 'samples/clerk-memberships.json'],
    leftOut: 'user_2aCy (not in the organization)',
    people: ['ada admin user_2aAda:', 'bo member user_2aBo: prod'],
  },
  {
    source: ['keycloak', 'samples/keycloak-realm.json'],
    leftOut: '8a1e2f60-93a4-4f0e-a0a6-0a57d3a0c003 (disabled)',
    people: [
      'ada member 8a1e2f60-93a4-4f0e-a0a6-0a57d3a0c001: prod teams/red',
      'bo member 8a1e2f60-93a4-4f0e-a0a6-0a57d3a0c002:',
    ],
  },
])(
  'from $source.0 people move with their groups, and a second time nothing changes',
  async ({ source, leftOut, people }) => {
    ({ id: account } = await createAccount(api));
    env = { ...env, ROLLBOOK_ACCOUNT: account };
    const first = await migrated(...source);
    expect(first.stdout).toContain(`left out: ${leftOut}\n`);
    expect(first.stdout).toMatch(/^users: 2 created, 0 changed, 0 unchanged, 0 refused$/m);
    const path = { accountId: account };
    const { data: users } = await api.client.get('/v1/accounts/{accountId}/users', { path });
    const found = await Promise.all(
      users.map(async ({ id: userId, email, role, externalId }) => {
        const { data: groups } = await api.client.get(
          '/v1/accounts/{accountId}/users/{userId}/service-groups',
          {
            path: { accountId: account, userId },
          },
        );
        const names = groups.map(({ serviceGroup }) => ` ${serviceGroup.name}`).sort();
        return `${email.split('@')[0]} ${role} ${externalId}:${names.join('')}`;
      }),
    );
    expect(found.sort()).toEqual(people);
    const { stdout } = await migrated(...source);
    expect(stdout).toMatch(/^users: 0 created, 0 changed, 2 unchanged, 0 refused$/m);
    expect(stdout).not.toMatch(/[1-9]\d* (created|changed|refused)/);
  },
);

test('who moves is told what was refused, and that it did not all work', async () => {
  // Found by her id, she would get an address that somebody else has.
  const externalId = '8a1e2f60-93a4-4f0e-a0a6-0a57d3a0c001';
  for (const user of [
    { name: 'Ada', email: 'ada@else.example', externalId },
    { name: 'Somebody else', email: 'ada@acme.example' },
  ])
    await api.operator('POST', `/v1/accounts/${account}/users`, user);
  const failed = migrated('keycloak', 'samples/keycloak-realm.json');
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/1 refused\n {2}8a1e2f60-93a4-4f0e-a0a6-0a57d3a0c001: .*email/) as string,
  });
});

test('what Okta will do is rehearsed with its key, leaves nobody behind, and says why something is refused', async () => {
  const path = { accountId: account };
  const { key } = await api.client.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: 'Okta', scopes: ['scim'] },
  });
  const rehearse = (more: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, ['rehearse.mjs'], {
      cwd: join(project.folder, 'okta'),
      env: project.environment({ ...env, ROLLBOOK_KEY: key, ...more }),
    });
  const { stdout } = await rehearse();
  const page = readFileSync(join(ROOT, 'docs/okta.md'), 'utf8');
  expect(page).toContain(stdout);
  const { data } = await api.client.get('/v1/accounts/{accountId}/users', { path });
  expect(data.map(({ id }) => id).sort()).toEqual([ada, bo].sort());
  await expect(rehearse({ ROLLBOOK_KEY: `${key.slice(0, -1)}` })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/✗ Test API Credentials\n {2}GET .* was answered with 401: \S/) as string,
  });
});

describeWithPostgres('a copy in PostgreSQL', () => {
  test('has the members, and follows', async () => {
    const postgres = await startPostgres();
    const child = spawn(process.execPath, ['copy.mjs'], {
      cwd: join(project.folder, 'postgresql'),
      env: project.environment({ ...env, DATABASE_URL: postgres.url }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: child.stdout }), 'line');
    const pool = postgres.pool(1);
    const members = async () =>
      (await pool.query<{ user_id: string }>('SELECT user_id FROM members')).rows.map((row) => row.user_id);
    expect(await members()).toEqual([ada]);
    await removeAda();
    await eventually('she is gone', async () => (await members()).length === 0);
    await pool.end();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await postgres.stop();
  });
});

test('each example needs the packages in the version that this is', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const apps = ['express', 'fastify', 'hono', 'nestjs', 'next', 'vite'];
  for (const name of [...apps, 'lambda', 'postgresql', 'migrate']) {
    const file = join(ROOT, 'docs/examples', name, 'package.json');
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const ours = Object.entries(dependencies).filter(([other]) => other.startsWith('@rollbook/'));
    expect(ours.map(([, wanted]) => wanted)).toEqual(ours.map(() => `^${version}`));
  }
});
