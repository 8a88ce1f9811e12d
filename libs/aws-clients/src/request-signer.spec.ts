import { createHash, createHmac } from 'node:crypto';
import { mock } from 'node:test';
import { PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import type { ClientSettings } from './clients/client.js';
import { dynamoDBStreamsClient } from './clients/dynamodb-streams.js';
import { dynamoDBClient } from './clients/dynamodb.js';
import { eventBridgeClient } from './clients/eventbridge.js';
import { requestSigner } from './request-signer.js';

class Sha256 {
  private readonly hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string);
  }
  update(data: string | Uint8Array) {
    this.hash.update(data);
  }
  digest() {
    return Promise.resolve(new Uint8Array(this.hash.digest()));
  }
}

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

const request = (body: string, note = 'a note') => ({
  method: 'POST',
  protocol: 'https:',
  hostname: 'dynamodb.eu-central-1.amazonaws.com',
  path: '/',
  query: {},
  headers: {
    host: 'dynamodb.eu-central-1.amazonaws.com',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
    'X-Amz-Note': note,
  } as Record<string, string>,
  body,
});

/** What the SDK's own signer signs the same request with. */
async function signedByTheSdk(keys: Keys, body: string, region: string, signingDate: Date, note?: string) {
  const signer = new SignatureV4({
    service: 'dynamodb',
    region,
    credentials: keys,
    sha256: Sha256,
    applyChecksum: false,
  });
  return (await signer.sign(request(body, note), { signingDate })).headers;
}

function signerOf(keys: () => Keys, region = 'us-east-1') {
  return requestSigner({
    service: 'dynamodb',
    credentials: () => Promise.resolve(keys()),
    region: () => Promise.resolve(region),
  });
}

const keys = fc.record({
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{20}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{1,50}$/), { nil: undefined }),
});
/** Of every partition: https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
const REGIONS = [
  'eu-central-1',
  'us-east-1',
  'cn-north-1',
  'us-gov-west-1',
  'us-iso-east-1',
  'eusc-de-east-1',
];
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

test('signs as the SDK does, whatever credentials, region and moment follow on each other', async () => {
  const step = fc.record({
    keys,
    body: fc.string({ unit: 'grapheme' }),
    note: fc.stringMatching(/^[ \ta-z]{0,8}$/),
    region: fc.constantFrom(...REGIONS),
    signingDate: moment,
  });
  const run = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
    let current: Keys;
    const signer = signerOf(() => current);
    for (const { keys: given, body, note, region, signingDate } of steps) {
      current = given;
      const { headers } = await signer.sign(request(body, note), { signingDate, signingRegion: region });
      expect(headers).toEqual(await signedByTheSdk(given, body, region, signingDate, note));
    }
  });
  await fc.assert(run, { numRuns: 60 });
});

const at = (time: string) => new Date(time);
const some: Keys = {
  accessKeyId: 'AKIDEXAMPLE000000000',
  secretAccessKey: 'secret',
  sessionToken: undefined,
};

test('uses the key of the new day after midnight, and that of the day before when the clock is set back', async () => {
  const signer = signerOf(() => some);
  for (const signingDate of [
    at('2026-03-03T23:59:59.999Z'),
    at('2026-03-04T00:00:00Z'),
    at('2026-03-03T23:59:58Z'),
  ]) {
    const { headers } = await signer.sign(request('{}'), { signingDate, signingRegion: 'us-east-1' });
    expect(headers).toEqual(await signedByTheSdk(some, '{}', 'us-east-1', signingDate));
  }
});

test('uses rotated credentials for the next request, also when only the secret has changed', async () => {
  let current = some;
  const signer = signerOf(() => current);
  const signingDate = at('2026-03-03T12:00:00Z');
  for (const secretAccessKey of ['secret', 'another', 'secret']) {
    current = { ...some, secretAccessKey, sessionToken: secretAccessKey };
    const { headers } = await signer.sign(request('{}'), { signingDate, signingRegion: 'us-east-1' });
    expect(headers).toEqual(await signedByTheSdk(current, '{}', 'us-east-1', signingDate));
  }
});

test('refuses what is not a request of DynamoDB', async () => {
  const signer = signerOf(() => some);
  const elsewhere = { ...request('{}'), path: '/bucket' };
  await expect(signer.sign(elsewhere, { signingRegion: 'us-east-1' })).rejects.toThrow('DynamoDB');
});

const KEYS_OF_ENVIRONMENT = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE000000000', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('The client of a table', () => {
  const before = { ...process.env };
  beforeEach(() => mock.timers.enable({ apis: ['Date'] }));
  afterEach(() => {
    mock.timers.reset();
    process.env = { ...before };
  });

  type AnyClient = DynamoDBClient | DynamoDBStreamsClient | EventBridgeClient;
  interface Sent {
    hostname: string;
    headers: Record<string, string>;
    body: unknown;
  }

  /** The request as it would go out, or why there is none. */
  async function sentBy(client: DynamoDBClient, clockOffset: number, note: string): Promise<Sent | string> {
    return sentWhen(client, clockOffset, () =>
      client.send(new PutItemCommand({ TableName: 'table', Item: { note: { S: note } } })),
    );
  }

  async function sentWhen(
    client: AnyClient,
    clockOffset: number,
    call: () => Promise<unknown>,
  ): Promise<Sent | string> {
    const sent: Sent[] = [];
    const handle = (request: Sent) => {
      sent.push(request);
      return Promise.resolve({ response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } });
    };
    client.config.requestHandler = { handle } as never;
    client.config.systemClockOffset = clockOffset;
    try {
      await call();
    } catch (error) {
      return String(error);
    } finally {
      client.destroy();
    }
    const [{ hostname, headers, body }] = sent as [Sent];
    delete headers['amz-sdk-invocation-id'];
    return { hostname, headers, body };
  }

  /** The SDK's own choice of everything, but that it signs the headers we sign: it would sign statistics of its own too. */
  function signingTheSameHeaders<C extends AnyClient>(client: C): C {
    const { signer } = client.config;
    const unsignableHeaders = new Set(['amz-sdk-invocation-id', 'amz-sdk-request', 'content-length']);
    client.config.signer = async (scheme) => {
      const own = await signer(scheme);
      // The event bus's signer signs for several regions by one like the others' inside of it.
      const { sigv4Signer = own } = own as { sigv4Signer?: object };
      Object.assign(sigv4Signer, { applyChecksum: false });
      return {
        sign: (request: never, options: object) => own.sign(request, { ...options, unsignableHeaders }),
      };
    };
    return client;
  }

  const identity = fc.record(
    {
      AWS_REGION: fc.constantFrom(...REGIONS),
      AWS_SESSION_TOKEN: fc.stringMatching(/^[A-Za-z0-9/+=]{1,50}$/),
      AWS_ACCOUNT_ID: fc.stringMatching(/^\d{12}$/),
    },
    { requiredKeys: ['AWS_REGION'] },
  );
  const address = fc.constantFrom<Record<string, string>>(
    {},
    { AWS_ENDPOINT_URL: 'http://127.0.0.1:5000' },
    { AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.internal.example:8443' },
    { AWS_USE_DUALSTACK_ENDPOINT: 'true' },
    { AWS_USE_FIPS_ENDPOINT: 'true' },
    { AWS_USE_FIPS_ENDPOINT: 'true', AWS_USE_DUALSTACK_ENDPOINT: 'true' },
    { AWS_USE_FIPS_ENDPOINT: 'true', AWS_ENDPOINT_URL: 'http://127.0.0.1:5000' },
  );

  it("signs as the SDK does by itself, with nothing but the SDK's own settings", async () => {
    const anything = fc.record({
      identity,
      address,
      keys,
      now: moment,
      clockOffset: fc.integer({ min: -86_400_000, max: 86_400_000 }),
      note: fc.string({ unit: 'grapheme' }),
    });
    let signed = 0;
    const run = fc.asyncProperty(anything, async ({ identity: given, address: at, keys: own, ...call }) => {
      process.env = {
        PATH: before['PATH'],
        HOME: '/nonexistent',
        AWS_ACCESS_KEY_ID: own.accessKeyId,
        AWS_SECRET_ACCESS_KEY: own.secretAccessKey,
        ...given,
        ...at,
      };
      mock.timers.setTime(call.now.getTime());
      const bySdk = await sentBy(signingTheSameHeaders(dynamoDBClient()), call.clockOffset, call.note);
      const byUs = await sentBy(dynamoDBClient({ keepSigningKey: true }), call.clockOffset, call.note);
      expect(byUs).toEqual(bySdk);
      if (typeof byUs === 'string') return;
      const scope = `/${given.AWS_REGION}/dynamodb/aws4_request,`;
      expect(byUs.headers['authorization']).toContain(scope);
      signed += 1;
    });
    await fc.assert(run, { numRuns: 150 });
    // The others are settings the SDK refuses: FIPS with an endpoint, or where a partition has none.
    expect(signed).toBeGreaterThan(50);
  });

  it('signs for the streams and for the event bus by the name of each service', async () => {
    process.env = { ...before, AWS_REGION: 'eu-central-1', ...KEYS_OF_ENVIRONMENT };
    const streams = (settings?: ClientSettings) => {
      const client = dynamoDBStreamsClient(settings);
      return { client, call: () => client.send(new ListStreamsCommand()) };
    };
    const events = (settings?: ClientSettings) => {
      const client = eventBridgeClient(settings);
      return { client, call: () => client.send(new PutEventsCommand({ Entries: [] })) };
    };
    for (const [service, made] of [
      ['dynamodb', streams],
      ['events', events],
    ] as const) {
      const [sdk, ours] = [made(), made({ keepSigningKey: true })];
      const bySdk = await sentWhen(signingTheSameHeaders(sdk.client), 0, sdk.call);
      const byUs = (await sentWhen(ours.client, 0, ours.call)) as Sent;
      expect(byUs).toEqual(bySdk);
      expect(byUs.headers['authorization']).toContain(`/eu-central-1/${service}/aws4_request,`);
    }
  });
});
