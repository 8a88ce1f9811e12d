import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  connect,
  declareEntity,
  defineTable,
  getItem,
  putItem,
  string,
  type Connection,
} from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK' });
const note = declareEntity(definition, {
  name: 'note',
  key: { PK: 'note:{id}' },
  attributes: { id: string(), text: string() },
});
const item = { id: 'ä/1', text: 'Grüße, 世界' };
const IDENTITY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };
const MADE = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];
const HOUR_MS = 3_600_000;

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}
interface Signer {
  sign(request: Sent, options: object): Promise<Sent>;
}

/** A client whose server only notes the requests. It refuses those with the given numbers, from the first on with its time. */
function connected(settings: DynamoDBClientConfig = {}, refusals: Readonly<Record<number, string>> = {}) {
  const requests: Sent[] = [];
  let headers = {};
  const handle = (request: Sent) => {
    const refusal = refusals[requests.length];
    requests.push({ ...request, headers: { ...request.headers } });
    if (refusal) headers = { date: new Date(Date.now() + HOUR_MS).toUTCString() };
    const body = Buffer.from(JSON.stringify(refusal ? { __type: `com.amazon#${refusal}` } : {}));
    return Promise.resolve({ response: { statusCode: refusal ? 400 : 200, headers, body } });
  };
  const client = new DynamoDBClient({
    region: 'eu-central-1',
    credentials: IDENTITY,
    requestHandler: { handle, destroy: () => undefined } as never,
    ...settings,
  });
  const table = connect(definition, { client, tableName: 'notes', cursorSecret: 'x'.repeat(32) });
  return { client, requests, table };
}

/** Counts what the SDK's own signer is asked for. */
function countingSigner(change = (signed: Sent) => signed) {
  const counted = { count: 0 };
  const { config } = new DynamoDBClient({ region: 'eu-central-1', credentials: IDENTITY });
  const signer = async () => {
    const own = await (config.signer as unknown as () => Promise<Signer>)();
    return {
      sign: async (request: Sent, options: object) => {
        counted.count += 1;
        return change(await own.sign(request, options));
      },
    };
  };
  return { signer: signer as unknown as NonNullable<DynamoDBClientConfig['signer']>, counted };
}

const timeOf = (headers: Sent['headers']) =>
  new Date(headers['x-amz-date']!.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));

/** The same request, signed by the SDK at the same time. */
async function signedBySdk({ headers, ...request }: Sent, identity: object = IDENTITY): Promise<string> {
  const { config } = new DynamoDBClient({ region: 'eu-central-1', credentials: identity as typeof IDENTITY });
  const unsigned = Object.fromEntries(Object.entries(headers).filter(([name]) => !MADE.includes(name)));
  const signer = await (config.signer as unknown as () => Promise<Signer>)();
  const signed = await signer.sign(
    { ...request, headers: unsigned },
    { signingDate: timeOf(headers), signingService: 'dynamodb' },
  );
  return signed.headers['authorization']!;
}

async function putAndGet(table: Connection, times = 3): Promise<void> {
  for (let time = 0; time < times; time++) {
    await putItem(table, note, item);
    await getItem(table, note, item);
  }
}

test('each request has the signature the SDK gives it, which is asked once for each kind of call', async () => {
  const { signer, counted } = countingSigner();
  const { table, requests } = connected({ signer });
  await putAndGet(table);
  await Promise.all(Array.from({ length: 20 }, () => putAndGet(table, 1)));
  expect(counted.count).toBe(2);
  expect(requests).toHaveLength(46);
  for (const request of requests) expect(request.headers['authorization']).toBe(await signedBySdk(request));
});

test('a signer that signs in another way signs every request', async () => {
  const { signer, counted } = countingSigner(({ headers, ...signed }) => ({
    ...signed,
    headers: { ...headers, authorization: `${headers['authorization']}, Own=1` },
  }));
  const { table, requests } = connected({ signer });
  await putAndGet(table);
  expect(counted.count).toBe(requests.length);
  for (const { headers } of requests) expect(headers['authorization']).toMatch(/, Own=1$/);
});

test('headers that only some requests have are signed too', async () => {
  const { signer, counted } = countingSigner();
  const { client, requests, table } = connected({ signer });
  const own = [['x-amz-one'], ['x-amz-two'], [], ['x-amzn-trace-id'], ['x-amz-one', 'x-amz-two']];
  let number = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      for (const name of own[number++ % own.length]!) (args.request as Sent).headers[name] = 'value';
      return next(args);
    },
    { step: 'build', name: 'own' },
  );
  for (let time = 0; time < 15; time++) await putItem(table, note, item);
  expect(requests.filter(({ headers }) => headers['x-amz-one'] && headers['x-amz-two'])).toHaveLength(3);
  for (const request of requests) expect(request.headers['authorization']).toBe(await signedBySdk(request));
  expect(counted.count).toBe(own.length);
});

test('spaces in a header are signed as the SDK signs them', async () => {
  const { client, requests, table } = connected();
  const values = ['one', 'one two', 'one  two', ' one', 'one ', 'one\ttwo'];
  client.middlewareStack.add(
    (next) => (args) => {
      (args.request as Sent).headers['x-amz-own'] = values[requests.length]!;
      return next(args);
    },
    { step: 'build', name: 'own' },
  );
  for (const _ of values) await putItem(table, note, item);
  for (const request of requests) expect(request.headers['authorization']).toBe(await signedBySdk(request));
});

test('credentials that change are signed with from then on, with a token and without', async () => {
  const others = { accessKeyId: 'AKIDOTHER', secretAccessKey: 'other', expiration: new Date(0) };
  let current: typeof IDENTITY | typeof others = { ...IDENTITY, expiration: new Date(0) };
  const { requests, table } = connected({ credentials: () => Promise.resolve(current) });
  await putAndGet(table);
  current = others;
  await putAndGet(table);
  for (const [at, request] of requests.entries()) {
    const identity = at < 6 ? IDENTITY : others;
    expect(request.headers['authorization']).toContain(`Credential=${identity.accessKeyId}/`);
    expect('x-amz-security-token' in request.headers).toBe(at < 6);
    expect(request.headers['authorization']).toBe(await signedBySdk(request, identity));
  }
});

test('a request refused for its time is sent again with the time of the server', async () => {
  const { requests, table } = connected({}, { 2: 'InvalidSignatureException' });
  for (let time = 0; time < 4; time++) await putItem(table, note, item);
  const times = requests.map(({ headers }) => timeOf(headers).getTime());
  expect(times.map((time) => Math.round((time - times[0]!) / HOUR_MS))).toEqual([0, 0, 0, 1, 1]);
  for (const request of requests) expect(request.headers['authorization']).toBe(await signedBySdk(request));
});
