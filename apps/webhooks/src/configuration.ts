export interface Configuration {
  table: string;
  eventBus: string;
  /** The key that wraps the keys of secrets: in KMS, or, for development, in a file. */
  kmsKeyId?: string;
  masterKeyFile?: string;
  /** Absent: DynamoDB on AWS. */
  dynamodbEndpoint?: string;
  /** Absent: EventBridge on AWS. */
  eventBridgeEndpoint?: string;
  /** Where the bus delivers to, on this machine; 0 picks a free port. */
  port: number;
  /** Development only: endpoints may be http, and on this machine and its networks. */
  allowLocal: boolean;
  /** The UDP port on which an API on this machine signals a requested delivery. */
  signalPort?: number;
}

/** @throws Error for a switch of development in production */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const dynamodbEndpoint = env['ROLLBOOK_DYNAMODB_ENDPOINT'];
  const eventBridgeEndpoint = env['ROLLBOOK_EVENTBRIDGE_ENDPOINT'];
  const kmsKeyId = env['ROLLBOOK_ERASURE_KEY_ARN'];
  const masterKeyFile = env['ROLLBOOK_MASTER_KEY_FILE'];
  const allowLocal = env['ROLLBOOK_WEBHOOKS_ALLOW_LOCAL'] === 'true';
  if (allowLocal && env['NODE_ENV'] === 'production')
    throw new Error('ROLLBOOK_WEBHOOKS_ALLOW_LOCAL must not be true in production.');
  const signalPort = env['ROLLBOOK_WEBHOOKS_SIGNAL_PORT'] || undefined;
  if (signalPort !== undefined && !/^[1-9]\d{0,4}$/.test(signalPort))
    throw new Error(`ROLLBOOK_WEBHOOKS_SIGNAL_PORT must be a port, not "${signalPort}".`);
  return {
    table: env['ROLLBOOK_TABLE'] ?? 'rollbook',
    eventBus: env['ROLLBOOK_EVENT_BUS'] ?? 'rollbook',
    port: Number(env['ROLLBOOK_WEBHOOKS_PORT'] ?? 0),
    allowLocal,
    ...(signalPort ? { signalPort: Number(signalPort) } : {}),
    ...(kmsKeyId ? { kmsKeyId } : {}),
    ...(masterKeyFile ? { masterKeyFile } : {}),
    ...(dynamodbEndpoint ? { dynamodbEndpoint } : {}),
    ...(eventBridgeEndpoint ? { eventBridgeEndpoint } : {}),
  };
}
