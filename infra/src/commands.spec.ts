import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environments } from '../environments.js';
import { large, small } from '../test-support/settings.js';
import { checkEnvironment, EnvironmentError, type Environment } from './environment.js';

const command = join(__dirname, '../cdk.mjs');

function run(args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: '/nowhere' },
  });
  return { status, stderr };
}

test.each([
  [['deploy'], 'Which environment? npm run deploy -- --env dev'],
  [['deploy', '--env'], '--env needs a name: --env dev'],
  [['deploy', '--environment', 'dev'], 'Unknown option'],
  [['diff', '--env', 'dev'], 'There are no AWS credentials: set AWS_PROFILE'],
  [['diff', '--env', 'dev'], 'dev.tokens.issuer still is the example'],
  [['deploy', '--env', 'tset'], 'There is no environment "tset" in infra/environments.ts; there are dev,'],
])('%s says in a line what is missing, before anything is bundled or asked: %s', (args, message) => {
  const { status, stderr } = run(args);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

function mistakesOf(environment: Environment, options?: { deploying: boolean }): readonly string[] {
  try {
    checkEnvironment('dev', environment, options);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.mistakes;
    throw error;
  }
}

test('the environments as they are can be synthesized, and not deployed before their examples are replaced', () => {
  for (const environment of Object.values(environments)) {
    expect(mistakesOf(environment)).toEqual([]);
    expect(mistakesOf(environment, { deploying: true })).toHaveLength(2);
  }
  expect(mistakesOf(small, { deploying: true })[0]).toBe(
    'infra/environments.ts: dev.tokens.issuer still is the example "https://issuer.dev.example": set that of your identity provider.',
  );
});

test('every wrong value is named, not only the first', () => {
  const wrong: Environment = {
    ...small,
    account: '123',
    region: 'Frankfurt',
    organizationId: 'acme',
    table: { ...small.table, maxReadUnits: 0, ownKey: true, replicas: [{ region: 'eu-west-1' }] },
    tokens: { issuer: 'http://x', audience: '', jwksUrl: 'nothing' },
    api: { ...small.api, runsOn: 'containers' },
    processors: { ...small.processors, parallelization: 11, batchSize: 0, jobChunksPerSecond: 0 },
    traces: { collector: 'http://otlp', sampledShare: 2, headersSecretArn: 'secret' },
  };
  const named = mistakesOf(wrong).map((mistake) => /dev\.(\w+)/.exec(mistake)?.[1]);
  expect(new Set(named)).toEqual(
    new Set([
      'account',
      'region',
      'organizationId',
      'table',
      'tokens',
      'processors',
      'containers',
      'api',
      'traces',
    ]),
  );
  expect(named).toHaveLength(16);
});

test('a firewall before Lambda needs a domain, and the region of CloudFront', () => {
  expect(mistakesOf(large)).toEqual([]);
  expect(mistakesOf({ ...large, region: 'eu-central-1', table: small.table })).toEqual([
    'infra/environments.ts: dev.api.firewall before Lambda is a CloudFront distribution: it needs api.domain, and the region us-east-1.',
  ]);
});
