import {
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  listServiceGroups,
  listUsers,
  openDirectory,
  removeUser,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { engineClient } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';
import { testMasterKey } from '../../support/directory/master-key.js';

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
  tenant = grantTenant(state.accountId);
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

describe('a command with an idempotency key', () => {
  test('is carried out once, and answered the same again', async () => {
    const first = await createUser(directory, tenant, ada, withKey('k'));
    const second = await createUser(directory, tenant, ada, withKey('k'));
    expect(first.answeredBefore).toBeUndefined();
    expect(second).toMatchObject({
      events: [],
      answeredBefore: { answer: { status: 201, body: first.state } },
    });
    expect((await listUsers(directory, tenant, { limit: 100 })).items).toHaveLength(1);
  });

  test('sent fifty times at once has one effect and one answer', async () => {
    const send = (): ReturnType<typeof createUser> =>
      createUser(directory, tenant, ada, withKey('k')).catch((error: Error) => {
        // A busy machine may not get to all of them in the time that a command waits for its turn.
        if (error.name === 'ContentionError') return send();
        throw error;
      });
    const outcomes = await Promise.all(Array.from({ length: 50 }, send));
    const firsts = outcomes.filter(({ answeredBefore }) => !answeredBefore);
    expect(firsts).toHaveLength(1);
    for (const { answeredBefore } of outcomes)
      if (answeredBefore) expect(answeredBefore.answer).toEqual({ status: 201, body: firsts[0]?.state });
    expect(await events()).toHaveLength(2);
  });

  test('is refused when the key was used for another request, and changes nothing', async () => {
    await createUser(directory, tenant, ada, withKey('k'));
    const other = { ...ada, email: 'other@x.example' };
    await expect(createUser(directory, tenant, other, withKey('k', 'another'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await events()).toHaveLength(2);
  });

  test('that found everything as asked is answered the same when things have changed since', async () => {
    const { userId } = (await createUser(directory, tenant, ada, byOperator)).state;
    const first = await commandUser(directory, tenant, userId, { type: 'reactivate_user' }, withKey('k'));
    expect(first.events).toEqual([]);
    await commandUser(directory, tenant, userId, { type: 'suspend_user' }, byOperator);
    const again = await commandUser(directory, tenant, userId, { type: 'reactivate_user' }, withKey('k'));
    expect(again.answeredBefore?.answer).toMatchObject({ body: { status: 'active' } });
    expect((await listUsers(directory, tenant, { limit: 1 })).items).toMatchObject([{ status: 'suspended' }]);
  });

  test('that would be refused now is answered as it was', async () => {
    const { userId } = (await createUser(directory, tenant, ada, byOperator)).state;
    const suspend = { type: 'suspend_user' } as const;
    const first = await commandUser(directory, tenant, userId, suspend, withKey('k'));
    await removeUser(directory, tenant, userId, byOperator);
    const again = await commandUser(directory, tenant, userId, suspend, withKey('k'));
    expect(again.answeredBefore?.answer).toEqual({ status: 201, body: first.state });
  });

  test('that was refused may be sent again with the same key', async () => {
    await createServiceGroup(directory, tenant, { name: 'dev' }, byOperator);
    const create = (name: string, hash: string) =>
      createServiceGroup(directory, tenant, { name }, withKey('k', hash));
    await expect(create('dev', 'first')).rejects.toMatchObject({ code: 'service_group_name_taken' });
    await create('prod', 'second');
    expect((await listServiceGroups(directory, tenant, { limit: 9 })).items).toHaveLength(2);
  });

  test('is executed again after 24 hours, even while its receipt has not been deleted', async () => {
    const create = (name: string, hash: string) =>
      createServiceGroup(directory, tenant, { name }, withKey('k', hash));
    await create('dev', 'first');
    now += 24 * 60 * 60 * 1000 - 1000;
    await expect(create('prod', 'second')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    now += 1000;
    await create('prod', 'second');
  });

  test('of one account says nothing about the same key in another', async () => {
    await createUser(directory, tenant, ada, withKey('k'));
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    const other = await createUser(directory, grantTenant(state.accountId), ada, withKey('k'));
    expect(other.answeredBefore).toBeUndefined();
  });

  test('is answered the same when the first answer was lost', async () => {
    const engine = await startUnreliableEngine();
    engine.forgetsTokens = true;
    const client = engineClient(engine.endpoint);
    const cursorSecret = 'the cursor secret of a test, 32 characters or more';
    const unreliable = openDirectory({
      client,
      tableName: opened.tableName,
      cursorSecret,
      masterKey: testMasterKey(),
    });
    let writes = 0;
    engine.decide = (operation) =>
      operation === 'TransactWriteItems' && (writes += 1) === 1 ? 'lose answer' : 'pass';
    const first = await createUser(unreliable, tenant, ada, withKey('k'));
    const again = await createUser(unreliable, tenant, ada, withKey('k'));
    expect(again.answeredBefore?.answer).toEqual({ status: 201, body: first.state });
    expect(await events()).toHaveLength(2);
    client.destroy();
    await engine.close();
  });
});

describe('a dry run', () => {
  const dry: CommandContext = { ...byOperator, dryRun: true };

  test('answers with the events it would commit, and writes nothing', async () => {
    const { events: planned } = await createUser(directory, tenant, ada, dry);
    expect(planned).toMatchObject([{ type: 'user.created', version: 1, data: { email: ada.email } }]);
    expect(await events()).toHaveLength(1);
  });

  test('is refused by what the command would be refused by', async () => {
    await createUser(directory, tenant, ada, byOperator);
    await expect(createUser(directory, tenant, ada, dry)).rejects.toMatchObject({ code: 'email_taken' });
    await createServiceGroup(directory, tenant, { name: 'dev' }, byOperator);
    await expect(createServiceGroup(directory, tenant, { name: 'DEV' }, dry)).rejects.toMatchObject({
      code: 'service_group_name_taken',
    });
  });
});
