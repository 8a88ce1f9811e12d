import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';
import {
  descendantsOf,
  isRunning,
  startLocalRollbook,
  type LocalRollbook,
} from '../support/processes/local-rollbook.js';

/**
 * `npm start` under faults while somebody writes: nothing that was acknowledged is lost, every event is published,
 * `/health/ready` tells the truth, and no process is left. Once in `npm test`, and as often as PROOF_ROUNDS says in `npm run
 * proof`.
 */
const ROUNDS = Number(process.env['PROOF_ROUNDS'] ?? 1);
const DISK = 'size=48m';
const STAYS_NAMED_MS = 5_000;
/** What one credential may have in progress is bounded: a fast machine acknowledges more than that. */
const READ_AT_ONCE = 64;

const run = promisify(execFile);
let folder: string;
let dataFolder: string;
let rollbook: LocalRollbook;
let isSmallDisk = false;
const acknowledged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-faults-'));
  dataFolder = join(folder, 'disk', 'data');
  await mkdir(join(folder, 'disk'));
  isSmallDisk = await run('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', join(folder, 'disk')]).then(
    () => true,
    () => false,
  );
  rollbook = await startLocalRollbook(dataFolder);
});
afterAll(async () => {
  try {
    await rollbook.stop();
  } finally {
    if (isSmallDisk) await run('umount', [join(folder, 'disk')]);
  }
  await rm(folder, { recursive: true });
});

async function ask(method: string, path: string, body?: object): Promise<{ status: number; id?: string }> {
  const headers = { authorization: `Bearer ${rollbook.operatorToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${rollbook.apiUrl}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { id } = (await answer.json()) as { id?: string };
  return { status: answer.status, ...(id && { id }) };
}

/** Writes until it is told to stop. What is refused, or not answered, is not acknowledged. */
async function write(signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const answer = await ask('POST', '/v1/accounts', { name: `Account ${count}` }).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(answer.id as string);
    else await delay(20);
  }
}

async function readiness(): Promise<string> {
  const answer = await fetch(`${rollbook.apiUrl}/health/ready`);
  const { detail = '' } = (await answer.json()) as { detail?: string };
  return answer.status === 200 ? 'ready' : detail;
}

const says = (text: string) => async () => (await readiness().catch(() => '')).includes(text);
const isReady = () => eventually('it is ready', async () => (await readiness().catch(() => '')) === 'ready');

/** Waits until a fault is named, and sees to it that it stays named as long as nothing is mended. */
async function isNamed(text: string): Promise<void> {
  await eventually(`${text} is named`, says(text));
  const until = Date.now() + STAYS_NAMED_MS;
  while (Date.now() < until) {
    expect(await readiness()).toContain(text);
    await delay(200);
  }
}

async function enginePid(): Promise<number> {
  const { stdout } = await run('pgrep', ['-f', `dynoxide serve.*${folder}`]);
  return Number(stdout.trim().split('\n')[0]);
}

async function kill(program: string): Promise<void> {
  const { stdout } = await run('pgrep', ['-P', String(rollbook.process.pid), '-f', `programs/${program}.js`]);
  process.kill(Number(stdout), 'SIGKILL');
}

const FAULTS: Record<string, () => Promise<void>> = {
  async 'a full disk'() {
    if (!isSmallDisk)
      return void process.stdout.write(
        'No full disk was tried: mounting a small one needs the rights of root.\n',
      );
    const filler = join(folder, 'disk', 'filler');
    // It ends with ENOSPC: that is the point.
    await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => {});
    await isNamed('disk space');
    expect((await ask('GET', '/v1/accounts')).status).toBe(200);
    // The engine may have room left in its own files: then a write is one like any other.
    const { status, id } = await ask('POST', '/v1/accounts', { name: 'No room' });
    expect([201, 503]).toContain(status);
    if (status === 201) acknowledged.push(id as string);
    for (const program of ['stream-processor', 'light']) await kill(program);
    await eventually('they are named', says('stream processor'));
    expect(rollbook.process.exitCode).toBeNull();
    await rm(filler);
  },
  async 'an engine that hangs'() {
    const pid = await enginePid();
    process.kill(pid, 'SIGSTOP');
    try {
      await isNamed('The table rollbook cannot be reached');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
  async 'an engine that is gone'() {
    const pid = await enginePid();
    process.kill(pid, 'SIGKILL');
    await eventually('it is gone', () => !isRunning(pid));
  },
  async 'parts that are killed'() {
    for (const program of ['stream-processor', 'light']) await kill(program);
    await eventually('they are named', says('webhooks'));
  },
  async 'an API that is killed'() {
    await kill('api');
  },
  async 'a supervisor that is killed'() {
    const descendants = await descendantsOf(rollbook.process.pid);
    rollbook.process.kill('SIGKILL');
    await eventually('nothing is left', () => !descendants.some(isRunning));
    rollbook = await startLocalRollbook(dataFolder);
  },
};

test(
  'npm start loses nothing, leaves nothing behind and tells the truth under faults',
  async () => {
    const stopping = new AbortController();
    const writing = write(stopping.signal);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [title, strike] of Object.entries(FAULTS)) {
        const before = acknowledged.length;
        await strike();
        await isReady();
        await eventually(`writes go on after ${title}`, () => acknowledged.length > before + 5);
      }
    stopping.abort();
    await writing;
    const missed: string[] = [];
    const isStored = async (id: string) => {
      const { status } = await ask('GET', `/v1/accounts/${id}`);
      if (status !== 200) missed.push(`${id}: ${status}`);
    };
    for (let at = 0; at < acknowledged.length; at += READ_AT_ONCE)
      await Promise.all(acknowledged.slice(at, at + READ_AT_ONCE).map(isStored));
    expect(missed).toEqual([]);
    const published = () => readFile(join(dataFolder, 'bus', 'events.jsonl'), 'utf8');
    await eventually(
      'every event is published',
      async () => {
        const journal = await published();
        return acknowledged.every((id) => journal.includes(`"id":"${id}.1"`));
      },
      150_000,
    );
  },
  600_000 * ROUNDS,
);
