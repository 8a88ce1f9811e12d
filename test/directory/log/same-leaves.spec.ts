/** @engines both */
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { ACCOUNTS_SCOPE, openLogs, rollbookTable, type Directory } from '#libs/directory';
import { append, emptyTree, leafHash, rootOf } from '#libs/transparency-log';
import { defineEntity, number, string } from '@rollbook/single-table';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';

/** That each engine, and each version of the worker, makes the same leaves of the same stored events. */

const ACCOUNT = 'acct_00000000000000000000000001';
const AT = '2026-11-29T08:00:00.000Z';
const FIRST_PART = 1_000_000;

type Attributes = Record<string, AttributeValue>;

/** Everything that DynamoDB can store, and what a version stored that this one does not know. */
const EVENTS: readonly Attributes[] = [
  { type: { S: 'account_created' }, d: { S: '{"s":1,"data":{"name":null}}' }, personal: { S: 'v1.Zm9v' } },
  { type: { S: 'user_created' }, userKey: { S: 'wrapped' }, later: { S: 'é\u2028😀' } },
  { type: { S: 'widget_created' }, of: { M: { $b: { B: Buffer.from('bytes') }, none: { NULL: true } } } },
  {
    type: { S: 'sets' },
    names: { SS: ['b', 'a', '\ufffd', '😀'] },
    bytes: { BS: [Buffer.from('2'), Buffer.from('1')] },
  },
  {
    type: { S: 'numbers' },
    set: { NS: ['10', '9.0', '1e2'] },
    list: { L: [{ N: '1.50' }, { N: '-0' }, { N: '1e21' }] },
  },
  {
    type: { S: 'large' },
    one: { N: '9007199254740993' },
    other: { N: '12345678901234567890123456789012345678' },
    part: { N: '0.1234567890123456789012345' },
  },
  { type: { S: 'long' }, text: { S: 'x'.repeat(70_000) }, is: { BOOL: false }, empty: { S: '' } },
];
/** Of the root of these leaves: the same on each engine, and for good. */
const ROOT = 'kFCY9ASxEQCZ8ZNd9PIrwAs5Z/UCmYeCM4NjvkhCXXk=';

/** As the next version has it: it knows an attribute that this one does not. */
const nextEvent = defineEntity(rollbookTable, {
  name: 'event',
  key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
  attributes: { accountId: string(), aggregateId: string(), version: number(), later: string().optional() },
});

function nextVersion(directory: Directory): Directory {
  const { table } = directory;
  const batchGetStored: typeof table.batchGetStored = (references, options) => {
    const asNext = references.map((reference) => {
      const [PK, SK] = Object.values(reference.key) as [string, string];
      if (!PK.startsWith('events:')) return reference;
      return nextEvent.at({
        aggregateId: PK.slice('events:'.length),
        version: Number(SK.slice('v:'.length)),
      });
    });
    return table.batchGetStored(asNext, options);
  };
  return { ...directory, table: { ...table, batchGetStored } };
}

let system: LoggedDirectory;
beforeEach(async () => {
  system = await openLoggedDirectory();
});
afterEach(() => system.close());

const put = (Item: Attributes) =>
  system.client.send(new PutItemCommand({ TableName: system.tableName, Item }));

const nameOf = (index: number) => ({
  aggregateId: `widget_${index % 2}`,
  version: 1 + Math.floor(index / 2),
});

async function putEvent(index: number): Promise<void> {
  const { aggregateId, version } = nameOf(index);
  await put({
    PK: { S: `events:${aggregateId}` },
    SK: { S: `v:${String(version).padStart(12, '0')}` },
    GSI1PK: { S: `log:${ACCOUNT}` },
    GSI1SK: { S: `${AT}:${aggregateId}.${version}` },
    entity: { S: 'event' },
    ...{ accountId: { S: ACCOUNT }, eventId: { S: `${aggregateId}.${version}` }, at: { S: AT } },
    ...{ aggregateId: { S: aggregateId }, version: { N: String(version) } },
    ...EVENTS[index]!,
  });
}

/** A part of the account's feed, and of that of all. */
async function putPart(part: number, indexes: readonly number[]): Promise<void> {
  const commits = indexes.map(nameOf).map(({ aggregateId, version }) => [aggregateId, version, 1]);
  for (const scope of [ACCOUNT, ACCOUNTS_SCOPE])
    await put({
      ...{ PK: { S: `feed:${scope}` }, SK: { S: `part:${String(FIRST_PART + part).padStart(12, '0')}` } },
      ...{ entity: { S: 'feed-part' }, scope: { S: scope }, sequence: { N: String(FIRST_PART + part) } },
      ...{
        at: { S: AT },
        commits: { S: JSON.stringify(commits) },
        fedUpTo: { M: {} },
        whole: { BOOL: true },
      },
      later: { S: 'unknown' },
    });
}

test('workers of two versions make the same leaves on each engine', async () => {
  const workers = [
    { directory: system.reopened(), signing: system.anotherSigning() },
    { directory: nextVersion(system.reopened()), signing: system.anotherSigning() },
  ];
  for (const index of EVENTS.keys()) {
    await putEvent(index);
    await putPart(index, [index]);
    await system.round(workers[index % 2]);
  }
  const read = await Promise.all(
    workers.map(({ directory }) =>
      openLogs(directory, system.signing.key).accounts.entries(ACCOUNT, 0, EVENTS.length),
    ),
  );
  expect(read[1]).toEqual(read[0]);
  const root = Buffer.from(rootOf(append(emptyTree, read[0]!.map(leafHash)))).toString('base64');
  const head = await openLogs(system.directory, system.signing.key).accounts.head(ACCOUNT);
  expect(Buffer.from(head!.root).toString('base64')).toBe(root);
  expect(root).toBe(ROOT);
  const text = Buffer.concat(read[0]!).toString();
  expect(text).toContain('"later":"é\u2028😀"');
  expect(text).not.toContain('wrapped');
});
