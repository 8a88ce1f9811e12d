import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Webhook } from 'standardwebhooks';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import {
  addMember,
  ensureTable,
  getJob,
  grantTenant,
  openDirectory,
  removeServiceGroup,
} from '#libs/directory';
import { fileMasterKey } from '#libs/secrets';
import type { HttpAnswer, HttpEvent } from '../../apps/api/src/lambda/http-event.js';
import { compileEventPattern } from '../../apps/local/src/bus/events/event-pattern.js';
import type { LambdaAnswer } from '../../apps/stream-processor/src/lambda-host.js';
import {
  FEEDER_FILTERS,
  PROJECTOR_FILTERS,
  PUBLISHER_FILTERS,
  type RecordFilter,
} from '../../infra/src/parts/record-filters.js';
import { describeRefusedCalls } from './refused-calls.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { describeInBrowser, launch, openWindow } from '../support/browser/chromium.js';
import { startFunctionFront } from '../support/browser/function-front.js';
import { startProvider } from '../support/browser/test-provider.js';
import { byOperator } from '../support/directory/directory.js';
import { engineClient, engineEndpoint, uniqueTableName } from '../support/engines/engine.js';
import { startFunction, type LambdaFunction } from '../support/streams/lambda-function.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import { startWebhookReceiver, type ReceivedRequest } from '../support/streams/webhook-receiver.js';
import { lambdaRecords, type LambdaRecord } from '../support/streams/stream-records.js';

/** The very files that are shipped, run by Node as Lambda runs them, on what API Gateway and the stream pass on. */
const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let client: DynamoDBClient;
let table: string;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let environment: NodeJS.ProcessEnv;
let authorization: string;
let template: HttpEvent;

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'infra/bundles/bundle.mjs')], { stdio: 'inherit' });
  folder = await mkdtemp(join(tmpdir(), 'rollbook-lambda-'));
  const issuer = await openDevelopmentIssuer(folder);
  authorization = `Bearer ${await issuer.signOperatorToken({ subject: 'tester' })}`;
  client = engineClient();
  table = uniqueTableName();
  await ensureTable(client, table);
  bus = await startRecordedBus();
  environment = {
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
  template = JSON.parse(
    await readFile(new URL('events/http-request.json', import.meta.url), 'utf8'),
  ) as HttpEvent;
});

afterAll(async () => {
  client.destroy();
  await bus.stop();
  await rm(folder, { recursive: true });
});

/** The recorded request with another method, path and body. */
function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): HttpEvent {
  const { body: _, ...rest } = template;
  const { 'content-length': __, ...sent } = template.headers;
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  return {
    ...rest,
    rawPath,
    rawQueryString,
    headers: { ...sent, authorization, ...headers },
    requestContext: { ...template.requestContext, http: { ...template.requestContext.http, method } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const bodyOf = (answer: HttpAnswer) => JSON.parse(answer.body) as Record<string, string>;
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

async function start<Event, Answer>(
  name: Parameters<typeof startFunction>[0],
  settings = environment,
): Promise<LambdaFunction<Event, Answer>> {
  const started = await startFunction<Event, Answer>(name, settings);
  running.push(started);
  return started;
}

type Api = LambdaFunction<HttpEvent, HttpAnswer>;
type Processor = LambdaFunction<{ Records: LambdaRecord[]; shardId?: string; window?: object }, LambdaAnswer>;

/** What an event source mapping with these filters would pass on. */
async function filteredRecords(filters: readonly RecordFilter[]): Promise<LambdaRecord[]> {
  const matchers = filters.map((filter) => compileEventPattern(JSON.stringify(filter)));
  return (await lambdaRecords(client, table)).filter((record) => matchers.some((matches) => matches(record)));
}

async function create(api: Api, path: string, body: unknown): Promise<string> {
  const answer = await api.invoke(request('POST', path, body));
  expect(answer).toMatchObject({ statusCode: 201 });
  return String(bodyOf(answer)['id']);
}

test('the API answers, with the code cache it was shipped with', async () => {
  const api: Api = await start('api');
  expect(api.codeCache).toBe('used');

  const created = await api.invoke({ ...template, headers: { ...template.headers, authorization } });
  expect(created).toMatchObject({ statusCode: 201, isBase64Encoded: false });
  expect(created.headers).toMatchObject({ etag: '"1"', 'content-type': 'application/json; charset=utf-8' });
  const { id } = bodyOf(created);
  const found = await api.invoke(request('GET', `/v1/accounts/${id}`));
  expect(bodyOf(found)).toMatchObject({ id, name: 'Acme' });

  const listed = await api.invoke(request('GET', '/v1/accounts?limit=1'));
  expect(listed.statusCode).toBe(200);
  const problems: [HttpEvent, number, string][] = [
    [request('GET', '/v1/accounts', undefined, { authorization: '' }), 401, 'token_missing'],
    [request('POST', '/v1/accounts', { nam: 'x' }), 400, 'validation_failed'],
    [request('POST', '/v1/accounts', { name: 'x'.repeat(1_000) }), 400, 'too_long'],
    [request('DELETE', `/v1/accounts/${id}`), 428, 'precondition_required'],
    [request('GET', '/v1/nothing'), 404, 'route_not_found'],
    [{ ...request('POST', '/v1/accounts'), body: 'ew==', isBase64Encoded: true }, 400, 'malformed_json'],
  ];
  for (const [event, status, code] of problems) {
    const answer = await api.invoke(event);
    expect({ status: answer.statusCode, code: bodyOf(answer)['code'] }).toEqual({ status, code });
  }
  const health = await api.invoke(request('GET', '/health/ready'));
  expect(health.statusCode).toBe(200);
});

test('the API knows its document, as it was when the bundle was built', async () => {
  const api: Api = await start('api');
  const answer = await api.invoke(request('GET', '/openapi.json', undefined, { authorization: '' }));
  expect(answer.statusCode).toBe(200);
  expect(answer).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
  const document = gunzipSync(Buffer.from(answer.body, 'base64')).toString();
  expect(JSON.parse(document)).toMatchObject({ openapi: '3.1.0' });
});

test('behind a firewall, the API answers only who came through it', async () => {
  const api: Api = await start('api', { ...environment, ROLLBOOK_EDGE_SECRET: 'secret' });
  expect((await api.invoke(request('GET', '/health/live'))).statusCode).toBe(403);
  const passed = request('GET', '/health/live', undefined, { 'x-rollbook-edge': 'secret' });
  expect((await api.invoke(passed)).statusCode).toBe(200);
});

test('the publisher publishes what the API committed, in order, the feeder feeds it once, and the projector brings copies up to date', async () => {
  const api: Api = await start('api');
  const account = `/v1/accounts/${await create(api, '/v1/accounts', { name: 'Globex' })}`;
  const userId = await create(api, `${account}/users`, {
    name: 'Ada',
    email: 'ada@x.example',
    role: 'owner',
  });
  const groupId = await create(api, `${account}/service-groups`, { name: 'dev' });
  const added = await api.invoke(request('PUT', `${account}/service-groups/${groupId}/members/${userId}`));
  expect(added.statusCode).toBeLessThan(300);
  await api.invoke(
    request(
      'PATCH',
      `${account}/users/${userId}`,
      { name: 'Ada L' },
      { 'content-type': 'application/merge-patch+json' },
    ),
  );

  const publisher: Processor = await start('publisher');
  expect(publisher.codeCache).toBe('used');
  const Records = await filteredRecords(PUBLISHER_FILTERS);
  const before = bus.received.length;
  expect(await publisher.invoke({ Records })).toEqual({ batchItemFailures: [] });
  const published = bus.received.slice(before).filter(({ subject }) => subject === userId);
  expect(published.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);

  const feeder: Processor = await start('feeder');
  expect(feeder.codeCache).toBe('used');
  const commits = { Records: await filteredRecords(FEEDER_FILTERS), shardId: 'shardId-1', window: {} };
  for (let times = 0; times < 2; times += 1)
    expect(await feeder.invoke(commits)).toEqual({ batchItemFailures: [], state: {} });
  const fed = await api.invoke(
    request('GET', `${account}/changes`, undefined, { 'accept-encoding': 'identity' }),
  );
  const { data } = JSON.parse(fed.body) as { data: { subject: string }[] };
  expect(data.filter(({ subject }) => subject === userId)).toHaveLength(3);

  const projector: Processor = await start('projector');
  expect(projector.codeCache).toBe('used');
  const changes = await filteredRecords(PROJECTOR_FILTERS);
  const event = { Records: changes, shardId: 'shardId-1', window: { start: '', end: '' } };
  for (let times = 0; times < 2; times += 1)
    expect(await projector.invoke(event)).toEqual({ batchItemFailures: [], state: {} });
  const members = await api.invoke(request('GET', `${account}/service-groups/${groupId}/members`));
  expect((JSON.parse(members.body) as { data: unknown[] }).data).toMatchObject([{ user: { name: 'Ada L' } }]);
  const group = await api.invoke(request('GET', `${account}/service-groups/${groupId}`));
  expect(bodyOf(group)).toMatchObject({ memberCount: 1 });
});

test('a schedule has the projector see to what is due', async () => {
  const masterKey = fileMasterKey(join(folder, 'master-key'));
  const openAt = (now: number) =>
    openDirectory({
      client,
      tableName: table,
      cursorSecret: 'c'.repeat(32),
      masterKey,
      now: () => now,
    });
  const then = Date.now() - 120_000;
  const { tenant, ownerId, serviceGroupId } = await startAccount(openAt(then));
  await addMember(grantTenant(openAt(then), tenant.accountId), serviceGroupId, ownerId, byOperator);
  const { state } = await removeServiceGroup(
    grantTenant(openAt(then), tenant.accountId),
    serviceGroupId,
    byOperator,
  );
  const updatedAt = async () =>
    (await getJob(grantTenant(openAt(then), tenant.accountId), state.jobId!)).updatedAt;
  const rested = await updatedAt();
  const projector = await start<unknown, undefined>('projector');
  expect(await projector.invoke({ source: 'aws.events', 'detail-type': 'Scheduled Event' })).toBeUndefined();
  expect(Date.parse(await updatedAt())).toBeGreaterThan(Date.parse(rested));
});

/** What the bus brings of what has been published of somebody: the last event, as EventBridge delivers it. */
function lastEventOf(subject: string) {
  const detail = JSON.parse(bus.received.findLast((each) => each.subject === subject)!.detail) as {
    type: string;
  };
  return { source: 'rollbook', 'detail-type': detail.type, detail };
}

async function publishAll(): Promise<void> {
  const publisher: Processor = await start('publisher');
  expect(await publisher.invoke({ Records: await filteredRecords(PUBLISHER_FILTERS) })).toEqual({
    batchItemFailures: [],
  });
}

test('the webhooks deliver an event, signed, and once however often the bus brings it', async () => {
  const receiver = await startWebhookReceiver();
  const settings = { ...environment, ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'true' };
  const api: Api = await start('api', settings);
  const accountId = await create(api, '/v1/accounts', { name: 'Initech' });
  const registered = await api.invoke(
    request('POST', `/v1/accounts/${accountId}/webhook-endpoints`, { url: receiver.url }),
  );
  const { secret } = bodyOf(registered) as { secret: string };
  const person = { name: 'Ada', email: 'ada@initech.example', role: 'owner' };
  const userId = await create(api, `/v1/accounts/${accountId}/users`, person);
  await publishAll();

  const webhooks = await start<unknown, void>('webhooks', settings);
  expect(webhooks.codeCache).toBe('used');
  const event = lastEventOf(userId);
  for (let times = 0; times < 2; times += 1) await webhooks.invoke(event);
  await webhooks.invoke({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [ReceivedRequest];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'user.created',
  });
  await receiver.stop();
});

test('the invitation mailer sends the mail by SES, with the token that the API takes', async () => {
  const ses = await startWebhookReceiver();
  ses.answer = (_, response) => void response.end(JSON.stringify({ MessageId: 'mail-1' }));
  const api: Api = await start('api');
  const accountId = await create(api, '/v1/accounts', { name: 'Hooli' });
  const grace = { name: 'Grace', email: 'grace@hooli.example' };
  const userId = await create(api, `/v1/accounts/${accountId}/invitations`, grace);
  await publishAll();

  const mailer = await start<unknown, void>('mailer', {
    ...environment,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SESV2: new URL(ses.url).origin,
    ROLLBOOK_ACCEPT_URL: 'https://app.hooli.example/accept',
    ROLLBOOK_MAIL_FROM: 'people@hooli.example',
  });
  expect(mailer.codeCache).toBe('used');
  await mailer.invoke(lastEventOf(userId));
  const mail = JSON.parse(ses.received[0]?.body ?? '{}') as {
    Destination: unknown;
    Content: { Simple: { Body: { Text: { Data: string } } } };
  };
  expect(mail.Destination).toEqual({ ToAddresses: ['grace@hooli.example'] });
  const [link] = /https:\S+/.exec(mail.Content.Simple.Body.Text.Data) ?? [''];
  const token = new URL(link).searchParams.get('token');
  const accepted = await api.invoke(
    request('POST', '/invitations/v1/accept', { token }, { authorization: '' }),
  );
  expect(accepted.statusCode).toBe(200);
  await ses.stop();
});

test('while the bus is down the publisher names the first record to retry', async () => {
  const down = await startRecordedBus(() => ({ kind: 'down' }));
  const publisher: Processor = await start('publisher', {
    ...environment,
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: down.url,
  });
  const Records = await filteredRecords(PUBLISHER_FILTERS);
  const { batchItemFailures } = await publisher.invoke({ Records });
  expect(batchItemFailures).toEqual([{ itemIdentifier: Records[0]?.dynamodb.SequenceNumber }]);
  await down.stop();
});

describeInBrowser('the dashboard', () => {
  test('works on the function: signing in, and creating an account', async () => {
    const [provider, front, browser] = [
      await startProvider(),
      await startFunctionFront(template),
      await launch(),
    ];
    provider.person = { sub: 'op', name: 'Op', groups: ['rollbook-operators'] };
    front.api = await start('api', {
      ...environment,
      ROLLBOOK_PUBLIC_URL: front.url,
      ROLLBOOK_EDGE_SECRET: front.secret,
      ROLLBOOK_SIGN_IN_PROVIDERS: JSON.stringify([{ ...provider.configuration, clientSecret: undefined }]),
    });
    const { page, complaints } = await openWindow(browser, front.url);
    await page.goto('/accounts');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Hooli');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hooli', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await Promise.all([browser.close(), front.stop(), provider.close()]);
  });
});

test('bundles stay small: what they use, and nothing they do not', async () => {
  const bytes = async (name: string) => (await stat(join(root, 'dist/bundles', name, 'program.js'))).size;
  expect(await bytes('api')).toBeLessThan(2_420_000);
  expect(await bytes('publisher')).toBeLessThan(600_000);
  expect(await bytes('feeder')).toBeLessThan(600_000);
  expect(await bytes('projector')).toBeLessThan(640_000);
  expect(await bytes('webhooks')).toBeLessThan(600_000);
  expect(await bytes('mailer')).toBeLessThan(600_000);
  const manifest = (name: string) => readFile(join(root, 'dist/bundles', name, 'manifest.json'), 'utf8');
  for (const name of ['publisher', 'feeder', 'projector', 'webhooks', 'mailer'])
    expect(await manifest(name)).not.toContain('@nestjs');
  const { inputs } = JSON.parse(await manifest('api')) as { inputs: object };
  // A second one would know nothing of what the decorators say.
  expect(Object.keys(inputs).filter((file) => /class-transformer\/.*\/storage\.js$/.test(file))).toEqual([
    'node_modules/class-transformer/esm5/storage.js',
  ]);
});

describeRefusedCalls();
