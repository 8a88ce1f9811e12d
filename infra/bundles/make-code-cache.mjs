// Creates the V8 code cache of a bundle after it has answered a few events, so that it contains the functions that a start
// needs. Arguments: the function's name, its folder.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [name, folder] = process.argv.slice(2);

// Stands in for every service: an answer of DynamoDB that finds nothing, and one of EventBridge that accepts one event.
const service = createServer((request, response) => {
  request.resume();
  const put = String(request.headers['x-amz-target']).endsWith('PutEvents');
  const answer = put ? { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] } : { Responses: {} };
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const endpoint = `http://127.0.0.1:${service.address().port}`;
// A key is either in KMS or in a file, and the build machine may have one.
delete process.env.ROLLBOOK_MASTER_KEY_FILE;
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  ROLLBOOK_DYNAMODB_ENDPOINT: endpoint,
  ROLLBOOK_EVENTBRIDGE_ENDPOINT: endpoint,
  ROLLBOOK_CURSOR_SECRET: 'nothing is signed while a code cache is made',
  ROLLBOOK_JWT_ISSUER: 'none',
  ROLLBOOK_JWKS_URL: 'file:///dev/null',
  ROLLBOOK_ERASURE_KEY_ARN: 'none',
  ROLLBOOK_LOG_LEVEL: 'silent',
  ROLLBOOK_ACCEPT_URL: 'https://none.invalid/accept',
  ROLLBOOK_MAIL_FROM: 'none@none.invalid',
  AWS_ENDPOINT_URL_SESV2: endpoint,
});

const request = (method, rawPath, headers = {}, body = undefined) => ({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers: { host: 'api', ...headers },
  requestContext: { http: { method, sourceIp: '127.0.0.1' } },
  isBase64Encoded: false,
  ...(body && { body }),
});
const head = (status) => ({
  entity: { S: 'user' },
  version: { N: '1' },
  accountId: { S: 'acct_1' },
  userId: { S: 'user_1' },
  name: { S: status },
  status: { S: 'active' },
  lastEvents: {
    L: [
      {
        M: Object.fromEntries([
          ...Object.entries({
            eventId: 'user_1.1',
            type: 'user.profile_changed',
            accountId: 'acct_1',
            aggregateId: 'user_1',
            at: '2026-01-01T00:00:00.000Z',
            actor: 'operator:none',
            correlationId: 'none',
            causationId: 'none',
          }).map(([key, value]) => [key, { S: value }]),
          ['schemaVersion', { N: '1' }],
          ['version', { N: '1' }],
          ['data', { M: { userId: { S: 'user_1' } } }],
        ]),
      },
    ],
  },
});
const record = {
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: '1', NewImage: head('new'), OldImage: { ...head('old'), version: { N: '0' } } },
};
const published = (type) => ({
  source: 'rollbook',
  'detail-type': type,
  detail: {
    id: 'user_00000000000000000000000001.1',
    type,
    accountid: 'acct_00000000000000000000000001',
    time: '2026-01-01T00:00:00.000Z',
    data: { name: 'None', email: 'none@none.invalid' },
  },
});
const context = { getRemainingTimeInMillis: () => 10_000 };
const events = {
  api: [
    request('GET', '/health/live'),
    request('GET', '/health/ready'),
    request('GET', '/v1/accounts', { authorization: 'Bearer a.b.c' }),
    request('POST', '/v1/accounts', { 'content-type': 'application/json' }, '{"name":"Acme"}'),
  ],
  publisher: [{ Records: [record] }],
  feeder: [{ Records: [record], shardId: 'shardId-1' }],
  projector: [{ Records: [record] }],
  webhooks: [published('user.renamed')],
  mailer: [published('user.invited')],
};

const { handler, compiled } = await import(pathToFileURL(join(folder, 'index.mjs')).href);
for (const event of events[name]) {
  const answer = await handler(event, context);
  // The stand-in has no table: requests are refused, but none ends in an error of the program.
  if (answer?.statusCode === 500)
    throw new Error(`It answered ${JSON.stringify(answer)} to ${JSON.stringify(event)}`);
}
writeFileSync(join(folder, 'program.cache'), compiled.createCachedData());
process.exit(0);
