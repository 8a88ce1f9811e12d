export { busFailure, explainAwsError, startFailure, type TablePlace } from './explain-aws-error.js';
export {
  dynamoDBClient,
  dynamoDBStreamsClient,
  eventBridgeClient,
  kmsClient,
  sesClient,
  type ClientSettings,
  type DynamoDBSettings,
} from './clients.js';
