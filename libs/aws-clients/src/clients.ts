import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { reportRefusals } from './report-refusals.js';
import { requestSigner } from './request-signer.js';
import { timeLimits } from './time-limits.js';
import { undiciHandler } from './undici-handler.js';

/** What differs from one client of AWS to the next. Everything left out is for the SDK to find, as its users expect. */
export interface ClientSettings {
  /** A service on this machine in place of AWS. It needs neither region nor credentials. */
  endpoint?: string | undefined;
  /** Only where a person names one: AWS_REGION and the profile's region are found by the SDK. */
  region?: string | undefined;
  /** Milliseconds until an answer begins, and until it goes on. */
  answerMs?: number | undefined;
  /** The first attempt included. */
  maxAttempts?: number | undefined;
  /** Told when AWS goes on refusing what a program repeats by itself: see `reportRefusals`. */
  onRefused?: ((error: unknown) => void) | undefined;
}

export interface DynamoDBSettings extends ClientSettings {
  /** Slows down while the table throttles: for long walks, not for requests. */
  adaptive?: boolean | undefined;
  /** Sends by undici, over at most so many connections. */
  undiciConnections?: number | undefined;
  /** Signs with the signing key kept: see `requestSigner`. */
  keepSigningKey?: boolean | undefined;
}

const LOCAL_REGION = 'us-east-1';
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function dynamoDBClient(settings: DynamoDBSettings = {}): DynamoDBClient {
  const { adaptive, undiciConnections, keepSigningKey } = settings;
  const configuration: DynamoDBClientConfig = configurationOf(settings);
  if (adaptive) configuration.retryMode = 'adaptive';
  if (undiciConnections !== undefined)
    configuration.requestHandler = undiciHandler(timeLimits(settings.answerMs), undiciConnections);
  if (keepSigningKey) {
    const signer = requestSigner({
      credentials: () => client.config.credentials(),
      region: () => client.config.region(),
    });
    configuration.signer = () => Promise.resolve(signer);
  }
  const client: DynamoDBClient = new DynamoDBClient(configuration);
  return prepared(client, settings);
}

export function dynamoDBStreamsClient(settings: ClientSettings = {}): DynamoDBStreamsClient {
  return prepared(new DynamoDBStreamsClient(configurationOf(settings)), settings);
}

export function eventBridgeClient(settings: ClientSettings = {}): EventBridgeClient {
  return prepared(new EventBridgeClient(configurationOf(settings)), settings);
}

export function kmsClient(settings: ClientSettings = {}): KMSClient {
  return prepared(new KMSClient(configurationOf(settings)), settings);
}

export function sesClient(settings: ClientSettings = {}): SESv2Client {
  return prepared(new SESv2Client(configurationOf(settings)), settings);
}

function configurationOf({ endpoint, region, answerMs, maxAttempts }: ClientSettings) {
  return {
    requestHandler: timeLimits(answerMs),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(region && { region }),
    ...(endpoint && {
      endpoint,
      region: region || process.env['AWS_REGION'] || LOCAL_REGION,
      ...(!process.env['AWS_ACCESS_KEY_ID'] && { credentials: LOCAL_CREDENTIALS }),
    }),
  };
}

/**
 * The logger's middleware copies each input and output, keys among them, for a logger that does nothing. A logger without
 * methods would end that too, but the default credentials are looked for with the same logger, and call it.
 */
function prepared<C extends { middlewareStack: { remove(name: string): boolean } }>(
  client: C,
  { onRefused }: ClientSettings,
): C {
  client.middlewareStack.remove('loggerMiddleware');
  if (onRefused) reportRefusals(client.middlewareStack, onRefused);
  return client;
}
