/** @engines both */
import {
  commandUser,
  createUser,
  getHistory,
  getUser,
  grantTenant,
  listUsers,
  removeUser,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openUnreliably, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import type { UnreliableEngine } from '../../support/engines/unreliable-engine.js';

let opened: TestDirectory;
let tenant: Tenant;
inAccount((account) => ({ opened, tenant } = account));

const user = (email: string, role: 'owner' | 'member' = 'member') =>
  createUser(tenant, { name: 'Ada', email, role }, byOperator);

/** The codes of those that were refused, and how many were not. */
async function settle(commands: Promise<unknown>[]): Promise<{ done: number; refused: string[] }> {
  const results = await Promise.allSettled(commands);
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code?: string }).code ?? String(result.reason)] : [],
  );
  return { done: results.length - refused.length, refused };
}

async function itemsOfTenant(entity: string) {
  const items = await everyItem(opened);
  return items.filter((item) => item['entity'] === entity && item['accountId'] === tenant.accountId);
}

// For one email, name or user, and for a group that is removed: test/simulation.
describe('commands that race', () => {
  test('from one version: one wins', async () => {
    const { userId } = (await user('ada@x.example')).state;
    const rename = (_: unknown, index: number) =>
      commandUser(
        tenant,
        userId,
        { type: 'change_user', name: `Name ${index}` },
        { ...byOperator, expectedVersion: 1 },
      );
    const { done, refused } = await settle(Array.from({ length: 20 }, rename));
    expect(done).toBe(1);
    expect(new Set(refused)).toEqual(new Set(['version_mismatch']));
    expect((await getUser(tenant, userId)).version).toBe(2);
  });

  test('to remove the last two owners: one of them stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owners = [await user(`a${round}@x.example`, 'owner'), await user(`b${round}@x.example`, 'owner')];
      const { done, refused } = await settle(
        owners.map(({ state }) => removeUser(tenant, state.userId, byOperator)),
      );
      // From the second round on the one who stayed is an owner too.
      expect({ done, refused }).toEqual(
        round === 0 ? { done: 1, refused: ['last_owner'] } : { done: 2, refused: [] },
      );
    }
    expect((await listUsers(tenant, { limit: 100, role: 'owner' })).items).toHaveLength(1);
    expect(await itemsOfTenant('owner')).toHaveLength(1);
  });
});

describe('a table that fails', () => {
  let engine: UnreliableEngine;
  let unreliable: Directory;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ engine, directory: unreliable, close } = await openUnreliably(opened));
  });
  afterEach(() => close());

  const create = (email: string) =>
    createUser(grantTenant(unreliable, tenant.accountId), { name: 'Ada', email, role: 'member' }, byOperator);
  const writes = (decide: (write: number) => ReturnType<NonNullable<UnreliableEngine['decide']>>) => {
    let write = 0;
    engine.decide = (operation) => (operation === 'TransactWriteItems' ? decide((write += 1)) : 'pass');
    return () => write;
  };

  test('cancels for conflicts with other transactions: the command is decided again until it is through', async () => {
    const conflict = { error: 'TransactionCanceledException', reasons: [{ Code: 'TransactionConflict' }] };
    const count = writes((write) => (write <= 4 ? conflict : 'pass'));
    const { state } = await create('ada@x.example');
    expect(count()).toBe(5);
    expect(await getUser(tenant, state.userId)).toEqual(state);
  });

  test('cancels for conflicts without end: the command gives up after some seconds', async () => {
    const conflict = { error: 'TransactionCanceledException', reasons: [{ Code: 'TransactionConflict' }] };
    const count = writes(() => conflict);
    await expect(create('ada@x.example')).rejects.toMatchObject({ name: 'ContentionError' });
    expect(count()).toBeGreaterThan(5);
    expect(await itemsOfTenant('user')).toEqual([]);
  });

  test.each([
    ['remembers', false],
    ['has forgotten', true],
  ])(
    'loses the answer after it has committed, and %s the token: the repeat answers the same',
    async (_, forgets) => {
      engine.forgetsTokens = forgets;
      const count = writes((write) => (write === 1 ? 'lose answer' : 'pass'));
      const { state, events } = await create('ada@x.example');
      expect(count()).toBe(2);
      expect(await getUser(tenant, state.userId)).toEqual(state);
      expect((await getHistory(tenant, state.userId, { limit: 10 })).items).toEqual(events);

      const change = { type: 'change_user', name: 'Grace', role: 'admin' } as const;
      const countAgain = writes((write) => (write === 1 ? 'lose answer' : 'pass'));
      const changed = await commandUser(
        grantTenant(unreliable, tenant.accountId),
        state.userId,
        change,
        byOperator,
      );
      expect(countAgain()).toBe(2);
      expect(await getUser(tenant, state.userId)).toEqual(changed.state);
      expect((await getHistory(tenant, state.userId, { limit: 10 })).items).toHaveLength(3);
    },
  );

  test('loses requests before they arrive: the SDK sends them again', async () => {
    const count = writes((write) => (write <= 2 ? 'lose request' : 'pass'));
    const { state } = await create('ada@x.example');
    expect(count()).toBe(3);
    expect(await getUser(tenant, state.userId)).toEqual(state);
  });

  test('throttles: the command waits and is through', async () => {
    writes((write) => (write === 1 ? { error: 'ProvisionedThroughputExceededException' } : 'pass'));
    const { state } = await create('ada@x.example');
    expect(await getUser(tenant, state.userId)).toEqual(state);
  });

  test('throttles inside a transaction: the command is decided again', async () => {
    const throttled = { error: 'TransactionCanceledException', reasons: [{ Code: 'ThrottlingError' }] };
    const count = writes((write) => (write === 1 ? throttled : 'pass'));
    await create('ada@x.example');
    expect(count()).toBe(2);
  });

  test('refuses the request itself: the error is passed on, and nothing was written', async () => {
    writes(() => ({ error: 'AccessDeniedException' }));
    await expect(create('ada@x.example')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(await itemsOfTenant('user')).toEqual([]);
  });
});
