import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Command } from 'commander';
import { dynamoDBClient, eventBridgeClient, startFailure } from '#libs/aws-clients';
import { ensureTable, openDirectory, requireTable, type Directory, type MasterKey } from '#libs/directory';
import { findRunningEngine, startEngine } from '#libs/embedded-engine';
import { classicEventBus, DeadLetters, type EventBusPort } from '#libs/event-publishing';
import { masterKeyOf } from '#libs/secrets';

interface TableOptions {
  dynamodbEndpoint?: string;
  aws?: boolean;
  region?: string;
  table: string;
  data: string;
  kmsKey?: string;
  masterKeyFile?: string;
}

interface SystemOptions extends TableOptions {
  eventBus: string;
  eventbridgeEndpoint?: string;
}

export interface System {
  directory: Directory;
  bus: EventBusPort;
  deadLetters: DeadLetters;
}

function optionOf(
  command: Command,
  flags: string,
  [meaning, variable]: [string, string],
  otherwise?: string,
) {
  return command.option(flags, `${meaning} (${variable})`, process.env[variable] || otherwise);
}

export function withTableOptions(command: Command): Command {
  optionOf(command, '--table <name>', ['the table', 'ROLLBOOK_TABLE'], 'rollbook');
  optionOf(command, '--data <folder>', ['the data of npm start', 'ROLLBOOK_DATA_DIR'], '.rollbook');
  optionOf(command, '--dynamodb-endpoint <url>', [
    'a different DynamoDB endpoint',
    'ROLLBOOK_DYNAMODB_ENDPOINT',
  ]);
  command.option('--aws', 'use AWS, with the credentials and region of the AWS CLI');
  command.option('--region <name>', 'a different AWS region');
  optionOf(command, '--kms-key <id>', [
    'the KMS key that is the master key of personal data',
    'ROLLBOOK_ERASURE_KEY_ARN',
  ]);
  return optionOf(command, '--master-key-file <file>', [
    'the file with the master key of personal data; default: the one of npm start',
    'ROLLBOOK_MASTER_KEY_FILE',
  ]);
}

export function withSystemOptions(command: Command): Command {
  withTableOptions(command);
  optionOf(command, '--event-bus <name>', ['the event bus', 'ROLLBOOK_EVENT_BUS'], 'rollbook');
  return optionOf(command, '--eventbridge-endpoint <url>', [
    'a different EventBridge endpoint',
    'ROLLBOOK_EVENTBRIDGE_ENDPOINT',
  ]);
}

/** Throttled calls of a long walk wait instead of ending it. */
const MAX_ATTEMPTS = 10;

/**
 * Runs a command on the directory given by its options: on AWS, at an endpoint, or on the local data, whose engine is
 * started if it is not running.
 * @param createsTable creates the table if it does not exist; never on AWS, where it belongs to the infrastructure
 */
export async function withDirectory(
  command: Command,
  act: (directory: Directory) => Promise<void>,
  { createsTable = false } = {},
): Promise<void> {
  await withTable(command, createsTable, ({ directory }) => act(directory));
}

export async function withSystem(command: Command, act: (system: System) => Promise<void>): Promise<void> {
  const { aws, region, eventBus, eventbridgeEndpoint: given } = command.opts<SystemOptions>();
  const busOfNpmStart = `http://127.0.0.1:${process.env['ROLLBOOK_BUS_PORT'] || 3001}`;
  await withTable(command, false, async (table) => {
    const endpoint = aws ? undefined : (requireUrl(command, 'eventbridge', given) ?? busOfNpmStart);
    // One attempt: what failed is for the command to say, and to send again in order.
    const client = eventBridgeClient({ endpoint, region, maxAttempts: 1 });
    try {
      await act({ ...table, bus: classicEventBus(client, eventBus) });
    } finally {
      client.destroy();
    }
  });
}

async function withTable(
  command: Command,
  createsTable: boolean,
  act: (table: Omit<System, 'bus'>) => Promise<void>,
): Promise<void> {
  const options = command.opts<TableOptions>();
  const use = async ({ client, probe, tableName }: Clients) => {
    if (createsTable && !options.aws) await ensureTable(probe, tableName);
    // A table restored from a backup has no stream, and must be verified before it gets one.
    await requireTable(probe, tableName, { needsStream: false });
    // Cursors are never given out, so nobody needs to know their secret.
    const cursorSecret = randomBytes(32).toString('base64url');
    const directory = openDirectory({ client, tableName, cursorSecret, masterKey: keyOf(options) });
    await directory.keyRing.checkMasterKey();
    await act({ directory, deadLetters: new DeadLetters(client, tableName) });
  };
  await withClients(command, use, { createsTable });
}

export interface Clients {
  client: DynamoDBClient;
  /** With fewer attempts: those of the other are for a table that throttles, and a missing table is reported sooner. */
  probe: DynamoDBClient;
  tableName: string;
}

export async function withClients(
  command: Command,
  act: (clients: Clients) => Promise<void>,
  { createsTable = false } = {},
): Promise<void> {
  const { aws, region, table, data, dynamodbEndpoint } = command.opts<TableOptions>();
  const given = aws ? undefined : requireUrl(command, 'dynamodb', dynamodbEndpoint);
  const local = aws || given ? undefined : await openLocalData(data, createsTable);
  const place = { endpoint: given ?? local?.endpoint, region };
  const client = dynamoDBClient({ ...place, maxAttempts: MAX_ATTEMPTS, adaptive: true });
  const probe = dynamoDBClient(place);
  try {
    await act({ client, probe, tableName: table });
  } catch (error) {
    throw new Error(startFailure(error, { table, ...place }), { cause: error });
  } finally {
    client.destroy();
    probe.destroy();
    await local?.stop();
  }
}

function requireUrl(command: Command, service: string, given: string | undefined): string | undefined {
  if (given !== undefined && !URL.parse(given))
    command.error(`error: --${service}-endpoint must be a URL, not "${given}"`);
  return given;
}

/** By default it is stored with the data of `npm start`; on AWS there is none, and most commands need none. */
function keyOf({ aws, region, table: tableName, data, kmsKey, masterKeyFile }: TableOptions): MasterKey {
  if (kmsKey !== undefined) return masterKeyOf({ kmsKeyId: kmsKey, region, tableName });
  if (masterKeyFile === undefined && aws) return { generateKey: noKey, unwrapKey: noKey };
  return masterKeyOf({ file: masterKeyFile ?? join(resolve(data), 'master-key'), tableName });
}

const noKey = () =>
  Promise.reject(new Error('This needs the master key of personal data: set it with --kms-key.'));

async function openLocalData(
  folder: string,
  mayBeNew: boolean,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const databaseFile = join(resolve(folder), 'engine.db');
  const running = await findRunningEngine(databaseFile);
  if (running) return { endpoint: running, stop: () => Promise.resolve() };
  if (!mayBeNew && !existsSync(databaseFile))
    throw new Error(
      `There is no data of npm start in ${resolve(folder)}: name its folder with --data or ROLLBOOK_DATA_DIR, or use --aws.`,
    );
  return startEngine({ databaseFile, onNotice: (line) => console.error(line) });
}
