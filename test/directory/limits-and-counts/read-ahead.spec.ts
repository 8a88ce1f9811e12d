import {
  addMember,
  commandUser,
  getUser,
  grantTenant,
  listServiceGroupsOfUser,
  loadPrincipal,
  namedItems,
  observedDirectory,
  readingAhead,
  type Tenant,
} from '#libs/directory';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { listMembers } from '../../support/directory/settled.js';
import { testOfCalls } from '../../support/engines/engine.js';

let opened: TestDirectory;
let place: Awaited<ReturnType<typeof startAccount>>;
beforeAll(async () => {
  opened = await openTestDirectory();
  place = await startAccount(opened.directory);
});
afterAll(() => opened.close());

/** A request of the owner about itself and the one service group, and the calls it makes. */
async function request(): Promise<{ reading: Tenant; calls: string[] }> {
  const { accountId, ownerId: userId, serviceGroupId } = place;
  const calls: string[] = [];
  const observed = observedDirectory(opened.directory, ({ operation }) => calls.push(operation));
  const named = namedItems(accountId, { userId, serviceGroupId, fences: true });
  const directory = readingAhead(observed, named);
  await loadPrincipal(directory, { accountId, userId });
  return { reading: grantTenant(directory, accountId), calls };
}
const page = { limit: 25 };

testOfCalls()('a list is a query, a command its transaction, and a user nothing more', async () => {
  const { ownerId, serviceGroupId } = place;
  const costs = async (act: (reading: Tenant) => Promise<unknown>) => {
    const { reading, calls } = await request();
    await act(reading);
    return calls.slice(1);
  };
  expect(await costs((reading) => getUser(reading, ownerId))).toEqual([]);
  expect(await costs((reading) => listMembers(reading, serviceGroupId, page))).toEqual(['Query']);
  expect(await costs((reading) => listServiceGroupsOfUser(reading, ownerId, page))).toEqual(['Query']);
  expect(await costs((reading) => addMember(reading, serviceGroupId, ownerId, byOperator))).toEqual([
    'TransactWriteItems',
  ]);
});

test('an item answers once: what is asked for again is read again', async () => {
  const { tenant, ownerId } = place;
  const { reading } = await request();
  await commandUser(tenant, ownerId, { type: 'change_user', name: 'Later' }, byOperator);
  expect((await getUser(reading, ownerId)).name).not.toBe('Later');
  expect((await getUser(reading, ownerId)).name).toBe('Later');
});

test('a command that was decided on what somebody has changed since is decided again, on what is there', async () => {
  const { tenant, ownerId } = place;
  const { reading, calls } = await request();
  await commandUser(tenant, ownerId, { type: 'change_user', name: 'Sooner' }, byOperator);
  const { state } = await commandUser(
    reading,
    ownerId,
    { type: 'change_user', role: 'owner', name: 'Mine' },
    byOperator,
  );
  expect(state.name).toBe('Mine');
  expect(calls.filter((call) => call === 'TransactWriteItems')).toHaveLength(2);
});

test('nothing that was read before a write is shown after it', async () => {
  const { ownerId, serviceGroupId } = place;
  const { reading } = await request();
  await addMember(reading, serviceGroupId, ownerId, byOperator);
  await commandUser(reading, ownerId, { type: 'change_user', name: 'Newest' }, byOperator);
  expect((await getUser(reading, ownerId)).name).toBe('Newest');
});
