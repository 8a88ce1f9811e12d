import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#libs/directory';
import { startEngine, type Engine } from '#libs/embedded-engine';
import { inContainers, large, small, standby } from '../../infra/test-support/settings.js';
import { SETTINGS } from '../../infra/src/settings/check-environment.js';
import type { Environment } from '../../infra/src/settings/environment.js';
import type { Settings } from '../../infra/src/settings/settings.js';
import { packCdk } from '../../tools/pack-cdk.mjs';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject, publintMessages, STRICT, typesOf } from '../support/foreign-project.js';
import { engineClient } from '../support/engines/engine.js';
import { startFunction } from '../support/streams/lambda-function.js';

// The package `@rollbook/cdk` in a folder with nothing but its tarball and the CDK: the app of its README deploys each setting, and what
// would be uploaded starts there.

const MAX_BYTES = 9_000_000;
const FUNCTIONS = ['api', 'publisher', 'feeder', 'projector', 'webhooks', 'mailer'] as const;

const [, config, app] = /```json\n([^]*?)```[^]*?```js\n([^]*?)```/.exec(
  readFileSync(join(ROOT, 'infra/package/README.md'), 'utf8'),
)!;

/** What the other environments of the tests leave out. */
const further: Environment = {
  ...small,
  architecture: 'x64',
  table: {
    ...small.table,
    name: 'rollbook-further-restored',
    provisioned: { minReadUnits: 5, minWriteUnits: 5, targetPercent: 70 },
  },
  tokens: { ...large.tokens, further: [{ issuer: 'https://two.test', jwksUrl: 'https://two.test/keys' }] },
  api: {
    ...small.api,
    origins: ['https://admin.rollbook.test'],
    problemBaseUrl: 'https://docs.rollbook.test/problems',
  },
  deployFrom: {
    repository: 'acme/rollbook',
    environment: 'further',
    providerArn: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com',
  },
  alarms: {
    ...large.alarms,
    email: 'none',
    objectives: {
      availabilityPercent: 99,
      latencyPercent: 98,
      latencyMs: 800,
      publishedPercent: 98,
      publishedWithinSeconds: 90,
    },
  },
};

const tokens = {
  issuer: 'https://login.rollbook.test',
  audience: 'rollbook',
  jwksUrl: 'https://login.rollbook.test/keys',
};
const containers = { ...inContainers.containers, zones: ['eu-central-1a', 'eu-central-1b'] };
const environments: Record<string, Settings> = {
  ...(JSON.parse(config!) as Record<string, Settings>),
  prod: { ...large, tokens },
  containers: { ...inContainers, tokens, containers } as Environment,
  standby: { ...standby, tokens },
  further: { ...further, tokens: { ...further.tokens, ...tokens } },
};

let project: ForeignProject;
let tarball: string;
/** Of its own: the tables have the names that they have on AWS. */
let engine: Engine;
let client: DynamoDBClient;
beforeAll(async () => {
  engine = await startEngine();
  client = engineClient(engine.endpoint);
  project = new ForeignProject();
  tarball = await packCdk(project.folder);
  project.install(tarball);
  for (const name of ['aws-cdk-lib', 'constructs']) project.link(name);
  project.write('rollbook.config.json', JSON.stringify(environments));
  project.write('app.mjs', app!);
});
afterAll(async () => {
  project.close();
  client.destroy();
  await engine.stop();
});

const installed = (path: string) => join(project.folder, 'node_modules/@rollbook/cdk', path);

function synthesize(name: string): string {
  const outdir = join(project.folder, 'out', name);
  project.run(process.execPath, ['app.mjs'], {
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify({ env: name }),
    JSII_DEPRECATED: 'quiet',
  });
  return outdir;
}

test('the tarball is small, has the notices of what is inside, and nothing of the repository', async () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
  const files = readdirSync(installed('.'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => /(\.(m?js|ts|json|md)|Dockerfile)$/.test(path)))
    expect([file, readFileSync(installed(file), 'utf8').includes(ROOT)]).toEqual([file, false]);
  const notices = readFileSync(installed('THIRD-PARTY.md'), 'utf8');
  for (const name of ['fastify', '@nestjs/core', 'ulid', 'react-dom'])
    expect(notices).toMatch(new RegExp(`^## ${name}\\b`, 'm'));
  expect(await publintMessages(tarball)).toEqual([]);
  expect(await typesOf(tarball)).toEqual({ problems: [], entrypoints: 2 });
});

test('the app of the README has ten lines, and compiles strictly', () => {
  expect(
    app!
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(10);
  project.write('app.ts', app!);
  project.write(
    'settings.ts',
    `import type { Settings } from '@rollbook/cdk';\nexport default ${config!.trim()} satisfies Record<string, Settings>;`,
  );
  // The CDK's own declarations are not what is tried here.
  const compilerOptions = { ...STRICT, skipLibCheck: true, noEmit: true };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['app.ts', 'settings.ts'] }));
  project.run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--project', '.']);
});

test('between them the environments of this spec have every setting', () => {
  const has = (path: string) => (environment: Settings) =>
    path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], environment) !==
    undefined;
  expect(SETTINGS.filter((path) => !Object.values(environments).some(has(path)))).toEqual([]);
});

test('examples and mistakes are refused, all at once', () => {
  project.write('rollbook.config.json', JSON.stringify({ dev: { basedOn: 'dev', region: 'Frankfurt' } }));
  try {
    expect(() => synthesize('dev')).toThrow(
      /settings: dev\.region must be an AWS region[^]*settings: dev\.tokens\.issuer is still the example/,
    );
  } finally {
    project.write('rollbook.config.json', JSON.stringify(environments));
  }
});

interface Template {
  Resources: Record<string, { Type: string; Properties: FunctionProperties }>;
}
interface FunctionProperties {
  Code: { S3Key: string };
  Environment: { Variables: Record<string, unknown> };
}

const SECRET = 'only-for-tests-only-for-tests-only-for-tests';
const EVENTS = {
  api: {
    ...{ version: '2.0', rawPath: '/health/ready', rawQueryString: '', isBase64Encoded: false },
    headers: { host: 'api', 'x-rollbook-edge': SECRET },
    requestContext: { http: { method: 'GET', sourceIp: '127.0.0.1' } },
  },
  publisher: { Records: [] },
  feeder: { Records: [], shardId: 'shardId-1' },
  projector: { Records: [] },
  webhooks: { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} },
  mailer: { source: 'rollbook', 'detail-type': 'user.renamed', detail: {} },
};

/** What CloudFormation would put in: here it only has to be of the right kind. */
function variablesOf({ Environment: { Variables } }: FunctionProperties): NodeJS.ProcessEnv {
  const known = Object.entries(Variables).map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    return [name, /_ARN$/.test(name) ? 'arn:aws:kms:us-east-1:111122223333:key/1' : SECRET];
  });
  // Nothing leaves this machine.
  const here = {
    ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: engine.endpoint,
    OTEL_SDK_DISABLED: 'true',
  };
  const credentials = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' };
  return { ...(Object.fromEntries(known) as NodeJS.ProcessEnv), ...here, ...credentials };
}

async function disposable(...args: Parameters<typeof startFunction>) {
  const started = await startFunction(...args);
  return Object.assign(started, { [Symbol.asyncDispose]: () => started.stop() });
}

function functionsIn(outdir: string) {
  const templates = readdirSync(outdir)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => JSON.parse(readFileSync(join(outdir, file), 'utf8')) as Template);
  const programOf = (folder: string) => readFileSync(join(folder, 'program.js'), 'latin1');
  return templates
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .flatMap(({ Properties }) => {
      const asset = join(outdir, `asset.${Properties.Code.S3Key.replace('.zip', '')}`);
      // The CDK's own helpers have no program.
      if (!existsSync(join(asset, 'program.js'))) return [];
      const program = programOf(asset);
      const name = FUNCTIONS.find((each) => program === programOf(installed(`bundles/${each}`)));
      if (name === undefined) throw new Error(`${asset} is no bundle of the package.`);
      return [{ name, asset, environment: variablesOf(Properties) }];
    });
}

test.each([
  ['dev', ['api', 'publisher', 'feeder', 'projector', 'webhooks']],
  ['prod', FUNCTIONS],
  ['containers', ['webhooks', 'mailer']],
  ['standby', FUNCTIONS],
  ['further', ['api', 'publisher', 'feeder', 'projector', 'webhooks']],
])(
  '%s is synthesized away from here, and each function that would be uploaded starts',
  async (name, names) => {
    const outdir = synthesize(name);
    const functions = functionsIn(outdir);
    expect(new Set(functions.map((each) => each.name))).toEqual(new Set(names));
    for (const { name: which, asset, environment } of functions) {
      if (environment['ROLLBOOK_TABLE'] !== undefined)
        await ensureTable(client, environment['ROLLBOOK_TABLE']);
      await using started = await disposable(which, environment, asset);
      const cached = existsSync(join(asset, 'program.cache'));
      expect([which, started.codeCache]).toEqual([which, cached ? 'used' : 'none']);
      // On Node 24 of the architecture that the environment names.
      expect(cached).toBe(
        name === 'further' && process.arch === 'x64' && /^24\./.test(process.versions.node),
      );
      const answer = await started.invoke(EVENTS[which]);
      if (which === 'api') expect(answer).toMatchObject({ statusCode: 200 });
    }
  },
);

test('the image is built of the package alone, and its commands are those of the tasks', () => {
  const outdir = join(project.folder, 'out/containers');
  const images = readdirSync(outdir).filter((asset) => existsSync(join(outdir, asset, 'Dockerfile')));
  expect(images).toHaveLength(1);
  const image = join(outdir, images[0]!);
  const copied = [...readFileSync(join(image, 'Dockerfile'), 'utf8').matchAll(/^COPY (.+) \S+$/gm)];
  expect(copied.map(([, source]) => [source, existsSync(join(image, source!))])).toEqual([
    ['package.json', true],
    ['dist', true],
  ]);
  const template = readFileSync(join(outdir, 'rollbook-containers-containers.template.json'), 'utf8');
  const commands = [...template.matchAll(/dist\/programs\/[\w-]+\.js/g)].map(([path]) => path);
  expect(new Set(commands)).toEqual(new Set(['dist/programs/api.js', 'dist/programs/stream-processor.js']));
  for (const command of commands)
    expect([command, existsSync(join(image, command))]).toEqual([command, true]);
});
