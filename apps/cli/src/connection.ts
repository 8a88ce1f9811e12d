import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Command } from 'commander';
import { ensureTable, openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { findRunningEngine, startEngine } from '#libs/embedded-engine';
import { timeLimits } from '#libs/single-table';

/** Says which table is meant. */
interface TableOptions {
  dynamodbEndpoint?: string;
  aws?: boolean;
  region?: string;
  table: string;
  data: string;
  kmsKey?: string;
  masterKeyFile?: string;
}

/** Adds the options that say which table is meant. Without any it is that of `npm start`, running or not. */
export function withTableOptions(command: Command): Command {
  const env = process.env;
  return command
    .option('--table <name>', 'the table (ROLLBOOK_TABLE)', env['ROLLBOOK_TABLE'] || 'rollbook')
    .option(
      '--data <folder>',
      'the data of npm start (ROLLBOOK_DATA_DIR)',
      env['ROLLBOOK_DATA_DIR'] || '.rollbook',
    )
    .option(
      '--dynamodb-endpoint <url>',
      'another engine (ROLLBOOK_DYNAMODB_ENDPOINT)',
      env['ROLLBOOK_DYNAMODB_ENDPOINT'] || undefined,
    )
    .option('--aws', 'DynamoDB on AWS, with the credentials of the environment')
    .option('--region <name>', 'the AWS region (AWS_REGION)', env['AWS_REGION'])
    .option(
      '--kms-key <id>',
      'the master key of personal data in KMS (ROLLBOOK_ERASURE_KEY_ARN)',
      env['ROLLBOOK_ERASURE_KEY_ARN'] || undefined,
    )
    .option(
      '--master-key-file <file>',
      'or the file it is in; that of npm start without either (ROLLBOOK_MASTER_KEY_FILE)',
      env['ROLLBOOK_MASTER_KEY_FILE'] || undefined,
    );
}

/** Throttled calls of a long walk wait instead of ending it. */
const MAX_ATTEMPTS = 10;
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Runs a command on the directory that its options name: on AWS, at an endpoint, or on the local data, whose engine is
 * started when nobody else runs it.
 *
 * @param createsTable creates the table when it is not there; never on AWS, where it belongs to the infrastructure
 */
export async function withDirectory(
  command: Command,
  act: (directory: Directory) => Promise<void>,
  { createsTable = false } = {},
): Promise<void> {
  const { dynamodbEndpoint, aws, region, table, data, kmsKey, masterKeyFile } = command.opts<TableOptions>();
  const given = aws ? undefined : dynamodbEndpoint;
  if (given !== undefined && !URL.canParse(given))
    command.error(`error: --dynamodb-endpoint must be a URL, not "${given}"`);
  const local = aws || given ? undefined : await openLocalData(data);
  const client = new DynamoDBClient(clientOptions(given ?? local?.endpoint, region));
  try {
    if (createsTable && !aws) await ensureTable(client, table);
    // No cursor is ever given out, so nobody needs to know what signs them.
    const cursorSecret = randomBytes(32).toString('base64url');
    const masterKey = masterKeyOf({
      ...placeOfMasterKey({ kmsKey, masterKeyFile, data }),
      region,
      tableName: table,
    });
    await act(openDirectory({ client, tableName: table, cursorSecret, masterKey }));
  } finally {
    client.destroy();
    await local?.stop();
  }
}

/** Without an option it lies with the data of `npm start`. */
export function placeOfMasterKey({
  kmsKey,
  masterKeyFile,
  data = '.rollbook',
}: Partial<Pick<TableOptions, 'kmsKey' | 'masterKeyFile' | 'data'>>) {
  if (kmsKey !== undefined) return { kmsKeyId: kmsKey };
  return { file: masterKeyFile ?? join(resolve(data), 'master-key') };
}

function clientOptions(endpoint: string | undefined, region: string | undefined): DynamoDBClientConfig {
  const options: DynamoDBClientConfig = {
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'adaptive',
    requestHandler: timeLimits(),
    // Not the default: that one copies each input and output for a log that goes nowhere.
    logger: {} as NonNullable<DynamoDBClientConfig['logger']>,
    ...(region && { region }),
  };
  if (endpoint === undefined) return options;
  const credentials = process.env['AWS_ACCESS_KEY_ID'] ? {} : { credentials: LOCAL_CREDENTIALS };
  return { ...options, endpoint, region: region ?? 'us-east-1', ...credentials };
}

async function openLocalData(folder: string): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const databaseFile = join(resolve(folder), 'engine.db');
  const running = await findRunningEngine(databaseFile);
  if (running) return { endpoint: running, stop: () => Promise.resolve() };
  return startEngine({ databaseFile, onNotice: (line) => console.error(line) });
}
