import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
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

const keys = fc.record({
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{20}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{1,50}$/), { nil: undefined }),
});
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

test('signs as the SDK does, whatever credentials, region and moment follow on each other', async () => {
  const step = fc.record({
    keys,
    body: fc.string({ unit: 'grapheme' }),
    note: fc.stringMatching(/^[ \ta-z]{0,8}$/),
    region: fc.constantFrom('eu-central-1', 'us-east-1'),
    signingDate: moment,
  });
  const run = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
    let current: Keys;
    const signer = requestSigner(() => Promise.resolve(current));
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
  const signer = requestSigner(() => Promise.resolve(some));
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
  const signer = requestSigner(() => Promise.resolve(current));
  const signingDate = at('2026-03-03T12:00:00Z');
  for (const secretAccessKey of ['secret', 'another', 'secret']) {
    current = { ...some, secretAccessKey, sessionToken: secretAccessKey };
    const { headers } = await signer.sign(request('{}'), { signingDate, signingRegion: 'us-east-1' });
    expect(headers).toEqual(await signedByTheSdk(current, '{}', 'us-east-1', signingDate));
  }
});

test('refuses what is not a request of DynamoDB', async () => {
  const signer = requestSigner(() => Promise.resolve(some));
  const elsewhere = { ...request('{}'), path: '/bucket' };
  await expect(signer.sign(elsewhere, { signingRegion: 'us-east-1' })).rejects.toThrow('DynamoDB');
});
