import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  addTeam,
  addToTeam,
  addManager,
  addMember,
  commandAccount,
  createAccount,
  createApiKey,
  createLogStream,
  createServiceGroup,
  createTeam,
  createUser,
  createWebhookEndpoint,
  DERIVED_ENTITIES,
  grantTenant,
  inviteUser,
  linkIdentity,
  recountAll,
  removeFromTeam,
  removeMember,
  removeTeamAccess,
  removeServiceGroup,
  replaceAccessRoles,
  requestAccess,
  rotateApiKey,
  type Tenant,
} from '#libs/directory';
import {
  accountSettings,
  AGGREGATES,
  serviceGroupSettings,
  teamSettings,
  userSettings,
  type AggregateKind,
  type Settings,
} from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { finishJob } from '../../support/directory/jobs.js';
import { everyWireItem } from '../../support/directory/items.js';
import { rebuildAccount } from '../../support/directory/settled.js';

/** What may hold anything without being wrong. Whatever else is stored must be what the events say. */
const MAY_DIFFER: Readonly<Record<string, readonly string[]>> = {
  // Counts from before these had an item of their own.
  account: ['userCount', 'serviceGroupCount', 'countedAt'],
  // Kept by the stream processor; a wrong count is stale, not wrong.
  'service-group': ['memberCount', 'countedAt', 'countedUpTo', 'recountedAt'],
  // A bound only, which no event says; it is counted again where it is not there.
  team: ['accessGiven'],
  // Noted when the key is used.
  'api-key': ['lastUsedAt', 'understands'],
  // Written again when copies are refreshed or erased.
  membership: ['updatedAt'],
  'past-membership': ['updatedAt'],
  'team-place': ['updatedAt'],
  'past-team-place': ['updatedAt'],
  // When it was written last.
  'team-access': ['updatedAt'],
  'past-team-access': ['updatedAt'],
  // Does not move when only the case of a name changes.
  'service-group-name-claim': ['createdAt', 'updatedAt'],
};

/** What these hold follows from no event: only that they are there does. */
const NOT_FROM_EVENTS = ['webhook-queue', 'invitation'];
const KINDS = (Object.keys(DERIVED_ENTITIES) as (keyof typeof DERIVED_ENTITIES)[]).filter(
  (kind) => !NOT_FROM_EVENTS.includes(kind),
);

type Value = AttributeValue;
type WireItem = Record<string, Value>;

let opened: TestDirectory;
let tenant: Tenant;
let stored: WireItem[];

/** A value for each. */
function everySetting(settings: Settings): object {
  const values = Object.entries(settings).map(([name, { type }]) => [
    name,
    type === 'object' ? { tier: 'gold' } : `${name}-1`,
  ]);
  return Object.fromEntries(values) as object;
}

beforeAll(async () => {
  opened = await openTestDirectory();
  const { directory } = opened;
  const acme = { name: 'Acme', ...everySetting(accountSettings), limits: { users: 9 } };
  tenant = grantTenant(directory, (await createAccount(directory, acme, byOperator)).state.accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'owner', ...everySetting(userSettings) } as const;
  const { userId } = (await createUser(tenant, ada, byOperator)).state;
  const identity = { userId, method: 'admin', issuer: 'https://login.acme.example', subject: 'ada' } as const;
  await linkIdentity(tenant, identity, byOperator);
  const group = async (name: string, externalId: string) =>
    (
      await createServiceGroup(
        tenant,
        { name, ...everySetting(serviceGroupSettings), externalId, membershipRules: { membersMayAsk: true } },
        byOperator,
      )
    ).state.serviceGroupId;
  const [dev, prod] = [await group('Dev', 'g-1'), await group('Prod', 'g-2')];
  await addMember(tenant, dev, userId, byOperator);
  await addManager(tenant, prod, userId, byOperator);
  await addMember(tenant, prod, userId, byOperator);
  await removeMember(tenant, prod, userId, byOperator);
  const wish = { userId, serviceGroupId: prod, reason: 'To deploy', expiresAt: '2099-12-31T18:00:00.000Z' };
  await requestAccess(tenant, wish, { ...byOperator, actor: `user:${userId}` });
  const key = { name: 'Import', scopes: ['users:write'], expiresAt: '2030-02-01T00:00:00.000Z' } as const;
  const drawn = (secretHash: string) => ({ hint: 'aaaa', secretHash });
  const { apiKeyId } = (await createApiKey(tenant, key, () => drawn('one'), byOperator)).state;
  const rotation = { previousValidUntil: '2030-01-01T00:00:00.000Z', expiresAt: undefined, ...drawn('two') };
  await rotateApiKey(tenant, apiKeyId, { type: 'rotate_api_key', ...rotation }, byOperator);
  const endpoint = { url: 'https://hooks.acme.example/', eventTypes: ['user.*'] };
  await createWebhookEndpoint(tenant, endpoint, byOperator);
  const stream = { url: 'https://logs.acme.example/', form: 'ndjson', secret: 'token' } as const;
  await createLogStream(tenant, stream, byOperator);
  await replaceAccessRoles(tenant, [{ key: 'reader', name: 'Reader', permissions: ['read'] }], byOperator);
  const ops = await group('Ops', 'g-3');
  await addMember(tenant, ops, userId, byOperator, {
    expiresAt: '2030-01-01T00:00:00.000Z',
    reason: 'On call',
  });
  const team = async (name: string, externalId: string) =>
    (await createTeam(tenant, { name, ...everySetting(teamSettings), externalId }, byOperator)).state.teamId;
  const [platform, past] = [await team('Platform', 't-1'), await team('Past', 't-2')];
  const until = { expiresAt: '2030-01-01T00:00:00.000Z', reason: 'On call' };
  for (const teamId of [platform, past]) {
    await addToTeam(tenant, teamId, userId, until, byOperator);
    await addTeam(tenant, prod, teamId, { ...until, accessRole: 'reader' }, byOperator);
  }
  await removeFromTeam(tenant, past, userId, byOperator);
  await removeTeamAccess(tenant, prod, past, byOperator);
  const signInRules = [{ issuer: 'https://login.acme.example', domains: ['acme.example'] }];
  await commandAccount(tenant, { type: 'change_account', signInRules }, byOperator);
  await commandAccount(tenant, { type: 'change_account', name: 'Acme AG' }, byOperator);
  const invitee = { name: 'Bob', email: 'bob@x.example', role: 'member' } as const;
  const terms = { tokenHashOf: () => 'hash' };
  await inviteUser(tenant, invitee, terms, byOperator);
  const removed = await removeServiceGroup(tenant, dev, byOperator);
  await addMember(tenant, prod, userId, byOperator);
  await indexesSettled();
  await finishJob({ ...directory, now: () => directory.now() + 5_000 }, removed.state.jobId as string);
  await recountAll(directory, tenant.accountId);
  stored = (await everyWireItem(opened)) as WireItem[];
});
afterAll(() => opened.close());

const put = (Item: WireItem) => opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item }));

/** One that is not a tombstone, of which more may differ. */
function storedItem(kind: string): WireItem {
  const found = stored.find((item) => item['entity']?.S === kind && item['status']?.S !== 'removed');
  if (!found) throw new Error(`No ${kind} is stored.`);
  return found;
}

/** Another value of the same type. */
function another(value: Value): Value {
  if (value.S !== undefined) return { S: isTime(value.S) ? '2001-01-01T00:00:00.000Z' : `${value.S}x` };
  if (value.N !== undefined) return { N: String(Number(value.N) + 1000) };
  if (value.BOOL !== undefined) return { BOOL: !value.BOOL };
  if (value.L !== undefined) return { L: [...value.L, value.L[0] ?? { S: 'forged' }] };
  if (value.M !== undefined) return { M: { ...value.M, forged: { S: 'x' } } };
  throw new Error(`No other value of ${JSON.stringify(value)} is known.`);
}
const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** Some value of a type, for an attribute that is not there. */
function some(type: string): Value {
  const values: Record<string, Value> = {
    string: { S: '2001-01-01T00:00:00.000Z' },
    number: { N: '1000' },
    boolean: { BOOL: true },
    any: { M: { forged: { S: 'x' } } },
    map: { M: { forged: { S: 'x' } } },
    list: { L: [{ S: 'forged' }] },
  };
  const value = values[type];
  if (!value) throw new Error(`No value of the type ${type} is known.`);
  return value;
}

/** The item with one attribute forged, taken away or added, for each that its entity declares. */
function* damagesOf(kind: (typeof KINDS)[number], item: WireItem): Generator<[title: string, WireItem]> {
  const { entries, key } = DERIVED_ENTITIES[kind].model;
  const inKey = new Set(key.variables);
  for (const [name, { codec }] of entries) {
    if (MAY_DIFFER[kind]?.includes(name)) continue;
    const { [name]: value, ...rest } = item;
    if (value === undefined) yield [`${name} added`, { ...item, [name]: some(codec.type) }];
    else {
      yield [`${name} changed`, { ...rest, [name]: another(value) }];
      // Every reader takes what is not stored from the key: nothing is lost.
      if (!inKey.has(name)) yield [`${name} taken away`, rest];
    }
  }
}

/** The item with attributes that its entity does not declare, or index keys that are not its own. */
function* additionsTo(item: WireItem): Generator<[title: string, WireItem]> {
  yield ['forged added', { ...item, forged: { M: { x: { N: '1' } } } }];
  yield ['GSI1PK forged', { ...item, GSI1PK: { S: 'accounts' }, GSI1SK: { S: 'forged' } }];
}

/** An item without what its entity requires cannot be read at all: the error that says so is no silence either. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MissingAttribute';
}

test('the account is sound before anything is forged', async () => {
  expect(await wrongFindings(tenant)).toEqual([]);
});

test.each(KINDS)('whatever is forged, added or taken away of a stored %s is found', async (kind) => {
  const item = storedItem(kind);
  const silent: string[] = [];
  for (const [title, damaged] of [...damagesOf(kind, item), ...additionsTo(item)]) {
    await put(damaged);
    try {
      if ((await wrongFindings(tenant)).length === 0) silent.push(title);
    } catch (error) {
      if (!isUnreadable(error)) silent.push(`${title}: ${String(error)}`);
    }
    await put(item);
  }
  expect(silent).toEqual([]);
});

const UNDERIVED = ['event', 'account-counts', 'usage', 'fences'];

test.each([...KINDS, ...NOT_FROM_EVENTS, ...UNDERIVED])(
  'an attribute that nobody declares is named where a stored %s has it',
  async (kind) => {
    const item = storedItem(kind);
    await put({ ...item, forged: { S: 'x' } });
    const [finding, ...others] = await wrongFindings(tenant);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ entity: kind, key: { PK: item['PK']?.S, SK: item['SK']?.S } });
    expect(finding?.differences).toEqual([{ attribute: 'forged', expected: undefined, found: 'x' }]);
    await put(item);
  },
);

test('a rebuild takes such attributes away, except from events, which are never rewritten', async () => {
  for (const item of stored) await put({ ...item, forged: { S: 'x' } });
  const { verification } = await rebuildAccount(tenant);
  const left = (await everyWireItem(opened)) as WireItem[];
  const forged = new Set(left.filter((item) => item['forged']).map((item) => item['entity']?.S));
  expect(Object.keys(DERIVED_ENTITIES).filter((kind) => forged.has(kind))).toEqual([]);
  expect(verification.findings.wrong).toBeGreaterThan(0);
  expect(forged).toContain('event');
  for (const item of stored) await put(item);
  expect(await wrongFindings(tenant)).toEqual([]);
});

test('a head without the id that its key holds is read by its key, and stops no check', async () => {
  const heads = stored.filter((item) => item['lastEvents'] !== undefined);
  for (const head of heads) {
    const { idName } = AGGREGATES[head['entity']?.S as AggregateKind];
    const { [idName]: _id, ...rest } = head;
    await put(rest);
  }
  expect(await wrongFindings(tenant)).toEqual([]);
  for (const head of heads) await put(head);
});
