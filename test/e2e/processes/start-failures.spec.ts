import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateTableCommand,
  UpdateTableCommand,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#libs/directory';
import { engineClient, engineEndpoint, uniqueTableName } from '../../support/engines/engine.js';
import { nodeEnvironment } from '../../support/processes/node-environment.js';

// What somebody sees who has set a program up wrongly: one line, and an exit code.

/** Its name, how it is called, and how it ends. */
type Program = [name: string, words: string[], code: number];
const PROGRAMS: Program[] = [
  ['api', [], 1],
  ['stream-processor', [], 1],
  ['webhooks', [], 1],
  ['rollbook', ['verify'], 2],
];

let folder: string;
let aws: Server;
/** How the stand-in for AWS refuses. */
let refusal = { code: '', message: '' };
const endpointOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-start-'));
  aws = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      const { code, message } = refusal;
      response.end(JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }));
    });
  }).listen(0, '127.0.0.1');
  await once(aws, 'listening');
});
afterAll(async () => {
  aws.closeAllConnections();
  aws.close();
  await rm(folder, { recursive: true });
});

/** What a program says on stderr, and how it ends. */
async function run([name, words]: Program, environment: NodeJS.ProcessEnv) {
  const program = fileURLToPath(new URL(`../../../dist/programs/${name}.js`, import.meta.url));
  const onAws = environment['ROLLBOOK_DYNAMODB_ENDPOINT'] === undefined && name === 'rollbook';
  const child = spawn(process.execPath, [program, ...words, ...(onAws ? ['--aws'] : [])], {
    env: {
      ...nodeEnvironment(),
      HOME: folder,
      NODE_NO_WARNINGS: '1',
      AWS_EC2_METADATA_DISABLED: 'true',
      PORT: '0',
      ROLLBOOK_MASTER_KEY_FILE: join(folder, 'master-key'),
      ROLLBOOK_CURSOR_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
      ROLLBOOK_JWT_ISSUER: 'https://issuer.example',
      ROLLBOOK_JWKS_URL: 'https://issuer.example/keys',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

async function expectOneLine(program: Program, environment: NodeJS.ProcessEnv, ...parts: string[]) {
  const { code, said } = await run(program, environment);
  expect(said.trimEnd().split('\n')).toEqual([expect.any(String)]);
  for (const part of parts) expect(said).toContain(part);
  expect(code).toBe(program[2]);
}

const KEYS = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
const onAws = () => ({ ...KEYS, AWS_ENDPOINT_URL: endpointOf(aws) });

const MAY_NOT = 'User: arn:aws:iam::1:user/x is not authorized to perform: dynamodb:DescribeTable on it.';

describe.each(PROGRAMS)('%s says in one line', (...program) => {
  test.each([
    [
      'that the credentials have expired',
      { code: 'ExpiredTokenException', message: 'The security token included in the request is expired' },
      ['have expired', 'AWS_SESSION_TOKEN'],
    ],
    [
      'that AWS does not recognise the credentials',
      {
        code: 'UnrecognizedClientException',
        message: 'The security token included in the request is invalid.',
      },
      ['does not recognise the credentials in eu-central-1'],
    ],
    [
      'that a signature is refused',
      { code: 'InvalidSignatureException', message: 'Credential should be scoped to a valid region.' },
      ['Credential should be scoped to a valid region.', 'AWS_REGION (eu-central-1)'],
    ],
    ['what is denied', { code: 'AccessDeniedException', message: MAY_NOT }, [MAY_NOT, 'policy of the role']],
    [
      'that the region has no such table',
      {
        code: 'ResourceNotFoundException',
        message: 'Requested resource not found: Table: rollbook not found',
      },
      ['no table "rollbook" in eu-central-1', 'ROLLBOOK_TABLE', 'AWS_REGION'],
    ],
  ])('%s', async (_title, given, parts) => {
    refusal = given;
    await expectOneLine(program, onAws(), ...parts);
  });

  test('that no region is named', async () => {
    const { AWS_REGION: _, ...noRegion } = onAws();
    await expectOneLine(program, noRegion, 'set AWS_REGION');
  });

  test('that there are no credentials', async () => {
    const place = { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: endpointOf(aws), AWS_PROFILE: 'nobody' };
    await expectOneLine(program, place, 'no AWS credentials of the profile nobody', 'AWS_PROFILE');
  });

  test('that the service does not answer', async () => {
    const nobody = { ...KEYS, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' };
    await expectOneLine(program, nobody, 'http://127.0.0.1:1 (AWS_ENDPOINT_URL) does not answer');
  });

  test('that the engine is not there', async () => {
    const nobody = { ROLLBOOK_DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    await expectOneLine(
      program,
      nobody,
      '(ROLLBOOK_DYNAMODB_ENDPOINT) does not answer',
      'ECONNREFUSED 127.0.0.1:1',
    );
  });

  test('that the engine has no such table', async () => {
    const place = { ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(), ROLLBOOK_TABLE: uniqueTableName() };
    await expectOneLine(program, place, `no table "${place.ROLLBOOK_TABLE}"`, 'npm start creates its own');
  });

  test('that the table has another key', async () => {
    const place = { ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(), ROLLBOOK_TABLE: uniqueTableName() };
    await createTable({
      TableName: place.ROLLBOOK_TABLE,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
    await expectOneLine(program, place, 'its key is id (N), not PK (S) + SK (S)', 'it has no index GSI1');
  });
});

describe('A table without a stream', () => {
  let place: { ROLLBOOK_DYNAMODB_ENDPOINT: string; ROLLBOOK_TABLE: string };
  beforeAll(async () => {
    place = { ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(), ROLLBOOK_TABLE: uniqueTableName() };
    const client = engineClient();
    await ensureTable(client, place.ROLLBOOK_TABLE);
    await client.send(
      new UpdateTableCommand({
        TableName: place.ROLLBOOK_TABLE,
        StreamSpecification: { StreamEnabled: false },
      }),
    );
    client.destroy();
  });

  test.each(PROGRAMS.slice(0, 3))('is refused by %s', async (...program) => {
    await expectOneLine(program, place, 'its stream is none, not NEW_AND_OLD_IMAGES');
  });

  test('can be verified: a restored backup has none', async () => {
    expect(await run(['rollbook', ['verify'], 0], place)).toEqual({ code: 0, said: '' });
  });
});

test.each(['webhooks', 'mailer'])('%s says that the event bus is not there', async (name) => {
  const client = engineClient();
  const table = uniqueTableName();
  await ensureTable(client, table);
  client.destroy();
  const place = {
    ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(),
    ROLLBOOK_TABLE: table,
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: 'http://127.0.0.1:1',
    ROLLBOOK_MAIL_FOLDER: join(folder, 'mail'),
  };
  await expectOneLine([name, [], 1], place, 'http://127.0.0.1:1 (ROLLBOOK_EVENTBRIDGE_ENDPOINT)');
});

async function createTable(input: CreateTableCommandInput): Promise<void> {
  const client = engineClient();
  await client.send(new CreateTableCommand(input));
  client.destroy();
}
