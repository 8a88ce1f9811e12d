export type { ClientSettings } from './clients/client.js';
export { dynamoDBClient } from './clients/dynamodb.js';
export { dynamoDBStreamsClient } from './clients/dynamodb-streams.js';
export { eventBridgeClient } from './clients/eventbridge.js';
export { kmsClient } from './clients/kms.js';
export { sesClient } from './clients/ses.js';
export { stackOutputs } from './stack-outputs.js';
export { overUndici } from './undici-handler.js';
export { busFailure, explainAwsError, startFailure, type TablePlace } from './explain-aws-error.js';
