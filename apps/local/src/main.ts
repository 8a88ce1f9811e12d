import { join } from 'node:path';
import { dynamoDBClient } from '#libs/aws-clients';
import { giveBackMemoryWhenIdle } from '#libs/program';
import { startBus } from './bus/bus.js';
import { ConfigurationError, readConfiguration, type LocalConfiguration } from './configuration.js';
import { lackOfSpace, requireDataFolder, requireNoFolders, writePrivateFile } from './data-folder.js';
import { findOrLoadDemo } from './demo.js';
import { createTable, startEmbeddedEngine } from './engine.js';
import { openKnownKeys, type KnownKeys } from './known-keys.js';
import { developmentProviders } from './identity-provider/settings.js';
import { startPart, type Part } from './parts.js';
import { requireFreePort } from './ports.js';
import { readStartOptions, START_USAGE, type StartOptions } from './start-options.js';
import { welcome } from './welcome.js';

const REGION = 'us-east-1';
const WATCH_EVERY_MS = 2_000;

/** What has been started, newest last; stopped in reverse order. */
const running: { title: string; stop: () => Promise<void> }[] = [];
let stopping: Promise<void> | undefined;
const partsByProgram = new Map<string, Part>();

async function start(options: StartOptions): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { apiPort, busPort, signInPort, dataFolder } = configuration;
  requireDataFolder(dataFolder);
  const [tokenFile, urlFile] = [join(dataFolder, 'operator-token'), join(dataFolder, 'api-url')];
  requireNoFolders([tokenFile, urlFile, configuration.masterKeyFile]);
  await requireFreePort(apiPort, 'PORT');
  await requireFreePort(busPort, 'ROLLBOOK_BUS_PORT');
  await requireFreePort(signInPort, 'ROLLBOOK_SIGN_IN_PORT');
  const endpoint = configuration.dynamodbEndpoint ?? (await startEngine(dataFolder));
  const keys = await openTable(configuration, endpoint, options);
  const bus = await startBus({ port: busPort, dataDir: dataFolder });
  running.push({ title: 'event bus', stop: () => bus.stop() });

  const environment = environmentOfParts(configuration, keys, { endpoint, busUrl: bus.url });
  const parts = startParts(environment, dataFolder);
  const missing = tellApi(parts, () => [bus.trouble(), lackOfSpace(dataFolder)]);
  // A background program that does not start is restarted; without the API there is nothing to show.
  const [apiIsUp] = await Promise.all(parts.map(({ firstStart }) => firstStart));
  if (stopping) return;
  if (!apiIsUp)
    throw new ConfigurationError('The API did not start: see its message above, or in logs/api.log.');

  const operatorToken = await keys.issuer.signOperatorToken();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  // For the commands, which are called without either.
  await orGoOn('The operator token was not stored', () => {
    writePrivateFile(tokenFile, operatorToken);
    writePrivateFile(urlFile, apiUrl);
  });
  const demo = await orGoOn('The demo account was not loaded', () => findOrLoadDemo(apiUrl, operatorToken));
  const signInLink = await orGoOn('Nobody can sign in with a browser', () =>
    startSignIn({ port: signInPort, apiUrl, operatorToken }),
  );
  const shown = { dataFolder, apiUrl, busUrl: bus.url, operatorToken, tokenFile, demo, signInLink };
  console.log(welcome({ ...shown, missing: missing() }));
  giveBackMemoryWhenIdle();
  if (options.withSubscriber) await startSubscriber(environment, apiUrl, tokenFile, dataFolder);
}

/** In this process, because it has next to nothing to do. @returns a link that signs in once */
async function startSignIn(options: {
  port: number;
  apiUrl: string;
  operatorToken: string;
}): Promise<string> {
  const { startIdentityProvider } = await import('./identity-provider/identity-provider.js');
  const provider = await startIdentityProvider({ ...options, publicUrl: options.apiUrl });
  running.push({ title: 'identity provider', stop: () => provider.stop() });
  return provider.oneTimeLink();
}

/** On a full disk, for example: existing data can still be read. */
async function orGoOn<T>(title: string, act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    console.error(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function startEngine(dataFolder: string): Promise<string> {
  const engine = await startEmbeddedEngine(dataFolder);
  running.push({ title: 'engine', stop: () => engine.stop() });
  return engine.endpoint;
}

async function openTable(
  configuration: LocalConfiguration,
  endpoint: string,
  options: StartOptions,
): Promise<KnownKeys> {
  const client = dynamoDBClient({ endpoint });
  try {
    await createTable(client, configuration.tableName, endpoint);
    return await openKnownKeys(client, configuration, options);
  } finally {
    client.destroy();
  }
}

function environmentOfParts(
  { apiPort, busPort, signInPort, tableName, masterKeyFile, webhooksAllowLocal }: LocalConfiguration,
  { cursorSecret, issuer }: KnownKeys,
  { endpoint, busUrl }: { endpoint: string; busUrl: string },
): NodeJS.ProcessEnv {
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'local',
    PORT: String(apiPort),
    ROLLBOOK_DYNAMODB_ENDPOINT: endpoint,
    ROLLBOOK_TABLE: tableName,
    ROLLBOOK_MASTER_KEY_FILE: masterKeyFile,
    ROLLBOOK_ERASURE_KEY_ARN: '',
    ROLLBOOK_CURSOR_SECRET: cursorSecret,
    ROLLBOOK_JWT_ISSUER: issuer.issuer,
    ROLLBOOK_JWT_AUDIENCE: issuer.audience,
    ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
    ROLLBOOK_PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    ROLLBOOK_ACCEPT_URL: `http://127.0.0.1:${apiPort}/accept-invitation`,
    ROLLBOOK_SIGN_IN_PROVIDERS: developmentProviders(signInPort),
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: busUrl,
    ROLLBOOK_WRITE_SIGNAL_PORT: String(busPort),
    ROLLBOOK_WEBHOOKS_SIGNAL_PORT: String(apiPort),
    ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: String(webhooksAllowLocal),
  };
}

/** The API first. */
function startParts(environment: NodeJS.ProcessEnv, dataFolder: string): [Part, ...Part[]] {
  const part = (title: string, program: string, more: NodeJS.ProcessEnv = {}) =>
    runPart({ title, program, environment: { ...environment, ...more } }, dataFolder);
  return [
    part('API', 'api'),
    part('stream processor', 'stream-processor'),
    part('invitation mailer', 'invitation-mailer', { ROLLBOOK_MAIL_FOLDER: join(dataFolder, 'mail') }),
    part('webhooks', 'webhooks'),
  ];
}

function runPart(
  options: { title: string; program: string; environment: NodeJS.ProcessEnv },
  dataFolder: string,
): Part {
  const logFile = join(dataFolder, 'logs', `${options.program}.log`);
  const part = startPart({ ...options, logFile, onChange: () => changed() });
  running.push({ title: options.title, stop: () => part.stop() });
  partsByProgram.set(options.program, part);
  return part;
}

/** Replaced by {@link tellApi}. */
let changed = () => {};

/** For `/health/ready`. @returns what is missing now */
function tellApi(
  [api, ...others]: [Part, ...Part[]],
  troubles: () => (string | undefined)[],
): () => string[] {
  const missing = () => [
    ...others.filter(({ isUp }) => !isUp).map(({ title }) => title),
    ...troubles().filter((trouble) => trouble !== undefined),
  ];
  let reported = '';
  changed = () => api.send({ missing: missing() });
  setInterval(() => {
    const now = missing().join();
    if (now !== reported) changed();
    reported = now;
  }, WATCH_EVERY_MS).unref();
  return missing;
}

/** The example of a downstream service, with its own model derived from events. */
async function startSubscriber(
  environment: NodeJS.ProcessEnv,
  apiUrl: string,
  tokenFile: string,
  dataFolder: string,
): Promise<void> {
  const port = process.env['ROLLBOOK_SUBSCRIBER_PORT'] ?? '3002';
  const own = {
    PORT: port,
    ROLLBOOK_API_URL: apiUrl,
    ROLLBOOK_API_TOKEN_FILE: tokenFile,
    ROLLBOOK_SUBSCRIBER_FILE: join(dataFolder, 'subscriber', 'model.json'),
  };
  const program = { title: 'subscriber', program: 'subscriber', environment: { ...environment, ...own } };
  if (await runPart(program, dataFolder).firstStart)
    console.log(`The example subscriber answers at http://127.0.0.1:${port}/users/{userId}/service-groups`);
}

/** Stops everything, the newest first: the engine is last, when nobody uses it any more. */
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

/** Errors a person can fix are printed in one line; others with a stack trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space for the data folder (${code}): free some, or set ROLLBOOK_DATA_DIR to a folder on another disk.`;
  if (path !== undefined)
    return `${path} cannot be used (${code}): see what is there, or set ROLLBOOK_DATA_DIR to another folder.`;
  return error.name === 'Error' || error instanceof TypeError
    ? (error.stack ?? error.message)
    : error.message;
}

/** From `npm run dev`: the sources of these programs have changed. */
process.on('message', ({ restart }: { restart: string[] }) => {
  for (const program of restart) partsByProgram.get(program)?.restart();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(undefined, 0));
for (const occasion of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(occasion, (error: unknown) => void stop(explain(error), 1));
// There may be no reader any more, or its disk may be full: that must not end anything.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Of the programs it starts, too: what they write is for this person only.
process.umask(0o077);

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stop(undefined, 0);
}, 1_000).unref();

try {
  const options = readStartOptions(process.argv.slice(2));
  if (options.help) console.log(START_USAGE);
  else await start(options);
} catch (error) {
  await stop(explain(error), 1);
}
