import { GetRecordsCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import fc from 'fast-check';
import { dynamoDBStreamsClient } from './clients/dynamodb-streams.js';

/** A client that is answered with this text, as bytes: what undici's handler gives, or as one that only the SDK reads. */
function answered(text: string, asBytes: boolean): DynamoDBStreamsClient {
  const client = dynamoDBStreamsClient({ endpoint: 'http://127.0.0.1:1' });
  const bytes = Buffer.from(text);
  const body = asBytes ? bytes : { transformToByteArray: () => Promise.resolve(new Uint8Array(bytes)) };
  const handle = () => Promise.resolve({ response: { statusCode: 200, headers: {}, body } });
  client.config.requestHandler = { handle } as never;
  client.config.streamCollector = () => Promise.resolve(new Uint8Array(bytes));
  return client;
}

async function recordsOf(client: DynamoDBStreamsClient) {
  const { $metadata: _, ...answer } = await client.send(new GetRecordsCommand({ ShardIterator: 'a' }));
  return answer;
}

const { value: attribute } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: fc.string({ unit: 'grapheme' }) }),
    fc.record({ N: fc.integer().map(String) }),
    fc.record({ BOOL: fc.boolean() }),
    fc.record({ NULL: fc.constant(true) }),
    fc.record({ SS: fc.array(fc.string(), { minLength: 1 }) }),
    fc.record({ B: fc.base64String() }),
    fc.record({ L: fc.array(tie('value')) }),
    fc.record({ M: fc.dictionary(fc.constantFrom('B', 'BS', 'name', '"B":'), tie('value')) }),
  ),
}));

/** The SDK itself loses an attribute of the name `__proto__`. */
const name = fc.string({ minLength: 1 }).filter((each) => each !== '__proto__');
const image = fc.dictionary(name, attribute);
const record = fc.record({
  eventID: fc.uuid(),
  eventName: fc.constantFrom('INSERT', 'MODIFY', 'REMOVE'),
  dynamodb: fc.record(
    {
      ApproximateCreationDateTime: fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      Keys: image,
      NewImage: image,
      OldImage: image,
      SequenceNumber: fc.integer({ min: 1 }).map(String),
    },
    { requiredKeys: ['Keys', 'SequenceNumber'] },
  ),
});

test('records are what the SDK makes of an answer, whatever is in their images', async () => {
  const run = fc.asyncProperty(fc.array(record), async (Records) => {
    const text = JSON.stringify({ Records, NextShardIterator: 'b' });
    expect(await recordsOf(answered(text, true))).toEqual(await recordsOf(answered(text, false)));
  });
  await fc.assert(run, { numRuns: 200 });
});
