import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { commandUser, openLogs, repairAccount, verifyAccount } from '#libs/directory';
import { byOperator } from '../../support/directory/directory.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { startAccount } from '../../support/streams/busy-directory.js';

let system: LoggedDirectory;
let account: Awaited<ReturnType<typeof startAccount>>;

beforeEach(async () => {
  system = await openLoggedDirectory();
  account = await startAccount(system.directory);
  for (let change = 0; change < 300; change += 1)
    await commandUser(
      account.tenant,
      account.ownerId,
      { type: 'change_user', name: `Olga ${change}` },
      byOperator,
    );
  await system.round();
});
afterEach(() => system.close());

async function wrong(): Promise<string[]> {
  const found: string[] = [];
  await verifyAccount(account.tenant, {
    onFinding: ({ entity, message }) => entity === 'log-head' && found.push(message),
    logKey: system.signing.key,
    recheckAfterMs: 0,
  });
  return found;
}

const at = (PK: string, SK: string) => ({
  TableName: system.tableName,
  Key: { PK: { S: PK }, SK: { S: SK } },
});
const event = (version: number) => at(`events:${account.ownerId}`, `v:${String(version).padStart(12, '0')}`);

test('verify finds nothing in a log that is as it was written', async () => {
  expect(await wrong()).toEqual([]);
});

test('verify finds a changed event, although head, feed and log of events agree with it', async () => {
  await system.client.send(
    new UpdateItemCommand({
      ...event(2),
      UpdateExpression: 'SET #other = :it',
      ExpressionAttributeNames: { '#other': 'other' },
      ExpressionAttributeValues: { ':it': { S: 'x' } },
    }),
  );
  const found = await wrong();
  expect(found).toContainEqual(expect.stringContaining('The tile 0/0'));
  expect(found).toContainEqual(expect.stringContaining('not those that the newest checkpoint covers'));
});

test('a repair does not create an event again that has a leaf: it reports the loss', async () => {
  await system.client.send(new DeleteItemCommand(event(301)));
  const { repaired, beyondRepair } = await repairAccount(account.tenant, {
    dryRun: false,
    recheckAfterMs: 0,
  });
  expect(repaired.filter(({ entity }) => entity === 'event')).toEqual([]);
  expect(beyondRepair).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('has a leaf in the log') as string }),
  );
  expect(await wrong()).toContainEqual(expect.stringContaining('does not exist'));
});

test('an erasure changes no leaf: every older proof is the same bytes', async () => {
  const { accounts } = openLogs(system.directory, system.signing.key);
  const ids = Array.from({ length: 20 }, (_, at) => `${account.ownerId}.${1 + at * 15}`);
  const before = await Promise.all(ids.map((id) => accounts.proof(account.accountId, id)));
  await system.client.send(new UpdateItemCommand({ ...event(1), UpdateExpression: 'REMOVE userKey' }));
  expect(await Promise.all(ids.map((id) => accounts.proof(account.accountId, id)))).toEqual(before);
  expect(await wrong()).toEqual([]);
});
