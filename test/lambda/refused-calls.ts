import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFunction } from '../support/streams/lambda-function.js';

let aws: Server;
let endpoint: string;
let refusal = { code: '', message: '' };
let refused = 0;

const SETTINGS = {
  AWS_ACCESS_KEY_ID: 'ASIA',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  ROLLBOOK_TABLE: 'rollbook',
  ROLLBOOK_CURSOR_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
  ROLLBOOK_ERASURE_KEY_ARN: 'arn:aws:kms:us-east-1:1:key/1',
  ROLLBOOK_ACCEPT_URL: 'https://app.acme.example/accept',
  ROLLBOOK_MAIL_FROM: 'hello@acme.example',
};
const EVENT = {
  source: 'rollbook',
  'detail-type': 'user.invited',
  detail: {
    id: 'user_00000000000000000000000001.1',
    type: 'user.invited',
    accountid: 'acct_00000000000000000000000001',
    time: '2026-01-01T00:00:00.000Z',
    data: { name: 'Ada', email: 'ada@acme.example' },
  },
};

/** The first line of the error with which a function ends. */
async function lineOf(name: 'mailer' | 'webhooks', environment: NodeJS.ProcessEnv = {}) {
  const place = { AWS_ENDPOINT_URL: endpoint, ...SETTINGS, ...environment };
  const program = await startFunction<typeof EVENT, void>(name, place);
  try {
    return await program.invoke(EVENT).then(
      () => 'nothing',
      (error: Error) => error.message.split('\n')[0],
    );
  } finally {
    await program.stop();
  }
}

const DENIED = 'User `arn:aws:sts::1:assumed-role/x` is not authorized to perform this action.';

/** What stands in the log of a function that AWS refuses: one line that says what to do. Then the function gives up. */
export function describeRefusedCalls(): void {
  beforeAll(async () => {
    aws = createServer((request, response) => {
      refused += 1;
      request.resume().on('end', () => {
        const { code, message } = refusal;
        response.writeHead(400, { 'content-type': 'application/json', 'x-amzn-errortype': code });
        response.end(JSON.stringify({ __type: code, message }));
      });
    }).listen(0, '127.0.0.1');
    await once(aws, 'listening');
    endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    aws.closeAllConnections();
    aws.close();
  });

  describe.each(['mailer', 'webhooks'] as const)('%s says in one line', (name) => {
    test.each([
      ['that its credentials have expired', 'ExpiredTokenException', 'The token has expired', 'have expired'],
      ['that its credentials are not known', 'UnrecognizedClientException', 'Invalid.', 'does not recognise'],
      ['that its signature is refused', 'InvalidSignatureException', 'Not for this region.', 'AWS_REGION'],
      ['what is denied', 'AccessDeniedException', DENIED, `${DENIED} Allow it in the policy of the role`],
    ])('%s', async (_, code, message, part) => {
      refusal = { code, message };
      refused = 0;
      expect(await lineOf(name)).toContain(part);
      // Nothing retries what lasts.
      expect(refused).toBe(1);
    });

    test('that nobody answers', async () => {
      const line = await lineOf(name, { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
      expect(line).toContain('http://127.0.0.1:1 (AWS_ENDPOINT_URL) does not answer');
    });
  });

  test('the webhooks say that there is no such table', async () => {
    refusal = { code: 'ResourceNotFoundException', message: 'Requested resource not found' };
    expect(await lineOf('webhooks')).toContain('no table "rollbook" in us-east-1');
  });

  test('the mailer says which address may not send', async () => {
    const message = 'Email address is not verified: hello@acme.example, in region US-EAST-1.';
    refusal = { code: 'MessageRejected', message };
    expect(await lineOf('mailer')).toContain(message);
  });
}
