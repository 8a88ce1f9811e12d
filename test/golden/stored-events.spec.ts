import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addManager,
  addMember,
  addTeam,
  addToTeam,
  changeMembership,
  changeTeamAccess,
  changeTeamPlace,
  approveAccessRequest,
  closeAccount,
  commandAccount,
  commandLogStream,
  commandUser,
  commandWebhookEndpoint,
  createAccount,
  createApiKey,
  createLogStream,
  createServiceGroup,
  createTeam,
  createUser,
  createWebhookEndpoint,
  dueShards,
  erasePersonalData,
  getEvent,
  getHistory,
  grantTenant,
  removeFromTeam,
  removeManager,
  lapseDueRequest,
  refuseAccessRequest,
  requestAccess,
  removeLogStream,
  removeMember,
  removeServiceGroup,
  removeTeam,
  removeTeamAccess,
  removeUser,
  removeWebhookEndpoint,
  replaceAccessRoles,
  revokeApiKey,
  rotateApiKey,
  runDueOfShard,
  seeAs,
  settleDueMemberships,
  startSession,
  unlinkIdentity,
  updateServiceGroup,
  updateTeam,
  withdrawAccessRequest,
  type Tenant,
} from '#libs/directory';
import {
  EVENT_TYPES,
  evolveAccount,
  evolveApiKey,
  evolveLogStream,
  evolveServiceGroup,
  evolveTeam,
  evolveUser,
  evolveWebhookEndpoint,
  evolveAccessRequest,
  evolveAccessRoles,
  idOf,
  isIdOf,
  schemaVersionOf,
  type AccessRequestEvent,
  type AccessRolesEvent,
  type AccountEvent,
  type ApiKeyEvent,
  type DomainEvent,
  type LogStreamEvent,
  type ServiceGroupEvent,
  type ServiceGroupId,
  type TeamEvent,
  type UserEvent,
  type UserId,
  type WebhookEndpointEvent,
} from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { everyItem } from '../support/directory/items.js';

/**
 * One stored sample of every schema version of every event type, as it lies in a table: written by real commands of the
 * release that introduced it, and frozen since. What is stored is kept for ever, so it must be readable for ever.
 *
 * After a schema change, `ROLLBOOK_RECORD_SAMPLES=1 npm test -- test/golden` adds the samples that are missing. It
 * never overwrites one.
 */

const folder = new URL('./events/', import.meta.url);
const frozenFile = new URL('./frozen.json', import.meta.url);
const fileOf = (type: string, version: number) => `${type}.v${version}.json`;
const storedVersions = EVENT_TYPES.flatMap((type) =>
  Array.from({ length: schemaVersionOf(type) }, (_, index) => ({ type, version: index + 1 })),
);
const sampleOf = (type: string, version: number) =>
  JSON.parse(readFileSync(new URL(fileOf(type, version), folder), 'utf8')) as Record<string, unknown>;
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
  if (process.env['ROLLBOOK_RECORD_SAMPLES']) await recordMissingSamples();
});
afterAll(() => opened.close());

test('there is a sample of every schema version of every event type', () => {
  const files = readdirSync(folder).sort();
  expect(files).toEqual(storedVersions.map(({ type, version }) => fileOf(type, version)).sort());
});

test('no sample was changed since it was frozen', () => {
  const frozen = JSON.parse(readFileSync(frozenFile, 'utf8')) as Record<string, string>;
  const now = readdirSync(folder).map((name) => [name, digest(readFileSync(new URL(name, folder), 'utf8'))]);
  expect(Object.fromEntries(now)).toEqual(frozen);
});

describe.each(storedVersions)('a stored $type of schema version $version', ({ type, version }) => {
  test('is read from the table as an event of the current schema version', async () => {
    const sample = sampleOf(type, version);
    await opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: marshall(sample) }));
    const tenant = grantTenant(opened.directory, sample['accountId'] as string);
    const { items } = await getHistory(tenant, sample['aggregateId'] as string, {
      limit: 100,
    });
    const read = items.find(({ eventId }) => eventId === sample['eventId']);
    expect(read).toMatchObject({
      type,
      schemaVersion: schemaVersionOf(type),
      version: sample['version'],
      at: sample['at'],
      actor: sample['actor'],
    });
    expect(() => evolveAny(read as DomainEvent)).not.toThrow();
  });
});

/** Applies the event to a state it can be applied to. */
function evolveAny(event: DomainEvent): void {
  const { accountId, aggregateId: id, at } = event;
  const head = { accountId, name: 'before', version: event.version - 1, createdAt: at, updatedAt: at };
  if (isIdOf('account', id)) evolveAccount({ ...head, status: 'active' }, event as AccountEvent);
  else if (isIdOf('service-group', id))
    evolveServiceGroup({ ...head, serviceGroupId: id, status: 'active' }, event as ServiceGroupEvent);
  else if (isIdOf('api-key', id)) {
    const { actor: createdBy } = event;
    const key = { apiKeyId: id, scopes: [], hint: 'aaaa', secretHash: 'hash', createdBy };
    evolveApiKey({ ...head, ...key, status: 'active' }, event as ApiKeyEvent);
  } else if (isIdOf('webhook-endpoint', id)) {
    const settings = { url: 'https://x.example/', description: '', eventTypes: [], secretVersion: 1 };
    const endpoint = { ...head, ...settings, webhookEndpointId: id, status: 'active' } as const;
    evolveWebhookEndpoint(endpoint, event as WebhookEndpointEvent);
  } else if (isIdOf('log-stream', id)) {
    const settings = { url: 'https://x.example/', form: 'ndjson', personalData: false } as const;
    const more = { eventTypes: [], description: '', secretVersion: 1, logStreamId: id } as const;
    evolveLogStream({ ...head, ...settings, ...more, status: 'active' }, event as LogStreamEvent);
  } else if (isIdOf('access-roles', id)) {
    evolveAccessRoles({ ...head, accessRolesId: id, roles: [], status: 'active' }, event as AccessRolesEvent);
  } else if (isIdOf('team', id)) {
    evolveTeam({ ...head, teamId: id, status: 'active' }, event as TeamEvent);
  } else if (isIdOf('access-request', id)) {
    const sides = { userId: idOf('user', 'user_1'), serviceGroupId: idOf('service-group', 'sgrp_1') };
    const request = { ...head, ...sides, accessRequestId: id, serviceGroupName: 'Dev', lapsesAt: at };
    evolveAccessRequest({ ...request, status: 'requested' }, event as AccessRequestEvent);
  } else {
    const status = event.type === 'user.erased' ? 'removed' : 'active';
    const user = { userId: idOf('user', id), email: 'a@x.example', role: 'member', status } as const;
    evolveUser({ ...head, ...user, memberships: {}, membershipCount: 1 }, event as UserEvent);
  }
}

async function recordMissingSamples(): Promise<void> {
  const stored = await causeEveryEvent();
  for (const { type, version } of storedVersions) {
    const file = new URL(fileOf(type, version), folder);
    if (existsSync(file)) continue;
    const sample = stored.find((item) => item['type'] === type && item['schemaVersion'] === version);
    if (!sample) throw new Error(`No command of this release stores ${type} of schema version ${version}.`);
    const sorted = Object.fromEntries(Object.entries(sample).sort(([a], [b]) => (a < b ? -1 : 1)));
    const text = `${JSON.stringify(sorted, null, 2)}\n`;
    writeFileSync(file, text);
    const frozen = JSON.parse(readFileSync(frozenFile, 'utf8')) as Record<string, string>;
    writeFileSync(
      frozenFile,
      `${JSON.stringify({ ...frozen, [fileOf(type, version)]: digest(text) }, null, 2)}\n`,
    );
  }
}

/**
 * As events are stored of users who are older than encryption: the samples must be readable in any table, and without
 * a key that the repository would have to hold.
 */
async function storedPlainly(tenant: Tenant): Promise<Record<string, unknown>[]> {
  const items = (await everyItem(opened)).filter(({ entity }) => entity === 'event');
  return Promise.all(
    items.map(async ({ personal: _, personalOf: __, userKey: ___, ...item }) => {
      const event = await getEvent(tenant, String(item['eventId']));
      return { ...item, data: event?.data };
    }),
  );
}

async function causeEveryEvent(): Promise<Record<string, unknown>[]> {
  const { directory } = opened;
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  await commandAccount(tenant, { type: 'change_account', name: 'Acme AG' }, byOperator);
  const settings = { plan: 'team', limits: { users: 10 }, externalId: 'crm-1', metadata: { region: 'eu' } };
  await commandAccount(tenant, { type: 'change_account', ...settings }, byOperator);
  const signInRules = [{ issuer: 'https://login.x.example', domains: ['x.example'], externalIdClaim: 'oid' }];
  await commandAccount(tenant, { type: 'change_account', signInRules }, byOperator);
  await commandAccount(tenant, { type: 'suspend_account' }, byOperator);
  await commandAccount(tenant, { type: 'reactivate_account' }, byOperator);
  const ada = { name: 'Ada', email: 'Ada@x.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, ada, byOperator)).state;
  const groups = [];
  for (const name of ['Dev', 'Prod'])
    groups.push((await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId);
  const [dev, prod] = groups as [ServiceGroupId, ServiceGroupId];
  await updateServiceGroup(tenant, dev, { name: 'Development' }, byOperator);
  await addMember(tenant, dev, userId, byOperator);
  await addManager(tenant, dev, userId, byOperator);
  await removeManager(tenant, dev, userId, byOperator);
  const details = { externalId: 'hr-1', metadata: { desk: 7 } };
  await updateServiceGroup(tenant, dev, details, byOperator);
  const grace = { name: 'Grace', email: 'grace@x.example', role: 'member', status: 'invited' } as const;
  const invited = (await createUser(tenant, grace, byOperator)).state.userId;
  await commandUser(tenant, invited, { type: 'activate_user' }, byOperator);
  await commandUser(tenant, invited, { type: 'change_user', ...details }, byOperator);
  await causeEndsOfMemberships(tenant, dev, userId);
  await removeMember(tenant, dev, userId, byOperator);
  await removeServiceGroup(tenant, prod, byOperator);
  await causeTeamEvents(tenant, dev, userId);
  const change = {
    type: 'change_user',
    name: 'Ada Lovelace',
    email: 'lovelace@x.example',
    role: 'admin',
  } as const;
  await commandUser(tenant, userId, change, byOperator);
  const identity = { issuer: 'https://login.x.example', subject: '42' };
  const link = { type: 'link_identity', method: 'admin', ...identity } as const;
  await commandUser(tenant, userId, link, byOperator);
  await unlinkIdentity(tenant, { userId, which: () => true }, byOperator);
  await causeSeeingAs(tenant, userId);
  await commandUser(tenant, userId, { type: 'suspend_user' }, byOperator);
  await commandUser(tenant, userId, { type: 'reactivate_user' }, byOperator);
  await removeUser(tenant, userId, byOperator);
  const drawn = { hint: 'aaaa', secretHash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' };
  const key = { name: 'Import', scopes: ['users:write'], expiresAt: undefined } as const;
  const { apiKeyId } = (await createApiKey(tenant, key, () => drawn, byOperator)).state;
  const previousValidUntil = '2030-01-01T00:00:00.000Z';
  const rotation = { type: 'rotate_api_key', previousValidUntil, expiresAt: undefined, ...drawn } as const;
  await rotateApiKey(tenant, apiKeyId, rotation, byOperator);
  await revokeApiKey(tenant, apiKeyId, byOperator);
  await causeWebhookEvents(tenant);
  await causeLogStreamEvents(tenant);
  await causeRequests(tenant, dev, invited);
  await causeAccessRoleEvents(tenant);
  await closeAccount(tenant, byOperator);
  const before = await storedPlainly(tenant);
  await erasePersonalData(tenant, userId, byOperator);
  const erasure = (await storedPlainly(tenant)).filter(({ type }) => type === 'user.erased');
  return [...before, ...erasure];
}

async function causeEndsOfMemberships(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
): Promise<void> {
  const hours = (count: number) => tenant.directory.now() + count * 60 * 60 * 1000;
  const terms = { expiresAt: new Date(hours(36)).toISOString(), reason: 'Ticket 4711' };
  await changeMembership(tenant, serviceGroupId, userId, terms, byOperator);
  const tomorrow = grantTenant({ ...tenant.directory, steadyNow: () => hours(24) }, tenant.accountId);
  await settleDueMemberships(tomorrow, [{ userId, cells: [{ serviceGroupId }] }], byOperator);
}

async function causeTeamEvents(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
): Promise<void> {
  const { directory } = tenant;
  const { teamId } = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state;
  const settings = { name: 'Infrastructure', externalId: 'idp-7', metadata: { floor: 3 } };
  await updateTeam(tenant, teamId, settings, byOperator);
  await addToTeam(tenant, teamId, userId, {}, byOperator);
  await addTeam(tenant, serviceGroupId, teamId, {}, byOperator);
  const hours = (count: number) => directory.now() + count * 60 * 60 * 1000;
  const terms = { expiresAt: new Date(hours(36)).toISOString(), reason: 'Ticket 4712' };
  await changeTeamPlace(tenant, teamId, userId, terms, byOperator);
  await changeTeamAccess(tenant, serviceGroupId, teamId, terms, byOperator);
  const tomorrow = { ...directory, steadyNow: () => hours(24) };
  const onNotice = (line: string) => {
    throw new Error(line);
  };
  for (const shard of dueShards()) await runDueOfShard(tomorrow, shard, { onNotice, rest: 0 });
  await removeFromTeam(tenant, teamId, userId, byOperator);
  await removeTeamAccess(tenant, serviceGroupId, teamId, byOperator);
  await removeTeam(tenant, teamId, byOperator);
}

async function causeRequests(tenant: Tenant, serviceGroupId: ServiceGroupId, userId: UserId): Promise<void> {
  const { directory } = opened;
  await updateServiceGroup(tenant, serviceGroupId, { membershipRules: { membersMayAsk: true } }, byOperator);
  const wish = { userId, serviceGroupId, reason: 'To deploy', expiresAt: '2099-12-31T18:00:00.000Z' };
  const byUser = { ...byOperator, actor: `user:${userId}` } as const;
  const ask = async () => (await requestAccess(tenant, wish, byUser)).state.accessRequestId;
  const decision = { decider: { actor: 'operator:test', isAdmin: true }, note: 'Take care' } as const;
  await withdrawAccessRequest(tenant, await ask(), byUser);
  await refuseAccessRequest(tenant, await ask(), decision, byOperator);
  const inTwoWeeks = () => Date.now() + 15 * 24 * 60 * 60 * 1_000;
  const later = grantTenant({ ...directory, steadyNow: inTwoWeeks }, tenant.accountId);
  await lapseDueRequest(later, await ask(), byOperator);
  await approveAccessRequest(tenant, await ask(), decision, byOperator);
}

async function causeAccessRoleEvents(tenant: Tenant): Promise<void> {
  const reader = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
  const described = {
    ...reader,
    description: 'Looks into what happened',
    permissions: ['logs.export', 'logs.read'],
  };
  for (const roles of [[reader], [described], []]) await replaceAccessRoles(tenant, roles, byOperator);
}

async function causeSeeingAs(tenant: Tenant, userId: UserId): Promise<void> {
  const { directory } = opened;
  const at = new Date().toISOString();
  const seer = {
    kind: 'operator',
    issuer: 'https://login.x.example',
    subject: 'ops',
    sessionId: 'sess_1',
  } as const;
  const session = { ...seer, signedInAt: at, lastSeenAt: at, authTime: 1, expiresAt: 2 };
  const nothing = { sid: undefined, idToken: undefined, replaces: undefined };
  await startSession(directory, { session, stateHash: 'state', ...nothing });
  const asked = { sessionId: 'sess_1', userId, reason: 'Ticket 4711', until: '2030-01-01T00:15:00.000Z' };
  await seeAs(tenant, asked, byOperator);
}

async function causeWebhookEvents(tenant: Tenant): Promise<void> {
  const input = { url: 'https://hooks.acme.example/', description: 'Sync', eventTypes: ['user.*'] };
  const { webhookEndpointId: id } = (await createWebhookEndpoint(tenant, input, byOperator)).state;
  const previousUntil = '2030-01-01T00:00:00.000Z';
  for (const command of [
    { type: 'change_webhook_endpoint', eventTypes: [] },
    { type: 'rotate_webhook_secret', previousUntil },
    { type: 'disable_webhook_endpoint' },
    { type: 'enable_webhook_endpoint' },
  ] as const)
    await commandWebhookEndpoint(tenant, id, command, byOperator);
  await removeWebhookEndpoint(tenant, id, byOperator);
}

async function causeLogStreamEvents(tenant: Tenant): Promise<void> {
  const input = { url: 'https://logs.acme.example/', form: 'ndjson', secret: 'token' } as const;
  const { logStreamId: id } = (await createLogStream(tenant, input, byOperator)).state;
  const now = '2026-11-29T12:00:00.000Z';
  for (const command of [
    { type: 'change_log_stream', personalData: true },
    { type: 'replace_stream_secret' },
    { type: 'disable_log_stream' },
    { type: 'enable_log_stream' },
    { type: 'replay_log_stream', from: '2026-11-01T00:00:00.000Z', now },
  ] as const)
    await commandLogStream(tenant, id, command, byOperator, 'token');
  await removeLogStream(tenant, id, byOperator);
}
