import type { Signing } from '#libs/directory';
import { logSigning } from '#libs/secrets';
import { readTraceSettings, type TraceSettings } from '#libs/program';

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
    ...(chunks ? { jobChunksPerSecond: Number(chunks) } : {}),
    ...(dynamodbEndpoint ? { dynamodbEndpoint } : {}),
    ...(eventBridgeEndpoint ? { eventBridgeEndpoint } : {}),
    ...(signalPort ? { writeSignalPort: Number(signalPort) } : {}),
    ...(traces ? { traces } : {}),
  };
}
