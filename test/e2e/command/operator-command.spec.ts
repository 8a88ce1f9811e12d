import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DeadLetters } from '#libs/event-publishing';
import { startAccount } from '../../support/streams/busy-directory.js';
import { openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { startRecordedBus } from '../../support/streams/recorded-bus.js';

// Generous for a busy machine: processes are started and leases waited for.

const COMMAND = fileURLToPath(new URL('../../../dist/programs/rollbook.js', import.meta.url));

let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;

beforeEach(async () => {
  system = await openTestDirectory();
  bus = await startRecordedBus();
});
afterEach(async () => {
  await bus.stop();
  await system.close();
});

/** Runs `rollbook` as built, in a process of its own. */
async function rollbook(...words: string[]) {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_NO_WARNINGS: '1',
    ROLLBOOK_TABLE: system.tableName,
    ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(),
    ROLLBOOK_EVENTBRIDGE_ENDPOINT: bus.url,
  };
  await indexesSettled();
  return promisify(execFile)(process.execPath, [COMMAND, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('rollbook republish sends a window of an account again', async () => {
  const { accountId, events } = await startAccount(system.directory);
  const window = ['--from', '2020-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'];
  await indexesSettled();
  const { code, stdout, stderr } = await rollbook('republish', '--account', accountId, ...window);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `3 events of ${accountId} republished.\n` });
  expect(stderr).toContain('Events of the last 30 seconds may be missing');
  expect(bus.received.map(({ id }) => id).sort()).toEqual(events.map(({ eventId }) => eventId).sort());
  const wrong = await rollbook(
    'republish',
    '--account',
    accountId,
    '--from',
    'yesterday',
    '--to',
    '2100-01-01',
  );
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be an ISO 8601 time') as string,
  });
});

test('rollbook dead-letters lists, redrives and discards what is parked', async () => {
  const { accountId, ownerId } = await startAccount(system.directory);
  const letters = new DeadLetters(system.client, system.tableName);
  const letter = {
    aggregateId: ownerId,
    accountId,
    version: 1,
    events: 1,
    parkedAt: new Date().toISOString(),
  };
  await letters.park({ ...letter, reason: 'MalformedDetail: refused' }, true);
  const listed = await rollbook('dead-letters', 'list');
  expect(listed.stdout).toContain(`${ownerId}  version 1 (1 events)  MalformedDetail: refused`);
  expect((await rollbook('dead-letters', 'redrive')).stdout).toBe(`${ownerId}: 1 events published\n`);
  expect(bus.received.map(({ id }) => id)).toEqual([`${ownerId}.1`]);
  expect((await rollbook('dead-letters', 'list')).stdout).toBe('0 parked commits.\n0 parked tasks.\n');

  await letters.park({ ...letter, reason: 'again' }, true);
  const discard = ['dead-letters', 'discard', '--aggregate', ownerId, '--version', '1'];
  expect(await rollbook(...discard)).toMatchObject({ code: 2 });
  expect(await rollbook(...discard, '--yes')).toMatchObject({ code: 0 });
  expect(await rollbook(...discard, '--yes')).toMatchObject({
    code: 2,
    stderr: `Version 1 of ${ownerId} is not parked.\n`,
  });
});
