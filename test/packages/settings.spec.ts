import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HttpAnswer, HttpEvent } from '../../apps/api/src/lambda/http-event.js';
import { packCommand } from '../../tools/pack-command.mjs';
import { ROOT } from '../support/documented-commands.js';
import { eventually } from '../support/eventually.js';
import { ForeignProject } from '../support/foreign-project.js';
import { freePort } from '../support/processes/local-rollbook.js';
import { startPacked } from '../support/processes/packed-rollbook.js';
import { startFunction } from '../support/streams/lambda-function.js';

// Every setting of docs/configuration.md is set once where it will be used: in the package, and in the functions. Both are
// outside the repository, where whatever a setting needs has to be inside them.

const ORIGIN = 'https://app.example.com';
const EDGE_SECRET = 'edge-secret';

/** Stands in for a collector and for AWS; what it was sent, by path. */
let outside: Server;
let outsideUrl: string;
const received = new Set<string>();
let project: ForeignProject;
let values: Record<string, string>;

beforeAll(async () => {
  outside = createServer((request, response) => {
    received.add(request.url ?? '');
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries: [{ EventId: 'e' }], Responses: {} }));
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  project = new ForeignProject();
  project.install(await packCommand(project.folder));
  execFileSync(process.execPath, [join(ROOT, 'infra/bundles/bundle.mjs')], { stdio: 'inherit' });
  values = await valuesOf();
});
afterAll(() => {
  project.close();
  outside.close();
});

/** A value of each documented variable, by its name. */
async function valuesOf(): Promise<Record<string, string>> {
  const secret = 'only-for-tests-only-for-tests-only-for-tests';
  const issuer = { issuer: 'https://login.example.com', jwksUrl: 'https://login.example.com/keys' };
  const provider = { name: 'keycloak', issuer: 'http://127.0.0.1:9/realms/acme', clientId: 'rollbook' };
  const port = async () => String(await freePort());
  return {
    HOST: '127.0.0.1',
    PORT: await port(),
    ROLLBOOK_TABLE: 'other-table',
    ROLLBOOK_DYNAMODB_ENDPOINT: outsideUrl,
    ROLLBOOK_CURSOR_SECRET: secret,
    ROLLBOOK_JWT_ISSUER: 'https://operators.example.com',
    ROLLBOOK_JWKS_URL: 'file:///dev/null',
    ROLLBOOK_JWT_AUDIENCE: 'directory',
    ROLLBOOK_ISSUERS: JSON.stringify([issuer]),
    ROLLBOOK_SIGN_IN_PROVIDERS: JSON.stringify([provider]),
    'ROLLBOOK_SIGN_IN_SECRET_…': 'provider-secret',
    ROLLBOOK_PUBLIC_URL: 'http://127.0.0.1:3000',
    ROLLBOOK_SESSION_IDLE_MINUTES: '10',
    ROLLBOOK_SESSION_MINUTES: '100',
    ROLLBOOK_RATE_LIMIT: '500',
    ROLLBOOK_RATE_BURST: '600',
    ROLLBOOK_PLANS: JSON.stringify({ free: { limits: { users: 10 } } }),
    ROLLBOOK_TRUSTED_PROXIES: '10.0.0.0/8 2001:db8::/32',
    ROLLBOOK_CORS_ORIGINS: `${ORIGIN} http://localhost:5173`,
    ROLLBOOK_PROBLEM_BASE_URL: 'https://docs.example.com/problems',
    ROLLBOOK_METRICS_PORT: await port(),
    ROLLBOOK_RESTORED_FROM: 'an-older-table',
    ROLLBOOK_HEALTH_PORT: await port(),
    ROLLBOOK_LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: outsideUrl,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${outsideUrl}/traces`,
    OTEL_EXPORTER_OTLP_HEADERS: 'key=value',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'directory',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_SDK_DISABLED: 'false',
    ROLLBOOK_STREAM_CONSUMER: 'publisher',
    ROLLBOOK_EVENT_BUS: 'other-bus',
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: outsideUrl,
    ROLLBOOK_ERASURE_KEY_ARN: 'arn:aws:kms:us-east-1:123456789012:key/1',
    ROLLBOOK_MASTER_KEY_FILE: join(project.folder, 'master-key'),
    ROLLBOOK_LOG_KEY_FILE: join(project.folder, 'log-key'),
    ROLLBOOK_LOG_KEY_ARN: 'arn:aws:kms:us-east-1:123456789012:key/2',
    ROLLBOOK_LOG_ORIGIN: 'log.example.com',
    ROLLBOOK_LOG_MARK_BUCKET: 'marks',
    ROLLBOOK_LOG_BUCKET: 'logs',
    ROLLBOOK_LOG_BUCKET_ENDPOINT: outsideUrl,
    ROLLBOOK_LOG_BUCKET_PERSONAL_DATA: 'true',
    ROLLBOOK_LOG_WITNESSES:
      'witness.example+283095ee+BAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB http://127.0.0.1:9',
    ROLLBOOK_JOB_CHUNKS_PER_SECOND: '20',
    ROLLBOOK_WRITE_SIGNAL_PORT: await port(),
    ROLLBOOK_WEBHOOKS_SIGNAL_PORT: await port(),
    ROLLBOOK_WEBHOOKS_PORT: '0',
    ROLLBOOK_INVITATION_SECRET: secret,
    ROLLBOOK_ACCEPT_URL: 'http://127.0.0.1:3000/accept-invitation',
    ROLLBOOK_API_URL: outsideUrl,
    ROLLBOOK_MAIL_FOLDER: join(project.folder, 'mail'),
    ROLLBOOK_MAIL_FROM: 'people@example.com',
    ROLLBOOK_EDGE_SECRET: EDGE_SECRET,
    ROLLBOOK_API_TOKEN_FILE: join(project.folder, 'token'),
    ROLLBOOK_API_TOKEN: 'a-token',
    ROLLBOOK_ACCOUNT: 'acct_00000000000000000000000000',
    ROLLBOOK_GUARD_PORT: await port(),
    ROLLBOOK_GUARD_SOCKET: join(project.folder, 'guard.sock'),
    ROLLBOOK_GUARD_HOST: '127.0.0.1',
    ROLLBOOK_GUARD_USER_HEADER: 'X-User',
    ROLLBOOK_GUARD_GRPC_PORT: await port(),
    ROLLBOOK_GUARD_CLAIM: 'email',
    ROLLBOOK_GUARD_MAX_AGE_SECONDS: '20',
    ROLLBOOK_GUARD_FILE: join(project.folder, 'copy.json'),
    ROLLBOOK_SUBSCRIBER_FILE: join(project.folder, 'subscriber.db'),
    ROLLBOOK_SUBSCRIBER_PORT: await port(),
    ROLLBOOK_BUS_PORT: await port(),
    ROLLBOOK_SIGN_IN_PORT: await port(),
    ROLLBOOK_DATA_DIR: join(project.folder, 'data'),
    ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
}

/** Those in the first column of a table of variables, and those that a sentence names. */
function documentedVariables(): string[] {
  const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
  return [
    ...new Set([...page.matchAll(/`((?:ROLLBOOK|OTEL)_[A-Z_]+…?|HOST|PORT)`/g)].map(([, name]) => name!)),
  ];
}

/** Read at names of their own: the provider's name is part of one. */
function environmentWith(...left: string[]): NodeJS.ProcessEnv {
  const { 'ROLLBOOK_SIGN_IN_SECRET_…': secret, ...rest } = values;
  const entries = Object.entries(rest).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(entries), ROLLBOOK_SIGN_IN_SECRET_KEYCLOAK: secret };
}

test('each documented variable is in the table of this spec', () => {
  const families = ['OTEL_…', 'ROLLBOOK_SIGN_IN_SECRET_KEYCLOAK'];
  const documented = documentedVariables().filter((name) => !families.includes(name));
  expect(documented.sort()).toEqual(Object.keys(values).sort());
});

const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' };
const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

test('the package starts with all of them, and answers', async () => {
  // The engine is the one in the package, and the data is in the folder that says where.
  const rollbook = await startPacked(project, [], environmentWith('PORT', 'ROLLBOOK_DYNAMODB_ENDPOINT'));
  try {
    const asked = await fetch(`${rollbook.url}/v1/accounts`, { method: 'OPTIONS', headers: preflight });
    expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const authorization = `Bearer ${rollbook.token}`;
    const listed = await fetch(`${rollbook.url}/v1/accounts`, { headers: { authorization, ...traced } });
    expect(listed.status).toBe(200);
    for (const path of ['/', '/docs', '/openapi.json'])
      expect([path, (await fetch(rollbook.url + path)).status]).toEqual([path, 200]);
    const metrics = await fetch(`http://127.0.0.1:${values['ROLLBOOK_METRICS_PORT']}/metrics`);
    expect(metrics.status).toBe(200);
  } finally {
    expect(await rollbook.stop()).toBe(0);
  }
  expect(received).toContain('/traces');
});

// One place or the other, and a token or a file with one.
test.each([
  ['ROLLBOOK_GUARD_SOCKET', 'ROLLBOOK_API_TOKEN_FILE'],
  ['ROLLBOOK_GUARD_PORT', 'ROLLBOOK_GUARD_HOST', 'ROLLBOOK_API_TOKEN'],
])('the guard of the package starts with all of them but %s, and answers', async (...left) => {
  const env = environmentWith('ROLLBOOK_HEALTH_PORT', ...left);
  writeFileSync(values['ROLLBOOK_API_TOKEN_FILE']!, 'a-token');
  const launcher = join(project.folder, 'node_modules/rollbook/rollbook.mjs');
  const child = spawn(process.execPath, [launcher, 'guard'], {
    env: project.environment(env),
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const where = env['ROLLBOOK_GUARD_SOCKET']
    ? { socketPath: env['ROLLBOOK_GUARD_SOCKET'] }
    : { host: env['ROLLBOOK_GUARD_HOST'], port: env['ROLLBOOK_GUARD_PORT'] };
  const statusOf = (path: string, headers = {}) =>
    new Promise<number | undefined>((resolve) => {
      const sent = request({ ...where, path, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', () => resolve(undefined)).end();
    });
  // There is no API at that address: it refuses.
  await eventually('it answers', async () => (await statusOf('/health')) === 503);
  expect(await statusOf('/forward-auth/prod/enter', { 'x-user': 'ada' })).toBe(503);
  expect(await statusOf('/forward-auth/prod/enter', { 'rollbook-user': 'ada' })).toBe(401);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

const http = (method: string, path: string, headers: Record<string, string>): HttpEvent => ({
  ...{ version: '2.0', rawPath: path, rawQueryString: '', isBase64Encoded: false },
  headers: { host: 'api', 'x-rollbook-edge': EDGE_SECRET, ...headers },
  requestContext: { http: { method, sourceIp: '127.0.0.1' } },
});

test.each(['ROLLBOOK_ERASURE_KEY_ARN', 'ROLLBOOK_MASTER_KEY_FILE'])(
  'the function of the API starts with all of them but %s, and answers',
  async (other) => {
    received.clear();
    const api = await startFunction<HttpEvent, HttpAnswer>('api', environmentWith(other));
    const asked = await api.invoke(http('OPTIONS', '/v1/accounts', preflight));
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN });
    expect(await api.invoke(http('GET', '/health/live', traced))).toMatchObject({ statusCode: 200 });
    const refused = await api.invoke(http('GET', '/v1/accounts', { authorization: 'Bearer a.b.c' }));
    expect(refused.statusCode).toBe(401);
    expect(await api.invoke(http('GET', '/openapi.json', {}))).toMatchObject({ statusCode: 200 });
    expect(received).toContain('/traces');
    await api.stop();
  },
);

const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} };

test.each([
  ['publisher', { Records: [] }],
  ['feeder', { Records: [], shardId: 'shardId-1' }],
  ['projector', { Records: [] }],
  ['webhooks', scheduled],
  ['mailer', { source: 'rollbook', 'detail-type': 'user.renamed', detail: {} }],
] as const)('the function %s starts with all of them, and answers', async (name, event) => {
  const started = await startFunction(name, environmentWith('ROLLBOOK_MASTER_KEY_FILE'));
  await expect(started.invoke(event)).resolves.not.toThrow();
  await started.stop();
});
