import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addMember,
  closeAccount,
  commandAccount,
  commandUser,
  createAccount,
  createApiKey,
  createServiceGroup,
  createUser,
  grantTenant,
  noteApiKeyUse,
  refreshMembershipsOfUser,
  removeMember,
  removeServiceGroup,
  removeUser,
  rotateApiKey,
  unpackCommit,
  updateServiceGroup,
  type Directory,
  type Finding,
  type Tenant,
  type VerifyOptions,
} from '#libs/directory';
import type { ApiKeyId, ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import {
  everyItem,
  everyWireItem,
  putWireItems,
  withParsedEvents,
  type WireItem,
} from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { rebuildAccount, repairAccount, verifyAccount } from '../../support/directory/settled.js';
import { onWeakTable } from '../../support/engines/engine.js';

/** Everything is written before it is verified here, so nothing needs to be looked at again later. */
const AT_ONCE = { recheckAfterMs: 10, logSettledAfterMs: 0 };

type StoredItem = Record<string, unknown> & { PK: string; SK: string };

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
/** Ada is the owner, Grace an admin; Ada is in dev and prod, Grace in dev, and was in prod. */
let [ada, grace]: UserId[] = [];
let [dev, prod]: ServiceGroupId[] = [];

/** What each test starts from: made once, by the same commands, and copied into a table for each. */
let start: readonly WireItem[];

beforeAll(async () => {
  const made = await openTestDirectory();
  ({ directory } = made);
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
  const user = async (name: string, role: 'owner' | 'admin') =>
    (await createUser(tenant, { name, email: `${name}@X.example`, role }, byOperator)).state.userId;
  const group = async (name: string) =>
    (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
  [ada, grace] = [await user('ada', 'owner'), await user('grace', 'admin')];
  [dev, prod] = [await group('Dev'), await group('Prod')];
  for (const [where, who] of [
    [dev, ada],
    [prod, ada],
    [dev, grace],
    [prod, grace],
  ] as const)
    await addMember(tenant, where, who, byOperator);
  await removeMember(tenant, prod, grace, byOperator);
  await commandAccount(tenant, { type: 'change_account', name: 'Acme AG' }, byOperator);
  start = await everyWireItem(made);
  await made.close();
});

beforeEach(async () => {
  opened = await openTestDirectory();
  ({ directory } = opened);
  tenant = grantTenant(directory, tenant.accountId);
  await putWireItems(opened, start);
});

afterEach(() => opened.close());

async function verify(options: VerifyOptions = AT_ONCE): Promise<Finding[]> {
  const findings: Finding[] = [];
  await verifyAccount(tenant, { ...options, onFinding: (finding) => findings.push(finding) });
  // Readers' counts are the projector's, which does not run here.
  return findings.filter(({ level, message }) => level !== 'stale' || !/\bcounted\b/.test(message));
}

/** The one stored item of an entity that is so. */
async function stored(entity: string, wanted: Record<string, unknown> = {}): Promise<StoredItem> {
  const found = (await everyItem(opened)).filter(
    (item) =>
      item['entity'] === entity &&
      item['accountId'] === tenant.accountId &&
      Object.entries(wanted).every(([name, value]) => item[name] === value),
  );
  expect(found).toHaveLength(1);
  return found[0] as StoredItem;
}
const put = (item: Record<string, unknown>) =>
  opened.client.send(
    new PutItemCommand({
      TableName: opened.tableName,
      Item: marshall(item, { removeUndefinedValues: true }),
    }),
  );
const drop = ({ PK, SK }: StoredItem) =>
  opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key: marshall({ PK, SK }) }));
const change = async (item: StoredItem, changes: Record<string, unknown>) => put({ ...item, ...changes });

describe('a sound account', () => {
  test('has nothing to be found, whatever happened in it', async () => {
    await updateServiceGroup(tenant, dev!, { name: 'Development' }, byOperator);
    const changes = { type: 'change_user', name: 'Ada L', email: 'l@x.example', role: 'owner' } as const;
    await commandUser(tenant, ada!, changes, byOperator);
    await commandUser(tenant, grace!, { type: 'suspend_user' }, byOperator);
    await commandUser(tenant, grace!, { type: 'reactivate_user' }, byOperator);
    await refreshMembershipsOfUser(directory, tenant.accountId, grace!);
    await removeUser(tenant, grace!, byOperator);
    expect((await verify()).filter(({ level }) => level !== 'stale')).toEqual([]);
  });

  test('is counted and its progress shown', async () => {
    const progress: [number, number][] = [];
    const verification = await verifyAccount(tenant, {
      ...AT_ONCE,
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(verification).toEqual({
      accountId: tenant.accountId,
      aggregates: 5,
      events: 11,
      memberships: 3,
      findings: { wrong: 0, stale: 0, pending: 0 },
    });
    expect(progress[0]).toEqual([0, 7]);
    expect(progress.at(-1)).toEqual([7, 7]);
  });

  test('may be written to while it is verified', async () => {
    let busy = true;
    const commands = (async () => {
      for (let round = 0; busy; round += 1) {
        await commandUser(tenant, ada!, { type: 'change_user', name: `Ada ${round}` }, byOperator);
        await removeMember(tenant, dev!, grace!, byOperator);
        await updateServiceGroup(tenant, dev!, { name: `Dev ${round}` }, byOperator);
        await addMember(tenant, dev!, grace!, byOperator);
        const email = `u${round}@x.example`;
        const { userId } = (await createUser(tenant, { name: 'U', email, role: 'member' }, byOperator)).state;
        await addMember(tenant, dev!, userId, byOperator);
        await removeUser(tenant, userId, byOperator);
      }
    })();
    const wrong = [];
    for (let round = 0; round < 4; round += 1)
      wrong.push(
        ...(await verify({ recheckAfterMs: onWeakTable() ? 1_000 : 10 })).filter(
          ({ level }) => level === 'wrong',
        ),
      );
    busy = false;
    await commands;
    expect(wrong).toEqual([]);
  });
});

test('a name that was copied before it changed is stale, not wrong, and is refreshed by a repair', async () => {
  await commandUser(tenant, ada!, { type: 'change_user', name: 'Ada Lovelace' }, byOperator);
  await updateServiceGroup(tenant, dev!, { name: 'Development' }, byOperator);
  const findings = await verify();
  expect(new Set(findings.map(({ level }) => level))).toEqual(new Set(['stale']));
  expect(findings).toHaveLength(3);
  await repairAccount(tenant, { ...AT_ONCE, dryRun: false });
  expect(await verify()).toEqual([]);
});

describe('a removal under way', () => {
  test('of a service group is not wrong at any step, and is found when it is stuck', async () => {
    await removeServiceGroup(tenant, dev!, byOperator);
    expect(await verify()).toEqual([]);
    const stuck: Finding[] = [];
    const onFinding = (finding: Finding) => stuck.push(finding);
    await verifyAccount(tenant, { ...AT_ONCE, stuckAfterMs: -1, onFinding });
    expect(stuck).toMatchObject([{ level: 'wrong', problem: 'stuck', entity: 'fences', aggregateId: dev }]);
    const { jobId } = (await stored('job')) as unknown as { jobId: string };
    await finishJob(directory, jobId, async () => expect(await verify()).toEqual([]));
    expect(await verify()).toEqual([]);
  });

  test('of a user with many memberships is pending until its job is done', async () => {
    const input = { name: 'Busy', email: 'busy@x.example', role: 'member' } as const;
    const { userId } = (await createUser(tenant, input, byOperator)).state;
    for (let n = 0; n < 50; n += 1) {
      const { state } = await createServiceGroup(tenant, { name: `group ${n}` }, byOperator);
      await addMember(tenant, state.serviceGroupId, userId, byOperator);
    }
    await removeUser(tenant, userId, byOperator);
    const levels = async () => new Set((await verify()).map(({ level }) => level));
    expect(await levels()).toEqual(new Set(['pending']));
    const { jobId } = (await stored('job')) as unknown as { jobId: string };
    await finishJob(directory, jobId, async () => expect(await levels()).toEqual(new Set(['pending'])));
    expect(await verify()).toEqual([]);
  });

  test('of a whole account is not wrong at any step', async () => {
    await closeAccount(tenant, byOperator);
    expect((await verify()).filter(({ level }) => level === 'wrong')).toEqual([]);
    const { jobId } = (await stored('job')) as unknown as { jobId: string };
    const wrong = async () => (await verify()).filter(({ level }) => level === 'wrong');
    await finishJob(directory, jobId, async () => expect(await wrong()).toEqual([]));
    expect(await verify()).toEqual([]);
  });

  test('whose job is gone is given another by a repair', async () => {
    await removeServiceGroup(tenant, dev!, byOperator);
    await drop(await stored('job'));
    await repairAccount(tenant, { ...AT_ONCE, stuckAfterMs: -1, dryRun: false });
    const { jobId } = (await stored('job')) as unknown as { jobId: string };
    await finishJob(directory, jobId);
    expect(await verify()).toEqual([]);
  });
});

/** Each breaks one thing, as a bug would, and says what must be found. */
const damages: [title: string, damage: () => Promise<unknown>, found: Partial<Finding>, heals: boolean][] = [
  [
    'an event that was not written',
    async () => drop(await stored('event', { aggregateId: grace, version: 4 })),
    { problem: 'missing', entity: 'event', message: expect.stringContaining('.4 is missing') as never },
    true,
  ],
  [
    'an account that the list of all accounts does not show',
    async () => change(await stored('account'), { GSI1SK: 'account:elsewhere' }),
    { problem: 'not in the index', entity: 'account' },
    true,
  ],
  [
    'an event lost from the middle of a history',
    async () => drop(await stored('event', { aggregateId: grace, version: 3 })),
    { problem: 'hole', entity: 'event' },
    false,
  ],
  [
    'a version that was skipped',
    async () => {
      const event = await stored('event', { aggregateId: ada, version: 3 });
      await drop(event);
      const SK = 'v:000000000005';
      const eventId = `${ada}.5`;
      await put({ ...event, SK, version: 5, eventId, GSI1SK: `${event['at'] as string}:${eventId}` });
      const head = await stored('user', { userId: ada });
      const [last] = carried(head);
      await change(head, { version: 5, lastEvents: JSON.stringify([{ ...last, version: 5, eventId }]) });
    },
    { problem: 'hole', entity: 'event' },
    false,
  ],
  [
    'an event whose time is before that of the event before it',
    async () =>
      change(await stored('event', { aggregateId: ada, version: 2 }), { at: '2020-01-01T00:00:00.000Z' }),
    { problem: 'out of order', entity: 'event' },
    false,
  ],
  [
    'an event of a schema version from the future',
    async () => change(await stored('event', { aggregateId: prod, version: 1 }), { schemaVersion: 99 }),
    { problem: 'unreadable', entity: 'event' },
    false,
  ],
  [
    'an event under another account',
    async () => change(await stored('event', { aggregateId: prod, version: 1 }), { accountId: 'acct_other' }),
    { problem: 'misplaced', entity: 'event' },
    false,
  ],
  [
    'an event that the log does not show',
    async () =>
      change(await stored('event', { aggregateId: ada, version: 2 }), {
        GSI1PK: undefined,
        GSI1SK: undefined,
      }),
    { problem: 'not in the log', entity: 'event' },
    false,
  ],
  [
    'a head that is gone',
    async () => drop(await stored('user', { userId: ada })),
    { problem: 'missing', entity: 'user' },
    true,
  ],
  [
    'a head with another name',
    async () => change(await stored('service-group', { serviceGroupId: dev }), { name: 'Forged' }),
    { problem: 'differs', entity: 'service-group' },
    true,
  ],
  [
    'an account with another name',
    async () => change(await stored('account'), { name: 'Forged' }),
    { problem: 'differs', entity: 'account' },
    true,
  ],
  [
    'a head whose count of memberships is off by one',
    async () => change(await stored('user', { userId: ada }), { membershipCount: 3 }),
    { problem: 'differs', entity: 'user' },
    true,
  ],
  [
    'a head that does not carry the events of its last commit',
    async () => change(await stored('user', { userId: ada }), { lastEvents: '[]' }),
    { problem: 'differs', entity: 'user' },
    true,
  ],
  [
    'a head that is behind its events',
    async () => change(await stored('user', { userId: grace }), { version: 3 }),
    { problem: 'differs', entity: 'user' },
    true,
  ],
  [
    'a head without an event',
    async () => {
      const head = await stored('user', { userId: ada });
      await put({ ...head, SK: 'user:user_ghost', userId: 'user_ghost', lastEvents: '[]' });
    },
    { problem: 'unexpected', entity: 'user', aggregateId: 'user_ghost' },
    true,
  ],
  [
    'a claim that was not released',
    async () => {
      const claim = await stored('email-claim', { userId: ada });
      const [email, PK] = ['old@x.example', 'email:old@x.example'];
      await put({ ...claim, SK: PK, email, GSI1PK: PK });
    },
    { problem: 'unexpected', entity: 'email-claim' },
    true,
  ],
  [
    'a claim that is missing',
    async () => drop(await stored('email-claim', { userId: grace })),
    { problem: 'missing', entity: 'email-claim' },
    true,
  ],
  [
    'a claim for somebody else',
    async () => change(await stored('email-claim', { userId: grace }), { userId: ada }),
    { problem: 'differs', entity: 'email-claim' },
    true,
  ],
  [
    'an email that two users hold',
    async () => {
      const claim = await stored('email-claim', { userId: ada });
      await drop(claim);
      const twin = { name: 'Twin', email: 'ADA@x.example', role: 'member' } as const;
      await createUser(tenant, twin, byOperator);
    },
    { problem: 'claimed twice', entity: 'email-claim', aggregateId: undefined },
    false,
  ],
  [
    'a group name that two groups hold',
    async () => {
      await drop(await stored('service-group-name-claim', { serviceGroupId: dev }));
      await createServiceGroup(tenant, { name: 'DEV' }, byOperator);
    },
    { problem: 'claimed twice', entity: 'service-group-name-claim' },
    false,
  ],
  [
    'a group name that was not released',
    async () => {
      const claim = await stored('service-group-name-claim', { serviceGroupId: dev });
      await put({ ...claim, SK: 'servicegroup-name:old', name: 'old' });
    },
    { problem: 'unexpected', entity: 'service-group-name-claim' },
    true,
  ],
  [
    'an owner item that is missing',
    async () => drop(await stored('owner', { userId: ada })),
    { problem: 'missing', entity: 'owner' },
    true,
  ],
  [
    'an owner item of somebody who is none',
    async () => {
      const owner = await stored('owner', { userId: ada });
      await put({ ...owner, SK: `owner:${grace}`, userId: grace });
    },
    { problem: 'unexpected', entity: 'owner' },
    true,
  ],
  [
    'a membership that was left behind',
    async () => {
      const membership = await stored('membership', { userId: ada, serviceGroupId: prod });
      const [PK, GSI1SK] = [`user:${grace}`, `user:${grace}`];
      await put({ ...membership, PK, GSI1SK, userId: grace });
    },
    { problem: 'unexpected', entity: 'membership' },
    true,
  ],
  [
    'a membership that is missing',
    async () => drop(await stored('membership', { userId: ada, serviceGroupId: prod })),
    { problem: 'missing', entity: 'membership' },
    true,
  ],
  [
    'a membership that only the user sees',
    async () =>
      change(await stored('membership', { userId: ada, serviceGroupId: prod }), {
        GSI1PK: undefined,
        GSI1SK: undefined,
      }),
    { problem: 'not in the index', entity: 'membership' },
    true,
  ],
  [
    'a membership of a user that never was',
    async () => {
      const membership = await stored('membership', { userId: ada, serviceGroupId: prod });
      await put({ ...membership, PK: 'user:user_ghost', GSI1SK: 'user:user_ghost', userId: 'user_ghost' });
    },
    { problem: 'unexpected', entity: 'membership', aggregateId: 'user_ghost' },
    true,
  ],
  [
    'a membership since another time',
    async () =>
      change(await stored('membership', { userId: ada, serviceGroupId: prod }), {
        since: '2020-01-01T00:00:00.000Z',
      }),
    { problem: 'differs', entity: 'membership' },
    true,
  ],
  [
    'a membership with a name its user never had at that version',
    async () =>
      change(await stored('membership', { userId: ada, serviceGroupId: prod }), { userName: 'Eve' }),
    { problem: 'differs', entity: 'membership' },
    true,
  ],
  [
    'a membership with a name its service group never had at that version',
    async () =>
      change(await stored('membership', { userId: ada, serviceGroupId: prod }), { serviceGroupName: 'Eve' }),
    { problem: 'differs', entity: 'membership' },
    true,
  ],
  [
    'a past membership that is missing',
    async () => drop(await stored('past-membership')),
    { problem: 'missing', entity: 'past-membership' },
    true,
  ],
  [
    'a past membership that ended at another time',
    async () => change(await stored('past-membership'), { until: '2020-01-01T00:00:00.000Z' }),
    { problem: 'differs', entity: 'past-membership' },
    true,
  ],
  [
    'a past membership that only the user sees',
    async () => change(await stored('past-membership'), { GSI1PK: undefined, GSI1SK: undefined }),
    { problem: 'not in the index', entity: 'past-membership' },
    true,
  ],
  [
    'a past membership that never was',
    async () => {
      const past = await stored('past-membership');
      const since = '2020-01-01T00:00:00.000Z';
      const escaped = since.replaceAll(':', '%3A');
      await put({
        ...past,
        since,
        SK: `past-servicegroup:${prod}:${escaped}`,
        GSI1SK: `user:${grace}:${escaped}`,
      });
    },
    { problem: 'unexpected', entity: 'past-membership' },
    true,
  ],
  [
    'a fence before a service group that is not removed',
    async () => {
      const { PK } = await stored('account');
      const at = '2026-01-01T00:00:00.000Z';
      const times = { createdAt: at, updatedAt: at };
      const { accountId } = tenant;
      await put({ PK, SK: 'fences', entity: 'fences', accountId, removedIds: new Set([dev]), ...times });
    },
    { problem: 'unexpected', entity: 'fences' },
    true,
  ],
  [
    'a removed service group whose fence is down while it has members',
    async () => {
      await removeServiceGroup(tenant, dev!, byOperator);
      await drop(await stored('fences'));
    },
    { problem: 'missing', entity: 'fences' },
    true,
  ],
  [
    'a closed account whose fence is down while it has users',
    async () => {
      await closeAccount(tenant, byOperator);
      await drop(await stored('fences'));
    },
    { problem: 'missing', entity: 'fences' },
    true,
  ],
];

describe('verify finds', () => {
  test.each(damages)('%s', async (_, damage, expected, heals) => {
    expect(await verify()).toEqual([]);
    await damage();
    const { aggregateId, ...rest } = expected;
    const wanted = { level: 'wrong', repairable: heals, ...rest, ...(aggregateId && { aggregateId }) };
    const findings = await verify();
    expect(findings).toContainEqual(expect.objectContaining(wanted));

    const before = await everyItem(opened);
    const dry = await repairAccount(tenant, { ...AT_ONCE, dryRun: true });
    expect(await everyItem(opened)).toEqual(before);
    expect(dry[heals ? 'repaired' : 'beyondRepair']).toContainEqual(expect.objectContaining(wanted));

    const { conflicted } = await repairAccount(tenant, { ...AT_ONCE, dryRun: false });
    expect(conflicted).toEqual([]);
    const left = (await verify()).filter(({ level }) => level === 'wrong');
    if (heals) expect(left).toEqual([]);
    else expect(left).toContainEqual(expect.objectContaining(wanted));
  });

  test('and a repair writes nothing that is derived from a history with a hole', async () => {
    await drop(await stored('event', { aggregateId: grace, version: 3 }));
    await drop(await stored('email-claim', { userId: grace }));
    // Counts that are missing for a minute are counted anew, whatever the history is.
    const derived = async () =>
      ((await everyItem(opened)) as StoredItem[])
        .filter(({ entity }) => entity !== 'account-counts')
        .map(comparable);
    const before = await derived();
    await repairAccount(tenant, { ...AT_ONCE, dryRun: false });
    expect(await derived()).toEqual(before);
  });
});

test('an account of which only the events are left is rebuilt, item by item', async () => {
  await removeServiceGroup(tenant, prod!, byOperator);
  const of = async () =>
    (await everyItem(opened)).filter((item) => item['accountId'] === tenant.accountId) as StoredItem[];
  const sorted = (items: StoredItem[]) =>
    items
      .filter(({ entity }) => !['job', 'listed-job', 'fences', 'account-counts'].includes(String(entity)))
      .sort((a, b) => (a.PK + a.SK < b.PK + b.SK ? -1 : 1));
  const before = await of();
  for (const item of before) if (item['entity'] !== 'event') await drop(item);
  const { written, verification } = await rebuildAccount(tenant, AT_ONCE);
  expect(written).toBeGreaterThan(0);
  expect(verification.findings).toMatchObject({ wrong: 0 });
  const rebuilt = await of();
  expect(sorted(rebuilt).map(comparable)).toEqual(sorted(before).map(comparable));
  const { jobId } = rebuilt.find(({ entity }) => entity === 'job') as unknown as { jobId: string };
  await finishJob(directory, jobId);
  expect(await verify()).toEqual([]);
});

const carried = (head: StoredItem) => unpackCommit(JSON.parse(head['lastEvents'] as string)).events ?? [];

/**
 * What a rebuilt membership copies is its sides' present state, and so it says when that was. A rebuild also counts, as
 * the stream processor does otherwise.
 */
function comparable(stored: StoredItem) {
  const { memberCount: _m, countedAt: _at, countedUpTo: _to, recountedAt: _anew, ...uncounted } = stored;
  const { updatedAt, userVersion, serviceGroupVersion, ...item } = withParsedEvents(uncounted);
  return item['entity'] === 'membership' ? item : { ...item, updatedAt, userVersion, serviceGroupVersion };
}

test('a head whose events an earlier version stored as a list is as good as one with text', async () => {
  const head = await stored('user', { userId: ada });
  await change(head, { lastEvents: carried(head) });
  expect(await verify()).toEqual([]);
  await commandUser(tenant, ada!, { type: 'change_user', role: 'owner' }, byOperator);
  await commandUser(tenant, ada!, { type: 'change_user', name: 'Ada L.' }, byOperator);
  await refreshMembershipsOfUser(directory, tenant.accountId, ada!);
  expect(await verify()).toEqual([]);
});

describe('an API key', () => {
  const drawn = (secretHash: string) => ({ hint: 'aaaa', secretHash });
  let apiKeyId: ApiKeyId;
  beforeEach(async () => {
    const input = { name: 'Import', scopes: ['users:write'], expiresAt: undefined } as const;
    const { state } = await createApiKey(tenant, input, () => drawn('one'), byOperator);
    ({ apiKeyId } = state);
    const rotation = {
      previousValidUntil: '2030-01-01T00:00:00.000Z',
      expiresAt: undefined,
      ...drawn('two'),
    };
    await rotateApiKey(tenant, apiKeyId, { type: 'rotate_api_key', ...rotation }, byOperator);
  });

  test('is as its events say, whenever it was last used', async () => {
    await noteApiKeyUse(
      directory,
      { accountId: tenant.accountId, apiKeyId },
      '2026-03-03T10:00:00.000Z',
      '2026-03-03T09:55:00.000Z',
    );
    expect(await stored('api-key')).toMatchObject({ lastUsedAt: '2026-03-03T10:00:00.000Z', version: 2 });
    expect(await verify()).toEqual([]);
  });

  test('that was tampered with, or is gone, is found and written again', async () => {
    const right = await stored('api-key');
    await put({ ...right, secretHash: 'of somebody else', scopes: ['users:write', 'users:read'] });
    expect(await verify()).toMatchObject([
      { problem: 'differs', entity: 'api-key', aggregateId: apiKeyId, repairable: true },
    ]);
    await drop(right);
    expect(await verify()).toMatchObject([{ problem: 'missing', entity: 'api-key' }]);
    await rebuildAccount(tenant, AT_ONCE);
    expect(withParsedEvents(await stored('api-key'))).toEqual(withParsedEvents(right));
    expect(await verify()).toEqual([]);
  });
});
