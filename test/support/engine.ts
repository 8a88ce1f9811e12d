import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { requestSigner } from '#libs/single-table';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * The endpoint of the engine this test run uses: the embedded one, or DynamoDB Local, which keeps one core busy with one
 * client: of it each worker of Jest has its own.
 */
export function engineEndpoint(): string {
  const { ROLLBOOK_TEST_ENDPOINTS: ofWorkers, JEST_WORKER_ID: worker = '1' } = process.env;
  const endpoint = ofWorkers?.split(',')[Number(worker) - 1] ?? process.env['ROLLBOOK_DYNAMODB_ENDPOINT'];
  if (!endpoint) throw new Error('Run the tests with `npm test`, which starts the engine.');
  return endpoint;
}

/**
 * A client of the run's engine, or of what stands before it, with the same levers as the API's. The caller destroys it.
 */
export function engineClient(endpoint = engineEndpoint()): DynamoDBClient {
  const signer = requestSigner(() => Promise.resolve(CREDENTIALS));
  return new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: CREDENTIALS,
    signer: () => Promise.resolve(signer),
    requestHandler: new UndiciHttpHandler({ dispatcher: { connections: 50, pipelining: 1 } }),
    // With the default one the SDK copies all it sends and receives, in order to log nothing.
    logger: {} as NonNullable<DynamoDBClientConfig['logger']>,
  });
}

/** A table name no other test uses. */
export function uniqueTableName(): string {
  return `test-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
}

/** True when the run is on Amazon's DynamoDB Local, whose capacity units of transactions differ from the service's. */
export function onDynamoDBLocal(): boolean {
  return process.env['ROLLBOOK_TEST_ENGINE'] === 'dynamodb-local';
}
