import { join } from 'node:path';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import { startEngine } from '#libs/embedded-engine';
import { ensureTable } from '#libs/directory';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startBus } from './bus/bus.js';
import { keptSecret, readConfiguration, writePrivateFile, type LocalConfiguration } from './configuration.js';
import { findOrLoadDemo, type Demo } from './demo.js';
import { requireFreePort } from './ports.js';
import { startService } from './service.js';

const REGION = 'us-east-1';

/** What has been started, newest last; stopped in the reverse order. */
const running: { title: string; stop: () => Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

async function start(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { apiPort, busPort, dataFolder, tableName } = configuration;
  await requireFreePort(apiPort, 'PORT');
  await requireFreePort(busPort, 'ROLLBOOK_BUS_PORT');

  const issuer = await openDevelopmentIssuer(dataFolder);
  const dynamodbEndpoint = configuration.dynamodbEndpoint ?? (await startEmbeddedEngine(dataFolder));
  await createTable(dynamodbEndpoint, tableName);
  const bus = await startBus({ port: busPort, dataDir: dataFolder });
  running.push({ title: 'event bus', stop: () => bus.stop() });

  const environment: NodeJS.ProcessEnv = {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'local',
    PORT: String(apiPort),
    ROLLBOOK_DYNAMODB_ENDPOINT: dynamodbEndpoint,
    ROLLBOOK_TABLE: tableName,
    ROLLBOOK_MASTER_KEY_FILE: join(dataFolder, 'master-key'),
    ROLLBOOK_ERASURE_KEY_ARN: '',
    ROLLBOOK_CURSOR_SECRET: keptSecret(dataFolder, 'cursor-secret'),
    ROLLBOOK_JWT_ISSUER: issuer.issuer,
    ROLLBOOK_JWT_AUDIENCE: issuer.audience,
    ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: bus.url,
    // Who tries webhooks out has the receiver on the same machine.
    ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
  await Promise.all([
    startPart('API', 'api', environment, join(dataFolder, 'logs', 'api.log')),
    startPart(
      'stream processor',
      'stream-processor',
      environment,
      join(dataFolder, 'logs', 'stream-processor.log'),
    ),
    startPart(
      'invitation mailer',
      'invitation-mailer',
      { ...environment, ROLLBOOK_MAIL_FOLDER: join(dataFolder, 'mail') },
      join(dataFolder, 'logs', 'invitation-mailer.log'),
    ),
    startPart('webhooks', 'webhooks', environment, join(dataFolder, 'logs', 'webhooks.log')),
  ]);

  const operatorToken = await issuer.signOperatorToken();
  const tokenFile = join(dataFolder, 'operator-token');
  writePrivateFile(tokenFile, operatorToken);
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const demo = await findOrLoadDemo(apiUrl, operatorToken);
  console.log(welcome(configuration, apiUrl, bus.url, operatorToken, tokenFile, demo));
  if (process.argv.includes('--with-subscriber'))
    await startSubscriber(environment, apiUrl, tokenFile, dataFolder);
}

/** The example of a downstream service, with a model of its own that it keeps from events. */
async function startSubscriber(
  environment: NodeJS.ProcessEnv,
  apiUrl: string,
  tokenFile: string,
  dataFolder: string,
): Promise<void> {
  const port = process.env['ROLLBOOK_SUBSCRIBER_PORT'] ?? '3002';
  await startPart(
    'subscriber',
    'subscriber',
    {
      ...environment,
      PORT: port,
      ROLLBOOK_API_URL: apiUrl,
      ROLLBOOK_API_TOKEN_FILE: tokenFile,
      ROLLBOOK_SUBSCRIBER_FILE: join(dataFolder, 'subscriber', 'model.json'),
    },
    join(dataFolder, 'logs', 'subscriber.log'),
  );
  console.log(`The example subscriber answers at http://127.0.0.1:${port}/users/{userId}/service-groups`);
}

/**
 * An engine that ends unexpectedly is started again at the same address, on the same data: what uses it answers 503
 * meanwhile, and goes on.
 */
async function startEmbeddedEngine(dataFolder: string): Promise<string> {
  const options = {
    databaseFile: join(dataFolder, 'engine.db'),
    onNotice: (line: string) => console.error(line),
  };
  let engine = await startEngine(options);
  const { endpoint } = engine;
  const keepRunning = async () => {
    for (;;) {
      const { expected } = await engine.exited;
      if (expected || stopping) return;
      console.error('The embedded engine ended unexpectedly and is started again.');
      engine = await startEngine({ ...options, port: Number(new URL(endpoint).port) });
    }
  };
  keepRunning().catch(
    (error: unknown) => void stop(error instanceof Error ? error.message : String(error), 1),
  );
  running.push({ title: 'engine', stop: () => engine.stop() });
  return endpoint;
}

async function createTable(endpoint: string, tableName: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    await ensureTable(client, tableName);
  } finally {
    client.destroy();
  }
}

async function startPart(title: string, program: string, environment: NodeJS.ProcessEnv, logFile: string) {
  const service = await startService({
    title,
    program,
    environment,
    logFile,
    onGivingUp: (reason) => void stop(reason, 1),
  });
  running.push({ title, stop: () => service.stop() });
}

/** Stops everything, the newest first: the engine goes last, when nobody uses it any more. */
function stop(reason: string | undefined, exitCode: number): Promise<void> {
  stopping ??= (async () => {
    if (reason) console.error(reason);
    for (const { title, stop: stopPart } of running.reverse()) {
      await stopPart().catch((error: unknown) =>
        console.error(`The ${title} did not stop cleanly: ${String(error)}`),
      );
    }
    process.exit(exitCode);
  })();
  return stopping;
}

function welcome(
  { dataFolder }: LocalConfiguration,
  apiUrl: string,
  busUrl: string,
  operatorToken: string,
  tokenFile: string,
  demo: Demo | undefined,
): string {
  const bearer = `-H "authorization: Bearer $(cat '${tokenFile}')"`;
  const account = demo ? `${apiUrl}/v1/accounts/${demo.accountId}` : `${apiUrl}/v1/accounts`;
  const commands = demo
    ? [
        ['The users of the demo account', `curl -s ${bearer} ${account}/users`],
        [
          'The service groups Alan may enter',
          `curl -s ${bearer} ${account}/users/${demo.userId}/service-groups`,
        ],
        [
          'Let Alan into prod',
          `curl -s -X PUT ${bearer} ${account}/service-groups/${demo.serviceGroupId}/members/${demo.userId}`,
        ],
      ]
    : [
        ['The accounts', `curl -s ${bearer} ${account}`],
        [
          'A new account',
          `curl -s -X POST ${bearer} -H 'content-type: application/json' -d '{"name":"Globex"}' ${account}`,
        ],
        ['Is everything ready', `curl -s ${apiUrl}/health/ready`],
      ];
  return `
Rollbook is ready.

  API        ${apiUrl}        docs at ${apiUrl}/docs
  Events     ${busUrl}        watch them: npm run events
  Data       ${dataFolder}

Operator token (also in ${tokenFile}):
${operatorToken}

Try:
${commands.map(([title, command]) => `\n  # ${title}\n  ${command}`).join('\n')}

Ctrl-C stops it.`;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(undefined, 0));

// Started through npm, this process outlives an npm that is killed: then its parent changes, and it stops too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stop(undefined, 0);
}, 1_000).unref();

start().catch((error: unknown) => {
  void stop(error instanceof Error ? error.message : String(error), 1);
});
