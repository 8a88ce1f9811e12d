import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { reportRefusals } from './report-refusals.js';
import { requestSigner } from './request-signer.js';
import { takeRecordsAsTheyAre } from './stream-records.js';
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
  /** Sends by undici, over at most so many connections. */
  undiciConnections?: number | undefined;
  /** Signs with the signing key kept: see `requestSigner`. */
  keepSigningKey?: boolean | undefined;
}

export interface DynamoDBSettings extends ClientSettings {
  /** Slows down while the table throttles: for long walks, not for requests. */
  adaptive?: boolean | undefined;
}

const LOCAL_REGION = 'us-east-1';
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function dynamoDBClient(settings: DynamoDBSettings = {}): DynamoDBClient {
  const configuration: DynamoDBClientConfig = settings.adaptive ? { retryMode: 'adaptive' } : {};
  return callingOften(DynamoDBClient, 'dynamodb', settings, configuration);
}

export function dynamoDBStreamsClient(settings: ClientSettings = {}): DynamoDBStreamsClient {
  const client = callingOften(DynamoDBStreamsClient, 'dynamodb', settings);
  takeRecordsAsTheyAre(client.config.protocol as never);
  return client;
}

export function eventBridgeClient(settings: ClientSettings = {}): EventBridgeClient {
  return callingOften(EventBridgeClient, 'events', settings);
}

export function kmsClient(settings: ClientSettings = {}): KMSClient {
  return prepared(new KMSClient(configurationOf(settings)), settings);
}

export function sesClient(settings: ClientSettings = {}): SESv2Client {
  return prepared(new SESv2Client(configurationOf(settings)), settings);
}

type CallingOften = DynamoDBClient | DynamoDBStreamsClient | EventBridgeClient;

/** A client of a service with DynamoDB's kind of requests, for which the handler and the signer can be others than the SDK's. */
function callingOften<C extends CallingOften>(
  Client: new (configuration: object) => C,
  service: string,
  settings: ClientSettings,
  more: object = {},
): C {
  const { undiciConnections, keepSigningKey } = settings;
  const signer = requestSigner({
    service,
    credentials: () => client.config.credentials(),
    region: () => client.config.region(),
  });
  const client: C = new Client({
    ...configurationOf(settings),
    ...(undiciConnections !== undefined && {
      requestHandler: undiciHandler(timeLimits(settings.answerMs), undiciConnections),
    }),
    ...(keepSigningKey && { signer: () => Promise.resolve(signer) }),
    ...more,
  });
  return prepared(client, settings);
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
