import { bucketOfS3, kmsClient } from '#libs/aws-clients';
import type { Signing } from '#libs/directory';
import { logSigning } from '#libs/secrets';
import { readTraceSettings, type TraceSettings } from '#libs/program';
import type { ObjectsSettings } from './log/log-objects.js';

export type Consumer = 'publisher' | 'projector';

export interface Configuration {
  /** Runs one of the two only; both by default. */
  only?: Consumer;
  table: string;
  eventBus: string;
  /** The key that wraps the keys of personal data: in KMS, or, for development, in a file. */
  kmsKeyId?: string;
  masterKeyFile?: string;
  /** What signs the logs: they are kept where a key is named. */
  signing?: Signing;
  /** Where the events of all accounts are stored; nowhere without. */
  objects?: ObjectsSettings;
  /** Of jobs, for each account. */
  jobChunksPerSecond?: number;
  /** Absent: DynamoDB on AWS. */
  dynamodbEndpoint?: string;
  /** Absent: EventBridge on AWS. */
  eventBridgeEndpoint?: string;
  /** The UDP port of this machine on which the API signals its writes; without one the stream is polled more often. */
  writeSignalPort?: number;
  /** Where spans of published events go; nowhere without. */
  traces?: TraceSettings;
}

/** @throws Error that names the variable that is wrong */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const dynamodbEndpoint = env['ROLLBOOK_DYNAMODB_ENDPOINT'];
  const eventBridgeEndpoint = env['ROLLBOOK_EVENTBRIDGE_ENDPOINT'];
  const kmsKeyId = env['ROLLBOOK_ERASURE_KEY_ARN'];
  const masterKeyFile = env['ROLLBOOK_MASTER_KEY_FILE'];
  const only = env['ROLLBOOK_STREAM_CONSUMER'] || undefined;
  if (only !== undefined && only !== 'publisher' && only !== 'projector')
    throw new Error(`ROLLBOOK_STREAM_CONSUMER must be publisher or projector, not "${only}".`);
  const signing = only === 'publisher' ? undefined : logSigning(env);
  const objects = only === 'publisher' ? undefined : readObjects(env);
  const signalPort = env['ROLLBOOK_WRITE_SIGNAL_PORT'] || undefined;
  if (signalPort !== undefined && !/^[1-9]\d{0,4}$/.test(signalPort))
    throw new Error(`ROLLBOOK_WRITE_SIGNAL_PORT must be a port, not "${signalPort}".`);
  const traces = readTraceSettings(env, 'rollbook-stream-processor');
  const chunks = env['ROLLBOOK_JOB_CHUNKS_PER_SECOND'] || undefined;
  if (chunks !== undefined && !(Number(chunks) > 0 && Number.isFinite(Number(chunks))))
    throw new Error(`ROLLBOOK_JOB_CHUNKS_PER_SECOND must be a number above 0, not "${chunks}".`);
  return {
    ...(only ? { only } : {}),
    table: env['ROLLBOOK_TABLE'] ?? 'rollbook',
    eventBus: env['ROLLBOOK_EVENT_BUS'] ?? 'rollbook',
    ...(kmsKeyId ? { kmsKeyId } : {}),
    ...(masterKeyFile ? { masterKeyFile } : {}),
    ...(signing && { signing }),
    ...(objects && { objects }),
    ...(chunks ? { jobChunksPerSecond: Number(chunks) } : {}),
    ...(dynamodbEndpoint ? { dynamodbEndpoint } : {}),
    ...(eventBridgeEndpoint ? { eventBridgeEndpoint } : {}),
    ...(signalPort ? { writeSignalPort: Number(signalPort) } : {}),
    ...(traces ? { traces } : {}),
  };
}

function readObjects(env: NodeJS.ProcessEnv): ObjectsSettings | undefined {
  const bucket = env['ROLLBOOK_LOG_BUCKET'] || undefined;
  if (bucket === undefined) return undefined;
  const endpoint = env['ROLLBOOK_LOG_BUCKET_ENDPOINT'] || undefined;
  const personalData = env['ROLLBOOK_LOG_BUCKET_PERSONAL_DATA'] || 'false';
  if (personalData !== 'true' && personalData !== 'false')
    throw new Error(`ROLLBOOK_LOG_BUCKET_PERSONAL_DATA must be true or false, not "${personalData}".`);
  const place = { bucket, ...(endpoint !== undefined && { endpoint }) };
  return { bucket: bucketOfS3(kmsClient({}).config, place), personalData: personalData === 'true' };
}
