import { mock } from 'node:test';
import { lambdaHandler } from './lambda-host.js';
import { sequenceNumberOf } from '#libs/dynamodb-streams';

const event = {
  Records: ['10', '11', '12', '13'].map((SequenceNumber) => ({
    eventName: 'MODIFY',
    dynamodb: { SequenceNumber, ApproximateCreationDateTime: 1_772_531_000, Keys: { PK: { S: 'a' } } },
  })),
};
const context = { getRemainingTimeInMillis: () => 10_000 };

test('a finished batch answers with no failures', async () => {
  const handler = lambdaHandler('rollbook', () => Promise.resolve({ unfinished: [] }));
  expect(await handler(event, context)).toEqual({ batchItemFailures: [] });
});

test('the answer names the first unfinished record, and only it', async () => {
  const handler = lambdaHandler('rollbook', ({ records }) =>
    Promise.resolve({
      unfinished: records.filter((record) => ['13', '12'].includes(sequenceNumberOf(record))),
    }),
  );
  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '12' }] });
});

test('a mapping with a tumbling window says which shard it is, and is given a state, which it fails without', async () => {
  let shard: string | undefined;
  const handler = lambdaHandler('rollbook', ({ shardId }) => {
    shard = shardId;
    return Promise.reject(new Error('no table'));
  });
  const answer = await handler({ ...event, shardId: 'shardId-1', window: {} }, context);
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '10' }], state: {} });
  expect(shard).toBe('shardId-1');
});

test('a handler that throws fails the batch from its first record', async () => {
  const handler = lambdaHandler('rollbook', () => Promise.reject(new Error('no table')));
  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '10' }] });
});

test('an error of AWS is one line of the log that says what to do', async () => {
  const lines: string[] = [];
  const write = mock.method(process.stderr, 'write', (line: string) => lines.push(line) > 0);
  const denied = Object.assign(new Error('You may not.'), { name: 'AccessDeniedException' });
  await lambdaHandler('rollbook', () => Promise.reject(denied))(event, context);
  write.mock.restore();
  expect(lines).toEqual([expect.stringContaining('Allow it in the policy of the role')]);
});

test('work is called off before the function runs out of time', async () => {
  const handler = lambdaHandler(
    'rollbook',
    ({ records, signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ unfinished: records }))),
  );
  const answer = await handler(event, { getRemainingTimeInMillis: () => 1_050 });
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: '10' }]);
});

test('records have the form the stream reader gives them: times are dates', async () => {
  let at: Date | undefined;
  await lambdaHandler('rollbook', ({ records }) => {
    at = records[0]?.dynamodb?.ApproximateCreationDateTime;
    return Promise.resolve({ unfinished: [] });
  })(event, context);
  expect(at?.toISOString()).toBe('2026-03-03T09:43:20.000Z');
});
