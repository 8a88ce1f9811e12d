import {
  addMember,
  changeUserAsPlanned,
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  revertChange,
  type Directory,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** An undo reads histories of any length: it has few of them open at once, and of each a few events in memory. */

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

/** Counts the histories that are open at once, and the events that are read of one before its keys are looked up. */
function watched(directory: Directory) {
  const seen = { openAtOnce: 0, readAhead: 0, read: 0 };
  let open = 0;
  let ahead = 0;
  const each = (entity: { name?: string }, ...rest: unknown[]) => {
    const items = Reflect.apply(directory.table.each, directory.table, [
      entity,
      ...rest,
    ]) as AsyncIterable<object>;
    const isHistory = 'aggregateId' in (rest[0] as object);
    return isHistory ? counted(items) : items;
  };
  async function* counted(items: AsyncIterable<object>) {
    seen.openAtOnce = Math.max(seen.openAtOnce, (open += 1));
    for await (const item of items) {
      seen.read += 1;
      seen.readAhead = Math.max(seen.readAhead, (ahead += 1));
      yield item;
    }
    open -= 1;
  }
  const batchGet = (...args: unknown[]) => {
    ahead = 0;
    return Reflect.apply(directory.table.batchGet, directory.table, args) as unknown;
  };
  const table = new Proxy(directory.table, {
    get: (target, name) =>
      name === 'each' ? each : name === 'batchGet' ? batchGet : (Reflect.get(target, name) as unknown),
  });
  return { seen, directory: { ...directory, table } };
}

async function arrange(users: number) {
  const { directory } = opened;
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  const group = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state.serviceGroupId;
  const ids: UserId[] = [];
  for (let n = 0; n < users; n += 1)
    ids.push((await createUser(tenant, { name: 'Ada', email: `${n}@x.example` }, byOperator)).state.userId);
  const at = new Date().toISOString();
  const context = { ...byOperator, correlationId: 'the-change' };
  for (const userId of ids) await addMember(tenant, group, userId, context);
  return { tenant, accountId, ids, at };
}

const undoing = async (accountId: string, at: string) => {
  const { seen, directory } = watched(opened.directory);
  await indexesSettled();
  const context = { ...byOperator, correlationId: 'the-undo' };
  const named = { correlationId: 'the-change', at };
  const { events } = await revertChange(grantTenant(directory, accountId), named, () => {}, context);
  return { ...seen, events: events.length };
};

test('of many users reads four histories at once', async () => {
  const { accountId, at } = await arrange(12);
  expect(await undoing(accountId, at)).toMatchObject({ openAtOnce: 4, events: 12 });
});

test('of a user with a long history has ten events of it in memory', async () => {
  const { tenant, accountId, ids, at } = await arrange(1);
  const [userId] = ids;
  for (let n = 0; n < 60; n += 1)
    await changeUserAsPlanned(tenant, userId!, () => [{ type: 'change_user', name: `Ada ${n}` }], byOperator);
  const { read, readAhead } = await undoing(accountId, at);
  expect({ read, readAhead }).toEqual({ read: 62, readAhead: 10 });
});
