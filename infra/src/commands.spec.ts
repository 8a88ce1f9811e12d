import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environments } from '../environments.js';
import { inContainers, large, small, standby } from '../test-support/settings.js';
import { checkEnvironment, EnvironmentError } from './settings/check-environment.js';
import type { Environment } from './settings/environment.js';
import { environmentOf, type Settings } from './settings/settings.js';

const ROOT = join(import.meta.dirname, '../..');
const command = join(ROOT, 'infra/cdk.mjs');

function run(args: string[], variables: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    // A developer may have settings in the clone.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: '/nowhere', ...variables },
  });
  return { status, stderr };
}

test.each([
  [['deploy'], 'Which environment? npm run deploy -- --env dev'],
  [['deploy', '--env'], "Option '--env <value>' argument missing"],
  [['deploy', '--environment', 'dev'], 'Unknown option'],
  [['deploy', '--env', 'dev', '--env=prod'], 'Use --env once: one environment at a time, from one file.'],
  [['synth', '--env', 'tset'], 'There is no environment "tset" in infra/environments.ts; there are dev,'],
  [['diff', '--env', 'dev'], 'There are no AWS credentials: set AWS_PROFILE'],
  [['diff', '--env', 'dev'], 'dev.tokens.issuer is still the example'],
  [['deploy', '--env', 'tset'], 'There is no environment "tset" in infra/environments.ts; there are dev,'],
])('%s says in a line what is missing, before anything is bundled or asked: %s', (args, message) => {
  const { status, stderr } = run(args);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

describe("settings in a file of one's own", () => {
  const own = { basedOn: 'prod', region: 'eu-west-1', api: { memoryMb: 64, provisionedConcurrency: null } };
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'rollbook-config-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['own.json', JSON.stringify({ live: own })],
    [
      'own.ts',
      `interface Own { live: object }\nexport default { live: ${JSON.stringify(own)} } satisfies Own;`,
    ],
    ['own.mjs', `export default { live: ${JSON.stringify(own)} };`],
  ])('are read from %s, checked and named by it', (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { status, stderr } = run(['synth', '--for-deployment', '--config', file]);
    expect(status).toBe(1);
    const mistakes = stderr.trim().split('\n');
    for (const mistake of mistakes) expect(mistake).toContain(`${name}: live.`);
    expect(mistakes.map((mistake) => /live\.(\S+) /.exec(mistake)?.[1]).toSorted()).toEqual([
      'alarms.email',
      'alarms.runbookUrl',
      'api.memoryMb',
      'tokens.issuer',
      'tokens.jwksUrl',
    ]);
    expect(run(['synth', '--env', 'dev', '--config', file]).stderr).toContain(
      `There is no environment "dev" in ${relative(ROOT, file)}; there are live.`,
    );
  });

  test('that is missing or no JSON is named', () => {
    expect(run(['synth', '--config', join(folder, 'none.json')]).stderr).toContain('none.json');
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(run(['synth', '--config', join(folder, 'broken.json')]).stderr).toMatch(/broken\.json: .*JSON/);
  });

  test('say only what differs from a size, and null removes what it has', () => {
    const settings = own as Settings;
    const { api, table, region, ...rest } = environmentOf(settings);
    const prod = environments['prod'] as Environment;
    expect([region, api.memoryMb, api.throttle]).toEqual(['eu-west-1', 64, prod.api.throttle]);
    expect(prod.api.provisionedConcurrency).toBeDefined();
    expect(api).not.toHaveProperty('provisionedConcurrency');
    expect(table).toEqual(prod.table);
    expect(rest).not.toHaveProperty('basedOn');
    expect(environmentOf(small)).toBe(small);
    expect(mistakesOf(environmentOf({ ...settings, basedOn: 'large' } as unknown as Settings))).toContain(
      'settings: dev.basedOn is not a setting.',
    );
  });

  test('are not part of the repository', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toContain('/rollbook.config.*');
  });
});

test('half of a key is not a credential', () => {
  expect(run(['diff', '--env', 'dev'], { AWS_ACCESS_KEY_ID: 'AKIA0' }).stderr).toContain(
    'AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not',
  );
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
  for (const environment of Object.values(environments)) expect(mistakesOf(environment)).toEqual([]);
  const examplesOf = (environment: Environment) =>
    mistakesOf(environment, { deploying: true }).map(
      (mistake) => / dev\.([\w.]+) is still/.exec(mistake)?.[1],
    );
  for (const environment of Object.values(environments))
    expect(examplesOf(environment).toSorted()).toEqual([
      'alarms.email',
      'alarms.runbookUrl',
      'tokens.issuer',
      'tokens.jwksUrl',
    ]);
  expect(mistakesOf(small, { deploying: true })[0]).toBe(
    'settings: dev.tokens.issuer is still the example "https://issuer.dev.example": set your own.',
  );
});

test('every wrong value is named, with what it must be, not only the first', () => {
  const wrong: Environment = {
    ...small,
    account: '123',
    region: 'Frankfurt',
    tokens: { issuer: 'http://x', audience: '', jwksUrl: 'nothing' },
    traces: { collector: 'http://otlp', sampledShare: 2, headersSecretArn: 'secret' },
  };
  expect(mistakesOf(wrong).map((mistake) => mistake.slice('settings: dev.'.length))).toEqual([
    'region must be an AWS region, like eu-central-1, not "Frankfurt".',
    'tokens.issuer must be an https URL, not "http://x".',
    'tokens.audience must be a string, not "".',
    'tokens.jwksUrl must be an https URL, not "nothing".',
    'account must be the 12 digits of an AWS account, not "123".',
    'traces.collector must be an https URL, not "http://otlp".',
    'traces.sampledShare must be a number 0 to 1, not 2.',
    'traces.headersSecretArn must be an ARN, like arn:aws:secretsmanager:<region>:<account>:secret:…, not "secret".',
  ]);
});

/** The environment with one setting changed or removed. */
function changed(environment: Environment, path: string, value: unknown): Environment {
  const copy = structuredClone(environment) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() as string;
  const group = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  group[last] = value;
  return copy as unknown as Environment;
}

const PROVIDER = { name: 'keycloak', issuer: 'https://login.rollbook.test', clientId: 'rollbook' };

test.each([
  ['region', undefined],
  ['tokens', undefined],
  ['tokens.jwksUrl', undefined],
  ['table.maxWriteUnits', 0.5],
  ['table.ownKey', 'yes'],
  ['events.archiveDays', Number.NaN],
  ['events.archiveDays', 0],
  ['events.archiveDays', 91],
  ['organizationId', 'acme'],
  ['deployFrom.repository', 'https://github.com/acme/rollbook'],
  ['deployFrom.environment', undefined],
  ['deployFrom.providerArn', 'github'],
  ['tokens.further', [{ issuer: 'https://second.rollbook.test' }]],
  ['signIn', { publicUrl: 'http://directory.rollbook.test', providers: [PROVIDER] }],
  ['signIn', { publicUrl: 'https://directory.rollbook.test/here', providers: [PROVIDER] }],
  ['signIn', { publicUrl: 'https://directory.rollbook.test', providers: [] }],
  [
    'signIn',
    { publicUrl: 'https://directory.rollbook.test', providers: [{ ...PROVIDER, name: 'Key Cloak' }] },
  ],
  [
    'signIn',
    { publicUrl: 'https://directory.rollbook.test', providers: [{ ...PROVIDER, clientSecretArn: 'secret' }] },
  ],
  ['api.runsOn', 'ec2'],
  ['api.memoryMb', 64],
  ['api.throttle.perSecond', -1],
  ['api.throttle.burst', 1.5],
  ['api.rateLimit.perSecond', 0],
  ['api.provisionedConcurrency', 0],
  ['api.reservedConcurrency', 0],
  ['api.origins', ['https://admin.rollbook.test/']],
  ['api.pages', 'yes'],
  ['api.problemBaseUrl', 'http://docs.rollbook.test/problems'],
  ['api.domain.name', 'https://api.rollbook.test'],
  ['api.domain.certificateArn', 'certificate'],
  ['api.domain.hostedZone.id', ''],
  ['api.firewall.requestsPerFiveMinutesAndAddress', 5],
  ['processors.parallelization', 11],
  ['processors.batchSize', 0],
  ['processors.publisherMemoryMb', 20_000],
  ['processors.jobChunksPerSecond', 0],
  ['subscribers.webhooksMemoryMb', undefined],
  ['subscribers.invitations.mailFrom', 'nobody'],
  ['subscribers.invitations.acceptUrl', undefined],
  ['containers.cpu', 300],
  ['containers.apiTasks.min', 0],
  ['alarms.email', 'nobody'],
  ['alarms.email', undefined],
  ['table.name', 'rollbook/prod'],
  ['alarms.costAnomalyUsd', -5],
  ['alarms.costMonitorArn', 'monitor'],
  ['processors.reservedConcurrency', 1.5],
  ['alarms.runbookUrl', 'docs/runbook'],
])('one wrong setting is the one mistake that is named: %s = %p', (path, value) => {
  const environment = { ...large, containers: inContainers.containers };
  const mistakes = mistakesOf(changed(environment, path, value));
  expect(mistakes.length).toBeGreaterThan(0);
  for (const mistake of mistakes) expect(mistake).toMatch(`settings: dev.${path}`);
});

test('a setting that does not exist is named, such as one that is written wrongly', () => {
  expect(mistakesOf(changed(small, 'api.memory', 512))).toEqual([
    'settings: dev.api.memory is not a setting.',
  ]);
  expect(mistakesOf(changed(small, 'api', 'lambda'))).toContain('settings: dev.api is not a setting.');
});

test.each<[string, Environment, string]>([
  [
    'a firewall before Lambda needs the region of CloudFront',
    { ...large, region: 'us-east-2' },
    'api.firewall with Lambda is attached to a CloudFront distribution: it needs the region us-east-1.',
  ],
  [
    'the certificate of a distribution is of the region of CloudFront',
    changed(small, 'api.domain', at('eu-central-1')),
    'api.domain.certificateArn must be a certificate in us-east-1, the region of CloudFront.',
  ],
  [
    'containers serve the pages themselves',
    changed(inContainers, 'api.pages', false),
    'api.pages is for Lambda: in containers the API serves the pages itself.',
  ],
  [
    'one distribution has the name of a domain',
    changed(changed(standby, 'api.pages', true), 'api.domain', at('us-east-1')),
    'api.pages must be false in a second region with a domain: only one distribution can have its name.',
  ],
  [
    'a certificate is of the region',
    changed(inContainers, 'api.domain', at('us-east-1')),
    'api.domain.certificateArn must be a certificate in eu-central-1, the region of the API.',
  ],
  [
    'a domain is in its hosted zone',
    changed(large, 'api.domain.hostedZone.name', 'book.test'),
    'api.domain.name must be in the hosted zone book.test.',
  ],
  [
    'containers are of a size that Fargate has',
    changed(inContainers, 'containers.memoryMb', 5_000),
    'containers.memoryMb must be a size that Fargate offers with 512 CPU units, 1024 to 4096, not 5000.',
  ],
  [
    'containers can become more, not fewer',
    changed(inContainers, 'containers.apiTasks.max', 1),
    'containers.apiTasks.max must be at least containers.apiTasks.min.',
  ],
  [
    'no more instances are ready than may be',
    changed(large, 'api.reservedConcurrency', 1),
    'api.provisionedConcurrency must be at most api.reservedConcurrency, 1, not 2.',
  ],
  [
    'what runs in containers has a size',
    changed(inContainers, 'containers', undefined),
    'containers must be set, because the API or the processors run on them.',
  ],
  [
    'the load balancer has a certificate',
    changed(changed(inContainers, 'api.domain', undefined), 'api.firewall', undefined),
    'api.domain is needed in containers: the load balancer needs a certificate.',
  ],
  [
    'the zones are of the region',
    changed(inContainers, 'containers.zones', ['eu-central-1a', 'us-east-1b']),
    'containers.zones must be two to six different zones of eu-central-1, like eu-central-1a.',
  ],
  [
    'a copy is in a region',
    changed(small, 'table.replicas', [{ region: 'Dublin' }]),
    'table.replicas: region must be an AWS region, like eu-central-1, not "Dublin".',
  ],
  [
    'a copy is elsewhere',
    changed(small, 'table.replicas', [{ region: 'eu-central-1' }]),
    'table.replicas must not name eu-central-1, the region of the table itself.',
  ],
  [
    'a region has one copy',
    changed(small, 'table.replicas', [{ region: 'eu-west-1' }, { region: 'eu-west-1' }]),
    'table.replicas names eu-west-1 twice.',
  ],
  [
    'a copy of what has a key has one too',
    changed(large, 'table.replicas', [{ region: 'eu-west-1' }]),
    'table.replicas: eu-west-1 needs a keyArn, because the table has its own key.',
  ],
  [
    'the key of a copy is in its region',
    changed(large, 'table.replicas', [{ ...large.table.replicas[0], region: 'eu-west-1' }]),
    'table.replicas: the keyArn of eu-west-1 must be the ARN of a KMS key there, not "arn:aws:kms:eu-central-1:111122223333:key/0000".',
  ],
  [
    'a key is for what is encrypted with one',
    changed(large, 'table.ownKey', false),
    'table.replicas: eu-central-1 has a keyArn, but table.ownKey is false.',
  ],
  [
    'the stream is of the copy',
    changed(
      standby,
      'standbyOf.tableStreamArn',
      standby.standbyOf?.tableStreamArn.replace('eu-central-1', 'us-east-1'),
    ),
    'standbyOf.tableStreamArn must be in eu-central-1.',
  ],
  [
    'the key for erasure has a replica elsewhere',
    changed(standby, 'standbyOf.erasureKeyArn', 'arn:aws:kms:eu-central-1:111122223333:key/mrk-0000'),
    'standbyOf.erasureKeyArn must be a key in the first region.',
  ],
  [
    'the first region makes the copies',
    changed(standby, 'table.replicas', [
      { region: 'eu-west-1', keyArn: 'arn:aws:kms:eu-west-1:111122223333:key/0' },
    ]),
    'table.replicas must be empty: the first region creates the replicas.',
  ],
  [
    'a copy with a key is opened with it',
    changed(standby, 'standbyOf.tableKeyArn', undefined),
    'standbyOf.tableKeyArn must be set if, and only if, table.ownKey is true.',
  ],
  [
    'an account has one cost monitor',
    changed(standby, 'alarms.costMonitorArn', undefined),
    'alarms.costMonitorArn must be set: an account can have only one monitor, that of the first region.',
  ],
])('settings that contradict each other are named: %s', (_, environment, mistake) => {
  expect(mistakesOf(environment)).toEqual([`settings: dev.${mistake}`]);
});

function at(region: string) {
  return { name: 'api.rollbook.test', certificateArn: `arn:aws:acm:${region}:111122223333:certificate/0000` };
}

test('the environments of these tests are right themselves, and a region can be fenced', () => {
  for (const environment of [small, large, inContainers, standby])
    expect(mistakesOf(environment)).toEqual([]);
  expect(mistakesOf(changed(small, 'api.throttle', { perSecond: 0, burst: 0 }))).toEqual([]);
});
