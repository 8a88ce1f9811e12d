import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDBClient, overUndici } from '#libs/aws-clients';

/**
 * The endpoint of this test run's engine: the embedded one, or DynamoDB Local, which keeps one core busy with one client:
 * each worker of Jest has its own.
 */
export function engineEndpoint(): string {
  const { ROLLBOOK_TEST_ENDPOINTS: ofWorkers, JEST_WORKER_ID: worker = '1' } = process.env;
  const endpoint = ofWorkers?.split(',')[Number(worker) - 1] ?? process.env['ROLLBOOK_DYNAMODB_ENDPOINT'];
  if (!endpoint) throw new Error('Run the tests with `npm test`, which starts the engine.');
  return endpoint;
}

/** The engine behind the weak table, for what divides its one shard by itself. */
export function engineBehind(): string {
  return process.env['ROLLBOOK_TEST_ENGINE_BEHIND'] ?? engineEndpoint();
}

/** A client of the run's engine, or of a proxy in front of it, that sends like the API's. The caller destroys it. */
export function engineClient(endpoint = engineEndpoint(), maxAttempts?: number): DynamoDBClient {
  return dynamoDBClient({ endpoint, maxAttempts, handler: overUndici(50), keepSigningKey: true });
}

/** True if the run uses a table as weak as the service's: see weak-table. */
export function onWeakTable(): boolean {
  return process.env['ROLLBOOK_TEST_ENGINE'] === 'weak';
}

/** For tests of how many calls something takes: the weak table lets some be repeated. */
export function testOfCalls(): typeof test {
  if (!onWeakTable()) return test;
  process.stderr.write('Skipped: how many calls something takes, as the weak table lets some be repeated.\n');
  return test.skip;
}

/**
 * Waits until the indexes show everything written so far: returns at once if they are never late. For operations documented
 * as eventually consistent.
 */
export async function indexesSettled(endpoint = engineEndpoint()): Promise<void> {
  if (!onWeakTable()) return;
  const { ok } = await fetch(endpoint, { method: 'POST', headers: { 'x-amz-target': 'WeakTable.Settle' } });
  if (!ok) throw new Error('There is no weak table at the endpoint of this run.');
}

/** A table name no other test uses. */
export function uniqueTableName(): string {
  return `test-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
}

/** True if the run uses Amazon's DynamoDB Local, whose capacity units of transactions differ from the service's. */
export function onDynamoDBLocal(): boolean {
  return process.env['ROLLBOOK_TEST_ENGINE'] === 'dynamodb-local';
}
