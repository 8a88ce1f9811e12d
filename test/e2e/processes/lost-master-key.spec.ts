import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KMSClient } from '@aws-sdk/client-kms';
import { createAccount, createUser, grantTenant, openDirectory, type MasterKey } from '#libs/directory';
import { fileMasterKey, kmsMasterKey } from '#libs/secrets';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { engineEndpoint } from '../../support/engines/engine.js';
import { startKms } from '../../support/directory/kms.js';
import { nodeEnvironment } from '../../support/processes/node-environment.js';

let folder: string;
let opened: TestDirectory;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-lost-key-'));
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** A table of its own, with a user whose personal data is encrypted under a master key. */
async function tableUnder(masterKey: MasterKey, now = Date.now): Promise<void> {
  opened = await openTestDirectory({ masterKey, now });
  await encryptSomething(opened.directory);
}

async function encryptSomething(directory: TestDirectory['directory']): Promise<void> {
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  const user = { name: 'Ada', email: 'ada@x.example', role: 'owner' } as const;
  await createUser(grantTenant(directory, state.accountId), user, byOperator);
}

/** How each program that opens the key is started on that table. */
const PROGRAMS: [title: string, program: string, ...args: string[]][] = [
  ['the API', 'api'],
  ['the stream processor', 'stream-processor'],
  ['the webhooks', 'webhooks'],
  ['rollbook verify', 'rollbook', 'verify'],
  ['rollbook rebuild', 'rollbook', 'rebuild', '--yes', 'acct_01J00000000000000000000000'],
  ['rollbook dead-letters', 'rollbook', 'dead-letters', 'list'],
];

function start(
  [program = '', ...args]: string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const file = fileURLToPath(new URL(`../../../dist/programs/${program}.js`, import.meta.url));
  const env = {
    ...nodeEnvironment(),
    NODE_NO_WARNINGS: '1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    PORT: '0',
    ROLLBOOK_CURSOR_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
    ROLLBOOK_JWT_ISSUER: 'https://issuer.example',
    ROLLBOOK_JWKS_URL: 'https://issuer.example/keys',
    ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(),
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: 'http://127.0.0.1:9',
    ROLLBOOK_TABLE: opened.tableName,
    ...environment,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [file, ...args], { env, timeout: 240_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}

describe.each(PROGRAMS)('%s', (_title, ...command) => {
  test('refuses to start without the master key of its data, and makes no other', async () => {
    await tableUnder(fileMasterKey(join(folder, 'made-with')));
    const missing = join(folder, 'master-key');
    const { code, output } = await start(command, { ROLLBOOK_MASTER_KEY_FILE: missing });
    expect(output.trim()).toBe(
      `The master key ${missing} is missing, and the table holds data that is encrypted under it. Restore the file, or ` +
        'set ROLLBOOK_MASTER_KEY_FILE to its path. Without it, personal data in histories and the secrets of webhook ' +
        'endpoints can never be read again.',
    );
    expect(code).toBeGreaterThan(0);
    expect(existsSync(missing)).toBe(false);
  });

  test('refuses to start with another master key', async () => {
    await tableUnder(fileMasterKey(join(folder, 'made-with')));
    const other = join(folder, 'other');
    await fileMasterKey(other).generateKey();
    const { code, output } = await start(command, { ROLLBOOK_MASTER_KEY_FILE: other });
    expect(output).toContain(
      `The master key ${other} is not the one that the table's data is encrypted under.`,
    );
    expect(output).not.toMatch(/^\s+at /m);
    expect(code).toBeGreaterThan(0);
  });

  test('refuses to start with another key of KMS', async () => {
    const kms = await startKms(['first', 'second']);
    try {
      const AWS_ENDPOINT_URL_KMS = kms.url;
      opened = await openTestDirectory();
      const { tableName, client } = opened;
      const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
      const kmsClient = new KMSClient({ endpoint: kms.url, region: 'us-east-1', credentials });
      const masterKey = kmsMasterKey(kmsClient, 'first', { tableName });
      const { cursorSecret } = opened.directory;
      await encryptSomething(openDirectory({ client, tableName, cursorSecret, masterKey }));
      const { code, output } = await start(command, {
        AWS_ENDPOINT_URL_KMS,
        ROLLBOOK_ERASURE_KEY_ARN: 'second',
      });
      expect(output).toContain(`The KMS key second cannot decrypt the keys of the table ${tableName}`);
      expect(output).toContain('Set ROLLBOOK_ERASURE_KEY_ARN to the key');
      expect(output).not.toMatch(/^\s+at /m);
      expect(code).toBeGreaterThan(0);
    } finally {
      await kms.stop();
    }
  });
});

test('at the beginning of a month no second master key is created for existing data', async () => {
  const key = join(folder, 'made-with');
  await tableUnder(fileMasterKey(key), () => Date.parse('2026-03-31T12:00:00Z'));
  const missing = join(folder, 'master-key');
  const { client, tableName, directory } = opened;
  const later = openDirectory({
    client,
    tableName,
    cursorSecret: directory.cursorSecret,
    masterKey: fileMasterKey(missing),
    now: () => Date.parse('2026-04-01T12:00:00Z'),
  });
  await expect(encryptSomething(later)).rejects.toMatchObject({ name: 'MasterKeyError' });
  expect(existsSync(missing)).toBe(false);
});

describe('a table that was restored under another name', () => {
  let kms: Awaited<ReturnType<typeof startKms>>;
  let client: KMSClient;
  beforeEach(async () => {
    kms = await startKms(['key']);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = new KMSClient({ endpoint: kms.url, region: 'us-east-1', credentials });
  });
  afterEach(() => kms.stop());

  /** The same table, opened by what is told of its name. */
  const openedAs = (names: { tableName: string; restoredFrom?: string }) =>
    openDirectory({ ...opened, ...opened.directory, masterKey: kmsMasterKey(client, 'key', names) });

  test('opens its personal data', async () => {
    opened = await openTestDirectory();
    await encryptSomething(openedAs({ tableName: 'rollbook-prod' }));
    await openedAs({ tableName: 'rollbook-prod-restored' }).keyRing.checkMasterKey();
  });

  test('decrypts data from before keys named their table, given its former name', async () => {
    opened = await openTestDirectory();
    const before = kmsMasterKey(client, 'key', { tableName: 'rollbook-prod' });
    const unnamed: MasterKey = {
      ...before,
      generateKey: async () => ({ ...(await before.generateKey()), boundTo: undefined as never }),
    };
    await encryptSomething(openDirectory({ ...opened, ...opened.directory, masterKey: unnamed }));
    await openedAs({ tableName: 'rollbook-prod' }).keyRing.checkMasterKey();
    const restored = { tableName: 'rollbook-prod-restored' };
    await expect(openedAs(restored).keyRing.checkMasterKey()).rejects.toThrow('ROLLBOOK_RESTORED_FROM');
    await openedAs({ ...restored, restoredFrom: 'rollbook-prod' }).keyRing.checkMasterKey();
  });
});
