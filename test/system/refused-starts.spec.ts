import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, refusedStart, startLocalRollbook } from '../support/processes/local-rollbook.js';

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-refused-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** One line, and nothing of where in the code it came from. */
function expectALine({ code, output }: { code: number; output: string }, ...parts: string[]): void {
  for (const part of parts) expect(output).toContain(part);
  expect(output.trim()).not.toContain('\n');
  expect(code).toBe(1);
}

describe('npm start', () => {
  test('prints its usage, and starts nothing', async () => {
    const { code, output } = await refusedStart(folder, {}, ['--help']);
    expect(output).toContain('Usage: npm start');
    expect(output).toContain('--with-subscriber');
    expect(code).toBe(0);
  });

  test('refuses an option that there is not', async () => {
    const { code, output } = await refusedStart(folder, {}, ['--with-subscribers']);
    expect(output).toContain("Unknown option '--with-subscribers'");
    expect(output).toContain('Usage: npm start');
    expect(code).toBe(1);
  });

  test('names the setting of a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    expectALine(
      await refusedStart(join(file, 'data')),
      `The data folder ${join(file, 'data')} is not writable (ENOTDIR): set ROLLBOOK_DATA_DIR`,
    );
    if (process.platform === 'linux')
      expectALine(
        await refusedStart('/proc/rollbook/data'),
        'The data folder /proc/rollbook/data is not writable (ENOENT): set ROLLBOOK_DATA_DIR',
      );
  });

  test('is not for production', async () => {
    expectALine(
      await refusedStart(folder, { NODE_ENV: 'production' }),
      'npm start is for one machine',
      'it does not run with NODE_ENV=production. Unset it',
    );
  });

  test.each(['operator-token', 'api-url', 'cursor-secret', 'master-key'])(
    'says that the %s is a folder',
    async (name) => {
      const file = join(folder, name);
      await mkdir(file);
      const refused = await refusedStart(folder);
      expectALine(refused, file, 'folder', 'move');
      expect(refused.output).not.toContain('EISDIR');
    },
  );

  test('names the setting of an engine that is not there', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expectALine(
      await refusedStart(folder, { ROLLBOOK_DYNAMODB_ENDPOINT: endpoint }),
      `Nothing answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint}`,
      'start an engine there, or unset the variable',
    );
  });

  test('names the setting of an engine that is another server', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('{"title":"Not found"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expectALine(
      await refusedStart(folder, { ROLLBOOK_DYNAMODB_ENDPOINT: endpoint }),
      `What answers at ROLLBOOK_DYNAMODB_ENDPOINT ${endpoint} is not DynamoDB (status 404)`,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  test('names the file of an engine whose data is damaged', async () => {
    const file = join(folder, 'engine.db');
    await writeFile(file, 'not a database, but longer than its header is'.repeat(100));
    expectALine(await refusedStart(folder), `Its data is in ${file}: if the file is damaged, restore it`);
  });

  test('names a file that is in the way, and the setting of its folder', async () => {
    const file = join(folder, 'bus');
    await writeFile(file, '');
    expectALine(await refusedStart(folder), `${file} cannot be used (EEXIST)`, 'set ROLLBOOK_DATA_DIR');
  });

  test('says that the disk is full', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const isSmallDisk = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).then(
      () => true,
      () => false,
    );
    if (!isSmallDisk)
      return void process.stdout.write(
        'No full disk was tried: mounting a small one needs the rights of root.\n',
      );
    try {
      // It ends with ENOSPC: that is the point.
      await writeFile(join(disk, 'filler'), Buffer.alloc(128 * 1024)).catch(() => {});
      expectALine(
        await refusedStart(join(disk, 'data')),
        'There is no space for the data folder (ENOSPC)',
        'ROLLBOOK_DATA_DIR',
      );
    } finally {
      await run('umount', [disk]);
    }
  });

  test('refuses one port for two servers', async () => {
    const port = String(await freePort());
    expectALine(
      await refusedStart(folder, { PORT: port, ROLLBOOK_BUS_PORT: port }),
      `PORT and ROLLBOOK_BUS_PORT must differ: both are ${port}.`,
    );
  });

  test.each([
    '',
    'null',
    '{"buses":',
    '[]',
    '{"buses":[],"rules":{},"archives":[],"replays":[],"cursors":{}}',
  ])('says what to do with a state of the bus that is %j', async (text) => {
    const file = join(folder, 'bus', 'state.json');
    await mkdir(join(folder, 'bus'));
    await writeFile(file, text);
    const refused = await refusedStart(folder);
    expectALine(refused, `The event bus's state ${file} cannot be read`, 'Restore it, or move it away');
    expect(refused.output).not.toContain('Cannot read properties');
  });

  test('says what to do with an empty cursor secret', async () => {
    const file = join(folder, 'cursor-secret');
    await writeFile(file, '\n');
    expectALine(
      await refusedStart(folder),
      `The cursor secret ${file} has 0 characters`,
      '--accept-new-cursor-secret',
    );
  });

  test('refuses a switch that is neither true nor false', async () => {
    expectALine(
      await refusedStart(folder, { ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'no' }),
      'ROLLBOOK_WEBHOOKS_ALLOW_LOCAL must be true or false, not "no".',
    );
  });
});

describe('npm start, of data that is there', () => {
  test('refuses to replace a lost key, says what is lost with it, and continues if that is accepted', async () => {
    let rollbook = await startLocalRollbook(folder, { ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'false' });
    await expectWebhooksToBeRefusedLocally(rollbook);
    await rollbook.stop();

    const away = async (file: string, lines: string[]) => {
      const path = join(folder, file);
      await copyFile(path, join(folder, 'kept'));
      await rm(path);
      expectALine(await refusedStart(folder), `${path} is missing`, ...lines);
      expect(existsSync(path)).toBe(false);
      return async () => copyFile(join(folder, 'kept'), path);
    };
    const giveBack = await away('master-key', ['can never be read again', 'Restore the file']);
    await giveBack();
    await away('cursor-secret', ['Restore it', 'invitations', '--accept-new-cursor-secret']);
    const accepted = ['--accept-new-cursor-secret', '--accept-new-issuer-key'];
    await rm(join(folder, 'issuer'), { recursive: true });
    const issuerKey = join(folder, 'issuer', 'private-key.json');
    expectALine(
      await refusedStart(folder, {}, ['--accept-new-cursor-secret']),
      `The issuer's key ${issuerKey} is missing`,
      'earlier tokens are then refused',
      '--accept-new-issuer-key',
    );
    expectALine(await refusedToken(folder), `The issuer's key ${issuerKey} is missing`, 'npm start');
    expect(existsSync(issuerKey)).toBe(false);

    rollbook = await startLocalRollbook(folder, {}, accepted);
    await rollbook.stop();
    // What was accepted once is the table's now.
    await (await startLocalRollbook(folder)).stop();
  });
});

async function expectWebhooksToBeRefusedLocally(rollbook: {
  apiUrl: string;
  operatorToken: string;
}): Promise<void> {
  const headers = {
    authorization: `Bearer ${rollbook.operatorToken}`,
    'content-type': 'application/json',
  };
  const accounts = (await (await fetch(`${rollbook.apiUrl}/v1/accounts`, { headers })).json()) as {
    data: { id: string }[];
  };
  const answer = await fetch(`${rollbook.apiUrl}/v1/accounts/${accounts.data[0]?.id}/webhook-endpoints`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', eventTypes: ['user.created'] }),
  });
  expect(answer.status).toBe(400);
}

function refusedToken(dataFolder: string): Promise<{ code: number; output: string }> {
  const script = fileURLToPath(new URL('../../apps/local/token.mjs', import.meta.url));
  const env = { ...process.env, ROLLBOOK_DATA_DIR: dataFolder };
  return new Promise((resolve) =>
    execFile(process.execPath, [script, '--operator'], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}
