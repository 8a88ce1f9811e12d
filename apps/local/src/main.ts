import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { giveBackMemoryWhenIdle } from '#libs/program';
import { busFolder, openState } from './bus/state/bus-state.js';
import { ConfigurationError, readConfiguration, type LocalConfiguration } from './settings/configuration.js';
import {
  lackOfSpace,
  makeTemporaryDataFolder,
  requireDataFolder,
  requireNoFolders,
  writePrivateFile,
} from './settings/data-folder.js';
import { startEmbeddedEngine } from './engine.js';
import { explain } from './settings/explain.js';
import { developmentProviders } from './identity-provider/settings.js';
import { LIGHT_PROGRAMS, type LightReport } from './light/report.js';
import { requireFreePort } from './ports.js';
import { startSetup, type OpenedTable } from './setup/setup.js';
import { readStartOptions, START_USAGE, type StartOptions } from './settings/start-options.js';
import { seededLine, storeSeeded } from './seeded.js';
import { startPart, type Part } from './supervision/part.js';
import { startProcess } from './supervision/process-run.js';
import { welcome } from './welcome.js';

const REGION = 'us-east-1';
const WATCH_EVERY_MS = 2_000;

/** What has been started, newest last; stopped in reverse order. */
const running: { title: string; stop: () => Promise<void> }[] = [];
let stopping: Promise<void> | undefined;
const partsByProgram = new Map<string, Part>();

async function start(options: StartOptions): Promise<void> {
  const configuration = configurationFor(options);
  const { apiPort, busPort, signInPort, dataFolder } = configuration;
  requireDataFolder(dataFolder);
  const [tokenFile, urlFile] = [join(dataFolder, 'operator-token'), join(dataFolder, 'api-url')];
  requireNoFolders([tokenFile, urlFile, configuration.masterKeyFile]);
  await requireFreePort(apiPort, 'PORT');
  await requireFreePort(busPort, 'ROLLBOOK_BUS_PORT');
  await requireFreePort(signInPort, 'ROLLBOOK_SIGN_IN_PORT');
  openState(busFolder(dataFolder), []);
  const setup = startSetup();
  running.push({ title: 'setup', stop: () => setup.end() });
  if (options.seed !== undefined) await setup.checkSeed(options.seed);
  const endpoint = configuration.dynamodbEndpoint ?? (await startEngine(configuration, options));
  const table = await setup.openTable(configuration, options, endpoint);

  const environment = environmentOfParts(configuration, table, endpoint);
  const { api, light, processor } = startParts(environment, table, configuration);
  const missing = tellApi(api, () => [
    ...(processor.isUp ? [] : [processor.title]),
    ...(light.part.isUp ? light.report.missing : Object.values(LIGHT_PROGRAMS)),
    lackOfSpace(dataFolder),
  ]);
  // A background program that does not start is restarted; without the API there is nothing to show.
  const [apiIsUp] = await Promise.all([api, light.part, processor].map(({ firstStart }) => firstStart));
  if (stopping) return;
  if (!apiIsUp)
    throw new ConfigurationError('The API did not start: see its message above, or in logs/api.log.');

  const { operatorToken } = table;
  const [apiUrl, busUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${busPort}`];
  // For the commands, which are called without either.
  await orGoOn('The operator token was not stored', () => {
    writePrivateFile(tokenFile, operatorToken);
    writePrivateFile(urlFile, apiUrl);
  });
  const demo =
    options.seed === undefined
      ? await orGoOn('The demo account was not loaded', () => setup.findDemo(apiUrl, operatorToken))
      : undefined;
  if (options.seed !== undefined) {
    const seeded = await setup.applySeed(options.seed, apiUrl, operatorToken);
    storeSeeded(seeded.accounts, dataFolder);
    console.log(seededLine(options.seed, seeded, dataFolder));
  }
  await setup.end();
  const signInLink = light.report.signInLink;
  const shown = { dataFolder, apiUrl, busUrl, operatorToken, tokenFile, demo, signInLink };
  console.log(welcome({ ...shown, missing: missing() }));
  giveBackMemoryWhenIdle();
  if (options.withSubscriber) await startSubscriber(environment, apiUrl, tokenFile, dataFolder);
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

/** @throws ConfigurationError */
function configurationFor({ memory }: StartOptions): LocalConfiguration {
  if (!memory) return readConfiguration(process.env);
  if (process.env['ROLLBOOK_DYNAMODB_ENDPOINT'])
    throw new ConfigurationError(
      '--memory is for the embedded engine: unset ROLLBOOK_DYNAMODB_ENDPOINT, or leave --memory out.',
    );
  const folder = makeTemporaryDataFolder();
  // The engine's guard does so however this ends, but this may end before there is one.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return readConfiguration({ ...process.env, ROLLBOOK_DATA_DIR: folder });
}

async function startEngine({ dataFolder }: LocalConfiguration, { memory }: StartOptions): Promise<string> {
  const onLost = (message: string) => void stop(message, 1);
  const engine = await startEmbeddedEngine({ dataFolder, isTemporary: memory, onLost });
  running.push({ title: 'engine', stop: () => engine.stop() });
  return engine.endpoint;
}

function environmentOfParts(
  {
    apiPort,
    busPort,
    signInPort,
    tableName,
    masterKeyFile,
    logKeyFile,
    webhooksAllowLocal,
  }: LocalConfiguration,
  { cursorSecret, issuer, audience, jwksUrl }: OpenedTable,
  endpoint: string,
): NodeJS.ProcessEnv {
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'local',
    PORT: String(apiPort),
    ROLLBOOK_DYNAMODB_ENDPOINT: endpoint,
    ROLLBOOK_TABLE: tableName,
    ROLLBOOK_MASTER_KEY_FILE: masterKeyFile,
    ROLLBOOK_LOG_KEY_FILE: logKeyFile,
    ROLLBOOK_LOG_KEY_ARN: '',
    ROLLBOOK_ERASURE_KEY_ARN: '',
    ROLLBOOK_CURSOR_SECRET: cursorSecret,
    ROLLBOOK_JWT_ISSUER: issuer,
    ROLLBOOK_JWT_AUDIENCE: audience,
    ROLLBOOK_JWKS_URL: jwksUrl,
    ROLLBOOK_PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    ROLLBOOK_ACCEPT_URL: `http://127.0.0.1:${apiPort}/accept-invitation`,
    ROLLBOOK_SIGN_IN_PROVIDERS: developmentProviders(signInPort),
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: `http://127.0.0.1:${busPort}`,
    ROLLBOOK_WRITE_SIGNAL_PORT: String(busPort),
    ROLLBOOK_WEBHOOKS_SIGNAL_PORT: String(apiPort),
    ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: String(webhooksAllowLocal),
    // For programs that are started one by one: here one port cannot be that of all, and there is one bus and one processor.
    ROLLBOOK_HEALTH_PORT: '',
    ROLLBOOK_EVENT_BUS: 'rollbook',
    ROLLBOOK_STREAM_CONSUMER: '',
  };
}

interface Light {
  part: Part;
  /** Its latest. */
  report: LightReport;
}

/** In the order in which they are stopped, from the last one on: what publishes, what the bus delivers to, and what that asks. */
function startParts(
  environment: NodeJS.ProcessEnv,
  { operatorToken }: OpenedTable,
  { dataFolder, busPort, signInPort }: LocalConfiguration,
): { api: Part; light: Light; processor: Part } {
  const ofLight = {
    ROLLBOOK_BUS_PORT: String(busPort),
    ROLLBOOK_SIGN_IN_PORT: String(signInPort),
    ROLLBOOK_DATA_DIR: dataFolder,
    ROLLBOOK_MAIL_FOLDER: join(dataFolder, 'mail'),
    ROLLBOOK_OPERATOR_TOKEN: operatorToken,
  };
  const part = (
    title: string,
    program: string,
    more: NodeJS.ProcessEnv = {},
    onMessage?: (message: unknown) => void,
  ) => runPart({ title, program, environment: { ...environment, ...more } }, dataFolder, onMessage);
  const api = part('API', 'api');
  const light: Light = {
    part: part('light process', 'light', ofLight, (message) => {
      if (!(message as Partial<LightReport>).missing) return;
      light.report = message as LightReport;
      changed();
    }),
    report: { missing: Object.values(LIGHT_PROGRAMS), signInLink: undefined },
  };
  return { api, light, processor: part('stream processor', 'stream-processor') };
}

function runPart(
  { title, program, environment }: { title: string; program: string; environment: NodeJS.ProcessEnv },
  dataFolder: string,
  onMessage: (message: unknown) => void = () => {},
): Part {
  const logFile = join(dataFolder, 'logs', `${program}.log`);
  const part = startPart({
    title,
    run: () => startProcess({ program, environment, logFile }),
    onChange: () => changed(),
    onMessage,
  });
  running.push({ title, stop: () => part.stop() });
  partsByProgram.set(program, part);
  return part;
}

/** Replaced by {@link tellApi}. */
let changed = () => {};

/** For `/health/ready`. @returns what is missing now */
function tellApi(api: Part, look: () => (string | undefined)[]): () => string[] {
  const missing = () => look().filter((each) => each !== undefined);
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
