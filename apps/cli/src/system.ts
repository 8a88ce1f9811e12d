import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { Command } from 'commander';
import { openDirectory, type Directory } from '#libs/directory';
import { findRunningEngine } from '#libs/embedded-engine';
import { masterKeyOf } from '#libs/master-key';
import { placeOfMasterKey } from './connection.js';
import { timeLimits } from '#libs/single-table';
import { classicEventBus, DeadLetters, type EventBusPort } from '#libs/event-publishing';

/** What a command works on. */
export interface System {
  directory: Directory;
  bus: EventBusPort;
  deadLetters: DeadLetters;
}

interface SystemOptions {
  table: string;
  eventBus: string;
  region?: string;
  dynamodbEndpoint?: string;
  eventbridgeEndpoint?: string;
  kmsKey?: string;
  masterKeyFile?: string;
}

/** Adds the options that say which table and which bus are meant. Each can be given by the environment instead. */
export function withSystemOptions(command: Command): Command {
  const env = process.env;
  const option = (flags: string, description: string, variable: string, otherwise?: string) =>
    command.option(flags, `${description} (${variable})`, env[variable] ?? otherwise);
  option('--table <name>', 'the table', 'ROLLBOOK_TABLE', 'rollbook');
  option('--event-bus <name>', 'the event bus', 'ROLLBOOK_EVENT_BUS', 'rollbook');
  option('--region <name>', 'the AWS region', 'AWS_REGION');
  option('--dynamodb-endpoint <url>', 'another DynamoDB than AWS', 'ROLLBOOK_DYNAMODB_ENDPOINT');
  option('--eventbridge-endpoint <url>', 'another EventBridge than AWS', 'ROLLBOOK_EVENTBRIDGE_ENDPOINT');
  option('--kms-key <id>', 'the master key of personal data in KMS', 'ROLLBOOK_ERASURE_KEY_ARN');
  option('--master-key-file <file>', 'or the file it is in', 'ROLLBOOK_MASTER_KEY_FILE');
  return command;
}

/** What `npm start` runs on this machine, when no other system is named and it does run. */
async function placeOf(options: SystemOptions) {
  const { dynamodbEndpoint, eventbridgeEndpoint, region } = options;
  const engine =
    dynamodbEndpoint || region
      ? undefined
      : await findRunningEngine(join(resolve(dataFolder()), 'engine.db'));
  if (engine === undefined) return { dynamodbEndpoint, eventbridgeEndpoint };
  const bus = `http://127.0.0.1:${process.env['ROLLBOOK_BUS_PORT'] || 3001}`;
  return { dynamodbEndpoint: engine, eventbridgeEndpoint: eventbridgeEndpoint ?? bus };
}

function dataFolder(): string {
  return process.env['ROLLBOOK_DATA_DIR'] || '.rollbook';
}

/** Connects, does the work, and disconnects. */
export async function onSystem<T>(options: SystemOptions, work: (system: System) => Promise<T>): Promise<T> {
  const { table, eventBus } = options;
  const { dynamodbEndpoint, eventbridgeEndpoint } = await placeOf(options);
  const region = options.region ?? (dynamodbEndpoint ? 'us-east-1' : undefined);
  const shared = { requestHandler: timeLimits(), ...(region && { region }) };
  const dynamodb = new DynamoDBClient({ ...shared, ...local(dynamodbEndpoint) });
  const eventBridge = new EventBridgeClient({ ...shared, ...local(eventbridgeEndpoint), maxAttempts: 1 });
  try {
    return await work({
      // No cursor of this process leaves it.
      directory: openDirectory({
        client: dynamodb,
        tableName: table,
        cursorSecret: randomUUID() + randomUUID(),
        masterKey: masterKeyOf({
          ...placeOfMasterKey({ ...options, data: dataFolder() }),
          region,
          tableName: table,
        }),
      }),
      bus: classicEventBus(eventBridge, eventBus),
      deadLetters: new DeadLetters(dynamodb, table),
    });
  } finally {
    dynamodb.destroy();
    eventBridge.destroy();
  }
}

export type { SystemOptions };

/** A local endpoint takes any credentials; AWS gets those of the environment. */
function local(endpoint: string | undefined) {
  return endpoint ? { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {};
}
