import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { accessPatternActions, accessPatternPages, describeAccessPatterns } from '#libs/directory';

const file = new URL('../../../docs/access-patterns.md', import.meta.url);
const jsonFile = new URL('../../../docs/access-patterns.json', import.meta.url);

test('docs/access-patterns, as .md and .json, are what the code does', async () => {
  const { markdown, json } = await accessPatternPages();
  const page = await format(markdown, { ...(await resolveConfig(file)), parser: 'markdown' });
  // `ROLLBOOK_WRITE_DOCS=1 npm test -- test/directory/catalogue/access-patterns` writes them.
  if (process.env['ROLLBOOK_WRITE_DOCS']) {
    writeFileSync(file, page);
    writeFileSync(jsonFile, json);
  }
  expect(readFileSync(file, 'utf8')).toBe(page);
  expect(readFileSync(jsonFile, 'utf8')).toBe(json);
});

test('no access pattern scans, and every one that writes does so in one transaction', async () => {
  for (const program of ['api', 'publisher', 'feeder', 'stream-processor', 'webhooks'] as const) {
    for (const { name, calls } of await describeAccessPatterns(program)) {
      const operations = calls.map((call) => call.operation);
      expect({ name, calls: operations.length > 0 }).toEqual({ name, calls: true });
      expect(operations).not.toContain('Scan');
      const writes = operations.filter((operation) => !/^(Get|BatchGet|Query)/.test(operation));
      // An event is stored, then its queue resumed: done again, both change nothing.
      if (name === 'enqueueDeliveries') continue;
      // Sessions are ended first: done again, that changes nothing.
      if (name === 'runAccountClosing') continue;
      // When they were last here is usually forgotten with their removal: forgetting it again changes nothing.
      if (name === 'erasePersonalData') continue;
      // A stream is changed, then its queue resumed: without that, it is tried again a little later.
      if (['changeLogStream', 'replaceStreamSecret', 'replayLogStream'].includes(name)) continue;
      // The storage is known before the day's row: without the row, only that is late.
      if (name === 'writeChanges') continue;
      // What finds the work is forgotten after it: usually the transaction has deleted it, and deleting it again changes nothing.
      if (name === 'runDue') continue;
      // Tiles and notes come before the head that makes them count: written again, they are the same.
      if (['fillTile', 'appendBatch'].includes(name)) continue;
      // Accounts are noted between the claim of a round and its end: noted again, they are looked at once more.
      if (name === 'beginObjectsRound') continue;
      // Each part is created on the condition that its number is free: done again, it goes on behind the last.
      if (['fillHistory', 'feedLost'].includes(name)) continue;
      // Rows are carried out each alone, and are recognised when they are carried out again.
      if (['startImport', 'importUsers', 'importServiceGroups', 'importTeams'].includes(name)) continue;
      if (name === 'importTeamMembers') continue;
      if (['importMemberships', 'startBulkJob', 'startBulkJobOfQuery', 'revertNextParts'].includes(name))
        continue;
      if (
        [
          'foldChanges',
          'rebuildEntries',
          'makeEntriesOfAccountsAnew',
          'purgeEntries',
          'recoverDeliveries',
          'testWebhookEndpoint',
        ].includes(name)
      )
        continue;
      expect({ name, writes: writes.length <= 1 }).toEqual({ name, writes: true });
    }
  }
});

test('the IAM actions are by process, on the table and its index', async () => {
  expect(await accessPatternActions('api')).toEqual([
    { action: 'dynamodb:Query', resource: 'index/GSI1' },
    { action: 'dynamodb:BatchGetItem', resource: 'table' },
    { action: 'dynamodb:ConditionCheckItem', resource: 'table' },
    { action: 'dynamodb:DeleteItem', resource: 'table' },
    { action: 'dynamodb:GetItem', resource: 'table' },
    { action: 'dynamodb:PutItem', resource: 'table' },
    { action: 'dynamodb:Query', resource: 'table' },
    { action: 'dynamodb:UpdateItem', resource: 'table' },
  ]);
  expect((await accessPatternActions('stream-processor')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']),
  );
});
