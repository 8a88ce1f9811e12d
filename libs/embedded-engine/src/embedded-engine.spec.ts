import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { eventually } from '../../../test/support/eventually.js';
import { startEngine, type Engine } from './index.js';

// Generous for a busy machine: processes are started and leases waited for.

const BUILT = fileURLToPath(new URL('../../../dist/libs/embedded-engine/src/index.js', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-spec-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A process of its own that starts an engine and then waits; leader of a process group, like a command in a terminal. */
async function launch(databaseFile?: string) {
  const options = databaseFile ? JSON.stringify({ databaseFile }) : '{}';
  const launcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEngine } from ${JSON.stringify(BUILT)};
       const { endpoint, pid, databaseFile } = await startEngine(${options});
       console.log(JSON.stringify({ endpoint, pid, databaseFile }));
       setInterval(() => {}, 1000);`,
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = new Promise((resolve) => launcher.once('exit', resolve));
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: launcher.stdout }).once('line', resolve),
  );
  const engine = JSON.parse(line) as { endpoint: string; pid: number; databaseFile: string };
  return { ...engine, pid: launcher.pid as number, enginePid: engine.pid, exited };
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const client = (engine: Pick<Engine, 'endpoint'>) =>
  new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

describe('the embedded engine', () => {
  test('starts, answers, keeps its data across a restart, and stops', async () => {
    const databaseFile = join(folder, 'a.db');
    const first = await startEngine({ databaseFile });
    const writer = client(first);
    await writer.send(
      new CreateTableCommand({
        TableName: 'things',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      }),
    );
    await writer.send(new PutItemCommand({ TableName: 'things', Item: { PK: { S: 'a' } } }));
    writer.destroy();
    await first.stop();
    await expect(fetch(first.endpoint)).rejects.toThrow();
    expect(await first.exited).toEqual({ expected: true });

    const second = await startEngine({ databaseFile });
    const reader = client(second);
    const { Item } = await reader.send(new GetItemCommand({ TableName: 'things', Key: { PK: { S: 'a' } } }));
    expect(Item).toEqual({ PK: { S: 'a' } });
    reader.destroy();
    await second.stop();
    expect((await readdir(folder)).filter((file) => file.endsWith('.lock'))).toEqual([]);
  });

  test('is at an address that no page can guess, because it lets every page in', async () => {
    const engines = [await startEngine(), await startEngine()];
    const hosts = engines.map(({ endpoint }) => new URL(endpoint).hostname);
    for (const host of hosts) expect(host).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(new Set([...hosts, '127.0.0.1']).size).toBe(3);
    for (const { endpoint } of engines)
      await expect(fetch(`http://127.0.0.1:${new URL(endpoint).port}`)).rejects.toThrow();
    const { endpoint } = engines[0] as Engine;
    await Promise.all(engines.map((engine) => engine.stop()));
    const again = await startEngine({ endpoint });
    expect(again.endpoint).toBe(endpoint);
    await again.stop();
  });

  test('ends with its launcher when that is killed, and takes its temporary data along', async () => {
    const launched = await launch();
    expect(existsSync(launched.databaseFile)).toBe(true);
    process.kill(launched.pid, 'SIGKILL');
    await eventually('the engine has ended', () => !isRunning(launched.enginePid));
    await eventually('the temporary data is gone', () => !existsSync(dirname(launched.databaseFile)));
    await expect(fetch(launched.endpoint)).rejects.toThrow();
  });

  test('ends on Ctrl-C, which a terminal sends to the whole process group', async () => {
    const launched = await launch(join(folder, 'a.db'));
    process.kill(-launched.pid, 'SIGINT');
    await launched.exited;
    await eventually('the engine does not answer', () =>
      fetch(launched.endpoint).then(
        () => false,
        () => true,
      ),
    );
  });

  test('says when it ended although nobody asked it to', async () => {
    const engine = await startEngine({ databaseFile: join(folder, 'a.db') });
    process.kill(engine.pid, 'SIGKILL');
    expect(await engine.exited).toEqual({ expected: false });
    await engine.stop();
  });

  test('refuses data that another process uses, in one line', async () => {
    const databaseFile = join(folder, 'a.db');
    const launched = await launch(databaseFile);
    const error = await startEngine({ databaseFile }).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ name: 'DataInUseError' });
    expect((error as Error).message).toBe(
      `The data in ${databaseFile} is in use by another process (${launched.pid}). Stop it first, or use another data directory.`,
    );
    process.kill(launched.pid, 'SIGKILL');
    await launched.exited;
    // What the killed launcher left behind keeps nobody out, also while its engine is still ending.
    const engine = await startEngine({ databaseFile });
    await engine.stop();
  });

  test('a lock left by a crash keeps nobody out', async () => {
    const databaseFile = join(folder, 'a.db');
    await writeFile(
      `${databaseFile}.lock`,
      JSON.stringify({ launcherPid: process.pid, enginePid: process.pid, endpoint: 'http://127.0.0.1:1' }),
    );
    const engine = await startEngine({ databaseFile });
    await engine.stop();
  });
});
