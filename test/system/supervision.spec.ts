import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';
import {
  descendantsOf,
  isRunning,
  startLocalRollbook,
  type LocalRollbook,
} from '../support/processes/local-rollbook.js';

const run = promisify(execFile);
let folder: string;
let rollbook: LocalRollbook;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-supervised-'));
  rollbook = await startLocalRollbook(folder);
});
afterAll(async () => {
  if (rollbook.process.exitCode === null && rollbook.process.signalCode === null) await rollbook.stop();
  await rm(folder, { recursive: true });
});

async function readiness(): Promise<{ status: number; detail: string }> {
  const answer = await fetch(`${rollbook.apiUrl}/health/ready`);
  const { detail = '' } = (await answer.json()) as { detail?: string };
  return { status: answer.status, detail };
}

const isReady = async () => (await readiness()).status === 200;

async function readsAccounts(): Promise<boolean> {
  const headers = { authorization: `Bearer ${rollbook.operatorToken}` };
  return (await fetch(`${rollbook.apiUrl}/v1/accounts`, { headers })).ok;
}

async function pidOf(program: string): Promise<number> {
  const { stdout } = await run('pgrep', [
    '-P',
    String(rollbook.process.pid),
    '-f',
    `dist/programs/${program}.js`,
  ]);
  return Number(stdout);
}

async function enginePid(): Promise<number> {
  const { stdout } = await run('pgrep', ['-f', `dynoxide serve.*${folder}`]);
  const pids = stdout.trim().split('\n').map(Number);
  expect(pids).toHaveLength(1);
  return pids[0] as number;
}

describe('the supervisor', () => {
  test.each([
    ['stream-processor', 'stream processor'],
    ['light', 'event bus, identity provider, invitation mailer, webhooks'],
  ])('serves on without %s, names it as missing, and brings it back', async (program, title) => {
    await eventually('everything is up', isReady);
    const [supervisor, api] = [rollbook.process.pid, await pidOf('api')];
    process.kill(await pidOf(program), 'SIGKILL');
    await eventually('it is named', async () => {
      const { status, detail } = await readiness();
      return status === 503 && detail === `Requests are served. Missing: ${title}.`;
    });
    expect(await readsAccounts()).toBe(true);
    await eventually('everything is up again', isReady);
    expect([rollbook.process.pid, await pidOf('api')]).toEqual([supervisor, api]);
  });

  test('names a program that hangs as missing, until it responds again', async () => {
    await eventually('everything is up', isReady);
    const light = await pidOf('light');
    process.kill(light, 'SIGSTOP');
    try {
      await eventually('it is named', async () => (await readiness()).detail.endsWith('webhooks.'));
    } finally {
      process.kill(light, 'SIGCONT');
    }
    await eventually('everything is up again', isReady);
    expect(await pidOf('light')).toBe(light);
  });

  test('says that the table cannot be reached while the engine hangs, and recovers with it', async () => {
    await eventually('everything is up', isReady);
    const engine = await enginePid();
    process.kill(engine, 'SIGSTOP');
    try {
      await eventually('the table is named', async () => {
        const { status, detail } = await readiness();
        return status === 503 && detail.startsWith('The table rollbook cannot be reached.');
      });
    } finally {
      process.kill(engine, 'SIGCONT');
    }
    await eventually('everything is up again', isReady);
    expect(await readsAccounts()).toBe(true);
  });

  test('leaves nothing behind when it is killed while the engine hangs', async () => {
    const descendants = await descendantsOf(rollbook.process.pid);
    // Three programs, the engine and its guard.
    expect(descendants.length).toBeGreaterThanOrEqual(5);
    process.kill(await enginePid(), 'SIGSTOP');
    rollbook.process.kill('SIGKILL');
    await eventually('every process of it has ended', () => !descendants.some(isRunning));
  });
});
