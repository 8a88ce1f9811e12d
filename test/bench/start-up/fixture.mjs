// What a function needs to answer its first event: a table with an account, a bus and a mail service, an issuer, and the event itself.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

const built = (path) => import(`../../../dist/${path}`);

export async function startFixture() {
  const { startEngine } = await built('libs/embedded-engine/src/index.js');
  const { openDevelopmentIssuer } = await built('libs/dev-issuer/src/index.js');
  const { createAccount, ensureTable, openDirectory } = await built('libs/directory/src/index.js');
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-start-up-'));
  const issuer = await openDevelopmentIssuer(folder);
  const engine = await startEngine();
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await ensureTable(client, 'rollbook');
  const directory = openDirectory({ client, tableName: 'rollbook', cursorSecret: 'x'.repeat(40) });
  const { state, events } = await createAccount(
    directory,
    { name: 'Acme' },
    { actor: 'operator:bench', correlationId: 'bench' },
  );
  const bus = createServer((request, response) => {
    request.resume();
    response
      .writeHead(200)
      .end(JSON.stringify({ FailedEntryCount: 0, Entries: [{ EventId: 'e' }], MessageId: 'm' }));
  }).listen(0, '127.0.0.1');
  await once(bus, 'listening');
  const services = `http://127.0.0.1:${bus.address().port}`;
  const http = JSON.parse(
    await readFile(new URL('../../lambda/events/http-request.json', import.meta.url), 'utf8'),
  );
  const { body: _, ...rest } = http;
  const request = {
    ...rest,
    rawPath: `/v1/accounts/${state.accountId}`,
    headers: { host: 'api', authorization: `Bearer ${await issuer.signOperatorToken({ subject: 'bench' })}` },
    requestContext: { ...http.requestContext, http: { ...http.requestContext.http, method: 'GET' } },
  };
  const image = marshall(
    {
      PK: `account:${state.accountId}`,
      SK: 'metadata:account',
      entity: 'account',
      ...state,
      version: 1,
      lastEvents: events,
    },
    { removeUndefinedValues: true },
  );
  const records = { Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage: image } }] };
  const rename = { ...image, entity: { S: 'user' }, userId: { S: 'user_1' }, status: { S: 'active' } };
  const renamed = {
    Records: [
      {
        eventName: 'MODIFY',
        dynamodb: { SequenceNumber: '1', NewImage: rename, OldImage: { ...rename, name: { S: 'Old' } } },
      },
    ],
  };
  return {
    events: {
      api: request,
      publisher: records,
      feeder: { ...records, shardId: 'shard-1' },
      projector: renamed,
      webhooks: published('user.renamed', state.accountId),
      mailer: published('user.invited', state.accountId),
    },
    expected: {
      api: 200,
      publisher: [],
      feeder: [],
      projector: [],
      webhooks: 'done',
      mailer: 'done',
    },
    environment: {
      AWS_REGION: 'us-east-1',
      ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
      ROLLBOOK_EVENTBRIDGE_ENDPOINT: services,
      AWS_ENDPOINT_URL_SESV2: services,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      ROLLBOOK_ACCEPT_URL: 'https://bench.invalid/accept',
      ROLLBOOK_MAIL_FROM: 'bench@bench.invalid',
      ROLLBOOK_CURSOR_SECRET: 'x'.repeat(40),
      ROLLBOOK_JWT_ISSUER: issuer.issuer,
      ROLLBOOK_JWT_AUDIENCE: issuer.audience,
      ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
      ROLLBOOK_MASTER_KEY_FILE: join(folder, 'master-key'),
      ROLLBOOK_LOG_LEVEL: 'silent',
    },
    async stop() {
      client.destroy();
      bus.close();
      bus.closeAllConnections();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** An event as the bus delivers it. */
const published = (type, accountid) => ({
  source: 'rollbook',
  'detail-type': type,
  detail: {
    id: 'user_00000000000000000000000001.1',
    type,
    accountid,
    time: new Date().toISOString(),
    data: { name: 'Bench', email: 'bench@bench.invalid' },
  },
});
