/** @engines both */
import {
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  getUser,
  grantTenant,
  listServiceGroups,
  listServiceGroupsOfUser,
  listUsers,
  removeUser,
  replaceServiceGroupsOfUser,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import {
  byOperator,
  openTestDirectory,
  openUnreliably,
  type TestDirectory,
} from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let now = Date.parse('2026-01-01T00:00:00.000Z');

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
});

const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
const withKey = (idempotencyKey: string, requestHash = 'a request'): CommandContext => ({
  ...byOperator,
  receipt: { idempotencyKey, requestHash, answer: (state) => ({ status: 201, body: state }) },
});
const events = async () =>
  (await everyItem(opened)).filter(
    (item) => item['entity'] === 'event' && item['accountId'] === tenant.accountId,
  );

/** A busy machine may not get to all of them in the time that a command waits for its turn: then it is sent again. */
async function untilItsTurn<T>(send: () => Promise<T>): Promise<T> {
  return send().catch((error: Error) => {
    if (error.name === 'ContentionError') return untilItsTurn(send);
    throw error;
  });
}

describe('a command with an idempotency key', () => {
  test('is carried out once, and answered the same again', async () => {
    const first = await createUser(tenant, ada, withKey('k'));
    const second = await createUser(tenant, ada, withKey('k'));
    expect(first.answeredBefore).toBeUndefined();
    expect(second).toMatchObject({
      events: [],
      answeredBefore: { answer: { status: 201, body: first.state } },
    });
    expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(1);
  });

  test('sent fifty times at once has one effect and one answer', async () => {
    const send = () => untilItsTurn(() => createUser(tenant, ada, withKey('k')));
    const outcomes = await Promise.all(Array.from({ length: 50 }, send));
    const firsts = outcomes.filter(({ answeredBefore }) => !answeredBefore);
    expect(firsts).toHaveLength(1);
    for (const { answeredBefore } of outcomes)
      if (answeredBefore) expect(answeredBefore.answer).toEqual({ status: 201, body: firsts[0]?.state });
    expect(await events()).toHaveLength(2);
  });

  test('is refused when the key was used for another request, and changes nothing', async () => {
    await createUser(tenant, ada, withKey('k'));
    const other = { ...ada, email: 'other@x.example' };
    await expect(createUser(tenant, other, withKey('k', 'another'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await events()).toHaveLength(2);
  });

  test('that found everything as asked is answered the same when things have changed since', async () => {
    const { userId } = (await createUser(tenant, ada, byOperator)).state;
    const first = await commandUser(tenant, userId, { type: 'reactivate_user' }, withKey('k'));
    expect(first.events).toEqual([]);
    await commandUser(tenant, userId, { type: 'suspend_user' }, byOperator);
    const again = await commandUser(tenant, userId, { type: 'reactivate_user' }, withKey('k'));
    expect(again.answeredBefore?.answer).toMatchObject({ body: { status: 'active' } });
    expect((await listUsers(tenant, { limit: 1 })).items).toMatchObject([{ status: 'suspended' }]);
  });

  test('that would be refused now is answered as it was', async () => {
    const { userId } = (await createUser(tenant, ada, byOperator)).state;
    const suspend = { type: 'suspend_user' } as const;
    const first = await commandUser(tenant, userId, suspend, withKey('k'));
    await removeUser(tenant, userId, byOperator);
    const again = await commandUser(tenant, userId, suspend, withKey('k'));
    expect(again.answeredBefore?.answer).toEqual({ status: 201, body: first.state });
  });

  test('that was refused may be sent again with the same key', async () => {
    await createServiceGroup(tenant, { name: 'dev' }, byOperator);
    const create = (name: string, hash: string) => createServiceGroup(tenant, { name }, withKey('k', hash));
    await expect(create('dev', 'first')).rejects.toMatchObject({ code: 'service_group_name_taken' });
    await create('prod', 'second');
    expect((await listServiceGroups(tenant, { limit: 9 })).items).toHaveLength(2);
  });

  test('is executed again after 24 hours, even while its receipt has not been deleted', async () => {
    const create = (name: string, hash: string) => createServiceGroup(tenant, { name }, withKey('k', hash));
    await create('dev', 'first');
    now += 24 * 60 * 60 * 1000 - 1000;
    await expect(create('prod', 'second')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    now += 1000;
    await create('prod', 'second');
  });

  test('of one account says nothing about the same key in another', async () => {
    await createUser(tenant, ada, withKey('k'));
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    const other = await createUser(grantTenant(directory, state.accountId), ada, withKey('k'));
    expect(other.answeredBefore).toBeUndefined();
  });

  test('is answered the same when the first answer was lost', async () => {
    const { engine, directory: unreliable, close } = await openUnreliably(opened);
    engine.forgetsTokens = true;
    let writes = 0;
    engine.decide = (operation) =>
      operation === 'TransactWriteItems' && (writes += 1) === 1 ? 'lose answer' : 'pass';
    const first = await createUser(grantTenant(unreliable, tenant.accountId), ada, withKey('k'));
    const again = await createUser(grantTenant(unreliable, tenant.accountId), ada, withKey('k'));
    expect(again.answeredBefore?.answer).toEqual({ status: 201, body: first.state });
    expect(await events()).toHaveLength(2);
    await close();
  });
});

describe('many service groups of a user, which take several transactions', () => {
  const GROUPS = 70;
  let userId: UserId;
  let groups: ServiceGroupId[];
  beforeEach(async () => {
    userId = (await createUser(tenant, ada, byOperator)).state.userId;
    const created = Array.from({ length: GROUPS }, (_, n) =>
      createServiceGroup(tenant, { name: `g${n}` }, byOperator),
    );
    groups = (await Promise.all(created)).map(({ state }) => state.serviceGroupId);
  });
  const held = async () => (await listServiceGroupsOfUser(tenant, userId, { limit: 100 })).items.length;
  /** Its writes fail after so many transactions. */
  const interrupted = (after: number): Tenant => {
    const { table } = directory;
    let transactions = 0;
    const transactWrite: typeof table.transactWrite = (...call) => {
      if (transactions++ === after) throw new Error('interrupted');
      return table.transactWrite(...call);
    };
    return grantTenant({ ...directory, table: { ...table, transactWrite } }, tenant.accountId);
  };

  test('are replaced once, and answered the same when things have changed since', async () => {
    const first = await replaceServiceGroupsOfUser(tenant, userId, groups, withKey('k'));
    expect(first.state).toMatchObject({ added: groups, unchanged: [] });
    await replaceServiceGroupsOfUser(tenant, userId, [], byOperator);
    const before = (await events()).length;
    const again = await replaceServiceGroupsOfUser(tenant, userId, groups, withKey('k'));
    expect(again).toMatchObject({
      events: [],
      answeredBefore: { answer: { status: 201, body: first.state } },
    });
    expect([await held(), (await events()).length]).toEqual([0, before]);
  });

  test.each([1, 2])('go on after %i transactions, also by the version that was seen then', async (after) => {
    const { version } = await getUser(tenant, userId);
    const context = { ...withKey('k'), expectedVersion: version };
    const broken = replaceServiceGroupsOfUser(interrupted(after), userId, groups, context);
    await expect(broken).rejects.toThrow('interrupted');
    expect(await held()).toBe(32 * after);
    const other = replaceServiceGroupsOfUser(tenant, userId, [], withKey('k', 'another'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const ended = await replaceServiceGroupsOfUser(tenant, userId, groups, context);
    expect(ended).toMatchObject({ state: { unchanged: groups.slice(0, 32 * after) } });
    expect(await held()).toBe(GROUPS);
    const again = await replaceServiceGroupsOfUser(tenant, userId, groups, context);
    expect(again.answeredBefore?.answer).toEqual({ status: 201, body: ended.state });
  });

  test('are replaced once by ten requests at once, which get one answer', async () => {
    const send = () => untilItsTurn(() => replaceServiceGroupsOfUser(tenant, userId, groups, withKey('k')));
    const outcomes = await Promise.all(Array.from({ length: 10 }, send));
    const answers = outcomes.map(
      ({ state, answeredBefore }) => answeredBefore?.answer ?? { status: 201, body: state },
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await events()).toHaveLength(2 + 2 * GROUPS);
  });
});

describe('a dry run', () => {
  const dry: CommandContext = { ...byOperator, dryRun: true };

  test('answers with the events it would commit, and writes nothing', async () => {
    const { events: planned } = await createUser(tenant, ada, dry);
    expect(planned).toMatchObject([{ type: 'user.created', version: 1, data: { email: ada.email } }]);
    expect(await events()).toHaveLength(1);
  });

  test('is refused by what the command would be refused by', async () => {
    await createUser(tenant, ada, byOperator);
    await expect(createUser(tenant, ada, dry)).rejects.toMatchObject({ code: 'email_taken' });
    await createServiceGroup(tenant, { name: 'dev' }, byOperator);
    await expect(createServiceGroup(tenant, { name: 'DEV' }, dry)).rejects.toMatchObject({
      code: 'service_group_name_taken',
    });
  });
});
