/** @engines both */
import type { DomainEvent } from '#libs/domain';
import {
  addMember,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  type AuditLogRequest,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { listAuditLog } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let now: number;

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => (now += 1000) });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00.000Z');
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
});

async function all(request: Partial<AuditLogRequest>): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listAuditLog(tenant, { limit: 2, ...request, cursor });
    events.push(...page.items);
    cursor = page.cursor;
    if (!cursor) return events;
  }
}

async function someHistory() {
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, ada, byOperator)).state;
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  await addMember(tenant, serviceGroupId, userId, byOperator);
  const byUser = { actor: `user:${userId}`, correlationId: 'req-7' } as const;
  await commandUser(tenant, userId, { type: 'change_user', name: 'Ada L', email: 'l@x.example' }, byUser);
  return { userId, serviceGroupId };
}

const types = (events: DomainEvent[]) => events.map(({ type }) => type);
const EVERYTHING = [
  'account.created',
  'user.created',
  'service_group.created',
  'service_group.member_added',
  'user.profile_changed',
  'user.email_changed',
];

describe('the audit log', () => {
  test('holds every event of the account, newest first or oldest first, with who, what, when, before and after', async () => {
    const { userId } = await someHistory();
    expect(types(await all({ order: 'ascending' }))).toEqual(EVERYTHING);
    const newestFirst = await all({});
    expect(types(newestFirst)).toEqual([...EVERYTHING].reverse());
    expect(newestFirst[1]).toMatchObject({
      type: 'user.profile_changed',
      actor: `user:${userId}`,
      correlationId: 'req-7',
      data: { name: 'Ada L', previousName: 'Ada' },
    });
  });

  test('is cut to a time range: from a time on, before a time', async () => {
    await someHistory();
    const events = await all({ order: 'ascending' });
    const [from, to] = [events[1]?.at, events[3]?.at];
    expect(types(await all({ from, to, order: 'ascending' }))).toEqual(EVERYTHING.slice(1, 3));
    expect(types(await all({ from }))).toEqual(EVERYTHING.slice(1).reverse());
    expect(types(await all({ to }))).toEqual(EVERYTHING.slice(0, 3).reverse());
  });

  test('is filtered by type, actor and subject, also all at once', async () => {
    const { userId, serviceGroupId } = await someHistory();
    expect(types(await all({ types: ['user.created'] }))).toEqual(['user.created']);
    expect(types(await all({ actor: `user:${userId}`, order: 'ascending' }))).toEqual(EVERYTHING.slice(4));
    expect(types(await all({ subject: serviceGroupId, order: 'ascending' }))).toEqual([
      'service_group.created',
      'service_group.member_added',
    ]);
    expect(types(await all({ subject: userId, actor: 'operator:test', types: ['user.created'] }))).toEqual([
      'user.created',
    ]);
  });

  test('pages on without a repeat or a gap while new events arrive', async () => {
    const { userId } = await someHistory();
    for (const order of ['descending', 'ascending'] as const) {
      const seen: string[] = [];
      const before = (await all({ order })).map(({ eventId }) => eventId);
      for (let cursor: string | undefined; ;) {
        const page = await listAuditLog(tenant, { limit: 1, order, cursor });
        seen.push(...page.items.map(({ eventId }) => eventId));
        if (seen.length < before.length)
          await commandUser(tenant, userId, { type: 'change_user', name: `N${seen.length}` }, byOperator);
        cursor = page.cursor;
        if (!cursor || seen.length > 100) break;
      }
      expect(seen.slice(0, before.length)).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test("is the account's own", async () => {
    await someHistory();
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    const page = await listAuditLog(grantTenant(directory, state.accountId), { limit: 100 });
    expect(types(page.items)).toEqual(['account.created']);
  });
});
