import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { createSend, GetItem, Query, type Send } from './transport.js';

interface Sent {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  headers: Record<string, string>;
}
interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: object;
}
interface Origin {
  region: string;
  accessKeyId: string;
  accountId?: string | undefined;
}

const OK: Answer = { statusCode: 200, headers: {}, body: {} };

/** A client whose requests are kept instead of being sent, and whose region and credentials are what `origin` says. */
function clientOf(
  origin: () => Origin,
  settings: DynamoDBClientConfig = {},
  answers: (sent: Sent[]) => Answer = () => OK,
): { client: DynamoDBClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const handle = (request: Sent) => {
    sent.push({ ...request, headers: { ...request.headers } });
    const { body, ...response } = answers(sent);
    const bytes = Buffer.from(JSON.stringify(body));
    return Promise.resolve({ response: { ...response, body: bytes } });
  };
  const client = new DynamoDBClient({
    ...settings,
    region: () => Promise.resolve(origin().region),
    credentials: () => {
      const { accessKeyId, accountId } = origin();
      // About to expire, so that the SDK asks for them again with each call.
      const expiration = new Date(Date.now() + 1_000);
      return Promise.resolve({
        accessKeyId,
        secretAccessKey: 'secret',
        expiration,
        ...(accountId && { accountId }),
      });
    },
    requestHandler: { handle } as never,
  });
  return { client, sent };
}

/** Where a request went and how it was signed, without what differs from one request to the next. */
function addressOf({ protocol, hostname, port, path, headers }: Sent) {
  const { authorization = '', 'x-amz-date': _date, 'amz-sdk-invocation-id': _id, ...others } = headers;
  const [signed] = authorization.split(', Signature=');
  return { protocol, hostname, port, path, signed, others };
}

const call = (send: Send, name: 'get' | 'query') =>
  name === 'get'
    ? send(GetItem, { TableName: 'table', Key: { PK: { S: 'a' } } })
    : send(Query, { TableName: 'table' });

test('sends each call where the SDK does, whatever regions, accounts and credentials follow on each other', async () => {
  const step = fc.record({
    api: fc.constantFrom('get' as const, 'query' as const),
    region: fc.constantFrom('eu-central-1', 'us-east-1', 'cn-north-1'),
    accessKeyId: fc.constantFrom('AKIDONE', 'AKIDTWO'),
    accountId: fc.constantFrom(undefined, '111111111111', '222222222222'),
  });
  const settings = fc.constantFrom<DynamoDBClientConfig>(
    {},
    { endpoint: 'http://127.0.0.1:4000' },
    { accountIdEndpointMode: 'disabled' },
    { useFipsEndpoint: true },
  );
  const run = fc.asyncProperty(
    settings,
    fc.array(step, { minLength: 2, maxLength: 8 }),
    async (options, steps) => {
      let origin: Origin = steps[0]!;
      const kept = clientOf(() => origin, options);
      const fresh = clientOf(() => origin, options);
      const [send, sendFresh] = [createSend(kept.client), createSend(fresh.client, { freshEndpoints: true })];
      for (const each of steps) {
        origin = each;
        await call(send, each.api);
        await call(sendFresh, each.api);
      }
      expect(kept.sent.map(addressOf)).toEqual(fresh.sent.map(addressOf));
    },
  );
  await fc.assert(run, { numRuns: 60 });
});

test('works out the endpoint once for a region and account, not with each call', async () => {
  let origin: Origin = { region: 'eu-central-1', accessKeyId: 'AKIDONE', accountId: '111111111111' };
  const { client, sent } = clientOf(() => origin);
  const { endpointProvider } = client.config;
  let resolved = 0;
  client.config.endpointProvider = (...given) => {
    resolved += 1;
    return endpointProvider(...given);
  };
  const send = createSend(client);
  for (let n = 0; n < 5; n += 1) await call(send, 'get');
  expect(resolved).toBe(1);
  origin = { ...origin, accessKeyId: 'AKIDTWO' };
  await call(send, 'get');
  expect(resolved).toBe(1);
  expect(sent.at(-1)?.headers['authorization']).toContain('Credential=AKIDTWO/');
  origin = { ...origin, accountId: '222222222222' };
  await call(send, 'get');
  expect(resolved).toBe(2);
  expect(sent.at(-1)?.hostname).toBe('222222222222.ddb.eu-central-1.amazonaws.com');
});

test('a clock that is found to be wrong is put right for the next attempt, also with an endpoint that was kept', async () => {
  const hourAhead = () => new Date(Date.now() + 3_600_000);
  const skewed: Answer = {
    statusCode: 400,
    headers: { date: hourAhead().toUTCString() },
    body: { __type: 'com.amazon.coral.service#RequestTimeTooSkewed', message: 'too late' },
  };
  const origin = { region: 'eu-central-1', accessKeyId: 'AKIDONE' };
  const { client, sent } = clientOf(
    () => origin,
    {},
    (all) => (all.length === 3 ? skewed : OK),
  );
  const send = createSend(client);
  for (let n = 0; n < 3; n += 1) await call(send, 'get');
  const hours = sent.map(({ headers }) => headers['x-amz-date']?.slice(0, 11));
  const hourOf = (moment: Date) => moment.toISOString().replace(/[-:]/g, '').slice(0, 11);
  expect(sent).toHaveLength(4);
  expect(hours[2]).not.toBe(hours[3]);
  expect(hours[3]).toBe(hourOf(hourAhead()));
});

test('credentials that cannot be had fail the call, and the next one asks again', async () => {
  let there = true;
  const origin = () => {
    if (there) return { region: 'eu-central-1', accessKeyId: 'AKIDONE' };
    throw new Error('No credentials today.');
  };
  const { client } = clientOf(origin);
  const send = createSend(client);
  await call(send, 'get');
  there = false;
  await expect(call(send, 'get')).rejects.toThrow('No credentials today.');
  there = true;
  await expect(call(send, 'get')).resolves.toMatchObject({ retries: 0 });
});
