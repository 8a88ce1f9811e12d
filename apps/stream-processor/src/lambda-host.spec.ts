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
  const handler = lambdaHandler(() => Promise.resolve({ unfinished: [] }));
  expect(await handler(event, context)).toEqual({ batchItemFailures: [] });
});

test('the answer names the first unfinished record, and only it', async () => {
  const handler = lambdaHandler(({ records }) =>
    Promise.resolve({
      unfinished: records.filter((record) => ['13', '12'].includes(sequenceNumberOf(record))),
    }),
  );
  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '12' }] });
});

test('a handler that throws fails the batch from its first record', async () => {
  const handler = lambdaHandler(() => Promise.reject(new Error('no table')));
  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '10' }] });
});

test('work is called off before the function runs out of time', async () => {
  const handler = lambdaHandler(
    ({ records, signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ unfinished: records }))),
  );
  const answer = await handler(event, { getRemainingTimeInMillis: () => 1_050 });
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: '10' }]);
});

test('records have the form the stream reader gives them: times are dates', async () => {
  let at: Date | undefined;
  await lambdaHandler(({ records }) => {
    at = records[0]?.dynamodb?.ApproximateCreationDateTime;
    return Promise.resolve({ unfinished: [] });
  })(event, context);
  expect(at?.toISOString()).toBe('2026-03-03T09:43:20.000Z');
});
