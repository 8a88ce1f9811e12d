import { commandUser, openLogs } from '#libs/directory';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import { parseCheckpoint } from '#libs/transparency-log';
import { join } from 'node:path';
import { startStreamProcessor } from '../../apps/stream-processor/src/node-host.js';
import { byOperator } from '../support/directory/directory.js';
import { openLoggedDirectory, type LoggedDirectory } from '../support/directory/logged.js';
import { masterKeyFile } from '../support/directory/master-key.js';
import { engineEndpoint } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';

/** The logs as two processes keep them beside each other, of which one ends. */

let system: LoggedDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
beforeEach(async () => {
  system = await openLoggedDirectory();
  bus = await startRecordedBus();
});
afterEach(async () => {
  await bus.stop();
  await system.close();
});

const ROUND_EVERY_MS = 1_000;

function start() {
  const file = join(system.folder, 'log.key');
  return startStreamProcessor(
    {
      ...{ table: system.tableName, eventBus: 'rollbook', masterKeyFile: masterKeyFile() },
      ...{ dynamodbEndpoint: engineEndpoint(), eventBridgeEndpoint: bus.url },
      signing: { key: fileLogKey(file), mark: fileLogMark(file) },
    },
    (line) => void system.notices.push(line),
    {
      ...{ leaseDurationMs: 1_000, maxPollIntervalMs: 50 },
      log: { roundEveryMs: ROUND_EVERY_MS, lookEveryMs: 100 },
    },
  );
}

test('changes are in a checkpoint within a round, one leaf for each, whichever processes run', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  const { accounts, installation } = openLogs(system.directory, system.signing.key);
  const sizeOf = async () => (await accounts.head(accountId))?.size ?? 0;
  const [one, other] = [await start(), await start()];
  await eventually('the account is in a checkpoint', async () => (await sizeOf()) === 3);
  const begunAt = performance.now();
  const before = parseCheckpoint((await installation.checkpoint())!.split('\n\n')[0]! + '\n').size;
  for (let change = 0; change < 30; change += 1) {
    await commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${change}` }, byOperator);
    if (change === 15) await one.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await eventually('all is in a checkpoint', async () => (await sizeOf()) === 33);
  const after = parseCheckpoint((await installation.checkpoint())!.split('\n\n')[0]! + '\n').size;
  // Rounds are counted from their starts: the first one, which creates the log, may have taken longer than one.
  expect(after - before).toBeLessThanOrEqual(2 + (performance.now() - begunAt) / ROUND_EVERY_MS);
  expect(other.metrics().log).toEqual({ unsigned: 0, stopped: 0 });
  await other.stop();
  await system.expectProven(accountId);
}, 60_000);
