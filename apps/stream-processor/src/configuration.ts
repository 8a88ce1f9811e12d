/** What the stream processor is told by its environment. */
export interface Configuration {
  table: string;
  eventBus: string;
  region?: string;
  /** Absent: DynamoDB on AWS. */
  dynamodbEndpoint?: string;
  /** Absent: EventBridge on AWS. */
  eventBridgeEndpoint?: string;
}

/** Reads the environment. A local endpoint needs no region: any will do. */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const dynamodbEndpoint = env['ROLLBOOK_DYNAMODB_ENDPOINT'];
  const eventBridgeEndpoint = env['ROLLBOOK_EVENTBRIDGE_ENDPOINT'];
  const region = env['AWS_REGION'] ?? (dynamodbEndpoint ? 'us-east-1' : undefined);
  return {
    table: env['ROLLBOOK_TABLE'] ?? 'rollbook',
    eventBus: env['ROLLBOOK_EVENT_BUS'] ?? 'rollbook',
    ...(region ? { region } : {}),
    ...(dynamodbEndpoint ? { dynamodbEndpoint } : {}),
    ...(eventBridgeEndpoint ? { eventBridgeEndpoint } : {}),
  };
}
