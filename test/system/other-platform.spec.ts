import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '#libs/embedded-engine';
import {
  descendantsOf,
  isRunning,
  startLocalRollbook,
  type LocalRollbook,
} from '../support/processes/local-rollbook.js';

/** The embedded engine is not made for it. */
const ARCH = 'riscv64';
const PRETENDED = `data:text/javascript,Object.defineProperty(process,'arch',{value:'${ARCH}'})`;

const describeWithJava = hasJava() ? describe : describe.skip;

function hasJava(): boolean {
  try {
    return findEngine({ platform: process.platform, arch: ARCH }).name === 'DynamoDB Local';
  } catch {
    process.stderr.write('Skipped, as there is no Java: npm start where there is no embedded engine.\n');
    return false;
  }
}

let folder: string;
let rollbook: LocalRollbook | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-platform-'));
});
afterEach(async () => {
  await rollbook?.stop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<LocalRollbook> {
  return startLocalRollbook(folder, { NODE_OPTIONS: `--import "${PRETENDED}"` });
}

async function accountNames({ apiUrl, operatorToken }: LocalRollbook): Promise<string[]> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const answer = await fetch(`${apiUrl}/v1/accounts`, { headers });
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
}

describeWithJava('npm start where there is no embedded engine', () => {
  test('says that it uses DynamoDB Local, keeps its data across a restart, and leaves no process', async () => {
    rollbook = await start();
    expect(rollbook.output()).toContain(
      `There is no embedded engine for ${process.platform}-${ARCH}: this runs on Amazon's DynamoDB Local.`,
    );
    const names = await accountNames(rollbook);
    expect(names).not.toEqual([]);
    const processes = await descendantsOf(rollbook.process.pid);
    await rollbook.stop();
    expect(processes.filter(isRunning)).toEqual([]);

    rollbook = await start();
    expect(await accountNames(rollbook)).toEqual(names);
  });
});
