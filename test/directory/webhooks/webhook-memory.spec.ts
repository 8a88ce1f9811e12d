import { setTimeout as delay } from 'node:timers/promises';
import {
  createAccount,
  createUser,
  createWebhookEndpoint,
  grantTenant,
  listDeliveries,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { DomainEvent, WebhookEndpointId } from '#libs/domain';
import { toPublishedEvent } from '#libs/event-contracts';
import type { CallReport } from '@rollbook/single-table';
import { AccountsWithoutEndpoints } from '../../../apps/webhooks/src/accounts-without-endpoints.js';
import { takeEvent, type TakenEvent } from '../../../apps/webhooks/src/bus-event.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let reports: CallReport[] = [];

beforeEach(async () => {
  opened = await openTestDirectory({ onCall: (report) => reports.push(report) });
  directory = opened.directory;
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
});
afterEach(() => opened.close());

let users = 0;

async function userCreated(): Promise<DomainEvent> {
  const input = { name: 'Ada', email: `ada-${(users += 1)}@x.example`, role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).events[0]!;
}

async function registered(): Promise<DomainEvent> {
  const input = { url: 'https://hooks.acme.example/' };
  return (await createWebhookEndpoint(tenant, input, byOperator)).events[0]!;
}

function brings(event: DomainEvent, without: AccountsWithoutEndpoints): Promise<TakenEvent> {
  return takeEvent(directory, { source: 'rollbook', detail: toPublishedEvent(event) }, without);
}

/** As a bus does it with what is not taken. */
async function bringsUntilTaken(event: DomainEvent, without: AccountsWithoutEndpoints) {
  for (;;) {
    await indexesSettled();
    const { resumed, again } = await brings(event, without);
    if (!again) return resumed;
    await delay(20);
  }
}

async function queued({ aggregateId }: DomainEvent): Promise<string[]> {
  const { items } = await listDeliveries(tenant, aggregateId as WebhookEndpointId, { limit: 100 });
  return items.map(({ eventId }) => eventId).sort();
}

const ids = (events: DomainEvent[]) => events.map(({ eventId }) => eventId).sort();

test('an account without endpoints and log streams is read once, and its next events cost no call', async () => {
  const without = new AccountsWithoutEndpoints();
  const events = [await userCreated(), await userCreated(), await userCreated()];
  reports = [];
  for (const event of events) expect(await brings(event, without)).toEqual({ resumed: [] });
  expect(reports.map(({ operation }) => operation)).toEqual(['Query', 'Query']);
});

test('an account is remembered for its time from the question on, and the oldest make room', () => {
  const without = new AccountsWithoutEndpoints({ rememberMs: 1_000, maxAccounts: 2 });
  without.remember('a', performance.now() - 1_001);
  expect(without.has('a')).toBe(false);
  for (const account of ['b', 'c', 'd']) without.remember(account, performance.now() + 60_000);
  expect(['b', 'c', 'd'].map((account) => without.has(account))).toEqual([false, true, true]);
});

test('events that come before the registration that they follow are queued from the log', async () => {
  const without = new AccountsWithoutEndpoints({ settleMs: 50 });
  const before = await userCreated();
  await brings(before, without);
  await delay(2);
  const registration = await registered();
  const passedOver = [await userCreated(), await userCreated()];
  for (const event of passedOver) expect(await brings(event, without)).toEqual({ resumed: [] });
  expect(await queued(registration)).toEqual([]);
  expect(await bringsUntilTaken(registration, without)).toContainEqual({
    accountId: registration.accountId,
    webhookEndpointId: registration.aggregateId,
  });
  expect(await queued(registration)).toEqual(ids([registration, ...passedOver]));
  const next = await userCreated();
  await brings(next, without);
  expect(await queued(registration)).toEqual(ids([registration, ...passedOver, next]));
});

test('what another process passes over after the registration arrived is queued, too', async () => {
  const here = new AccountsWithoutEndpoints({ settleMs: 300 });
  const there = new AccountsWithoutEndpoints({ rememberMs: 60_000 });
  await brings(await userCreated(), there);
  await delay(2);
  const registration = await registered();
  expect(await brings(registration, here)).toMatchObject({ again: true });
  const passedOver = await userCreated();
  expect(await brings(passedOver, there)).toEqual({ resumed: [] });
  await bringsUntilTaken(registration, here);
  expect(await queued(registration)).toEqual(ids([registration, passedOver]));
});

test('an account that was asked about while its endpoint was registered loses nothing', async () => {
  const without = new AccountsWithoutEndpoints({ settleMs: 50 });
  const askedAt = performance.now();
  await delay(2);
  const registration = await registered();
  await brings(registration, without);
  // The answer of a question from before the registration comes in late.
  without.remember(tenant.accountId, askedAt);
  const passedOver = await userCreated();
  expect(await brings(passedOver, without)).toEqual({ resumed: [] });
  await bringsUntilTaken(registration, without);
  expect(await queued(registration)).toEqual(ids([registration, passedOver]));
});

test('a process that dies before it has caught up leaves it to the next one', async () => {
  const dying = new AccountsWithoutEndpoints({ settleMs: 50 });
  await brings(await userCreated(), dying);
  await delay(2);
  const registration = await registered();
  const passedOver = await userCreated();
  await brings(passedOver, dying);
  expect(await brings(registration, dying)).toMatchObject({ again: true });
  await bringsUntilTaken(registration, new AccountsWithoutEndpoints({ settleMs: 50 }));
  expect(await queued(registration)).toEqual(ids([registration, passedOver]));
});

test('a registration whose log cannot be read is brought again', async () => {
  const without = new AccountsWithoutEndpoints({ settleMs: 0 });
  const failing = without.catchUp('one', () => Promise.reject(new Error('throttled')));
  await expect(failing).rejects.toThrow('throttled');
  expect(await without.catchUp('one', () => Promise.resolve(['whep_2']))).toEqual(['whep_2']);
  expect(await without.catchUp('one', () => Promise.reject(new Error('not again')))).toEqual(['whep_2']);
});
