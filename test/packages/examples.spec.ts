import { execFile, spawn, type ChildProcess } from 'node:child_process';
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
import { engineClient, engineEndpoint, uniqueTableName } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { ForeignProject } from '../support/foreign-project.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

// The projects of docs/examples, each with the packages as they are published.

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
    ...['client', 'events', 'guard', 'subscriber'].map((name) => packLibrary(`libs/${name}`, project.folder)),
  );
  for (const name of ['express', 'fastify', '@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'])
    project.link(name);
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

/** Starts a service, and gives the status of a request for somebody. */
async function started(
  name: string,
  path: string,
): Promise<{ child: ChildProcess; ask: (user?: string) => Promise<number> }> {
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: join(project.folder, name),
    env: project.environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    child,
    ask: async (user) => {
      const headers = user ? { 'x-user-id': user } : undefined;
      return (await fetch(url + path, { ...(headers && { headers }) })).status;
    },
  };
}

test.each(['express', 'fastify'])('a route of %s is for members, as long as they are', async (name) => {
  const { child, ask } = await started(
    name,
    name === 'express' ? '/prod/report' : `/${SERVICE_GROUP}/report`,
  );
  try {
    expect([await ask(ada), await ask(bo), await ask()]).toEqual([200, 403, 403]);
    await removeAda();
    await eventually('she is refused', async () => (await ask(ada)) === 403);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await once(child, 'exit')).toEqual([0, null]);
});

/** A program in the project of an example, and what it prints. */
async function printed(name: string, program: string, more: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const file = project.write(join(name, 'try.mjs'), program);
  const options = { cwd: join(project.folder, name), env: project.environment({ ...env, ...more }) };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  return JSON.parse(stdout) as unknown;
}

test('a route of Next is for members', async () => {
  const program = `import { GET } from './route.mjs';
    const statusFor = async (user) =>
      (await GET(new Request('http://next.example', { headers: user ? { 'x-user-id': user } : {} }))).status;
    const statuses = [];
    for (const user of ${JSON.stringify([ada, bo, ''])}) statuses.push(await statusFor(user));
    console.log(JSON.stringify(statuses));
    await (await globalThis.rollbookGuard).close();`;
  expect(await printed('next', program)).toEqual([200, 403, 403]);
});

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

test('each example needs the packages in the version that this is', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  for (const name of ['express', 'fastify', 'next', 'lambda']) {
    const file = join(ROOT, 'docs/examples', name, 'package.json');
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const ours = Object.entries(dependencies).filter(([other]) => other.startsWith('@rollbook/'));
    expect(ours.map(([, wanted]) => wanted)).toEqual(ours.map(() => `^${version}`));
  }
});
