import {
  addMember,
  commandUser,
  getUser,
  listServiceGroupsOfUser,
  loadPrincipal,
  namedItems,
  observedDirectory,
  readingAhead,
  type Directory,
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
async function request(): Promise<{ directory: Directory; calls: string[] }> {
  const { accountId, ownerId: userId, serviceGroupId } = place;
  const calls: string[] = [];
  const observed = observedDirectory(opened.directory, ({ operation }) => calls.push(operation));
  const named = namedItems(accountId, { userId, serviceGroupId, fences: true });
  const directory = readingAhead(observed, named);
  await loadPrincipal(directory, accountId, userId);
  return { directory, calls };
}
const page = { limit: 25 };

testOfCalls()('a list is a query, a command its transaction, and a user nothing more', async () => {
  const { tenant, ownerId, serviceGroupId } = place;
  const costs = async (act: (directory: Directory) => Promise<unknown>) => {
    const { directory, calls } = await request();
    await act(directory);
    return calls.slice(1);
  };
  expect(await costs((on) => getUser(on, tenant, ownerId))).toEqual([]);
  expect(await costs((on) => listMembers(on, tenant, serviceGroupId, page))).toEqual(['Query']);
  expect(await costs((on) => listServiceGroupsOfUser(on, tenant, ownerId, page))).toEqual(['Query']);
  expect(await costs((on) => addMember(on, tenant, serviceGroupId, ownerId, byOperator))).toEqual([
    'TransactWriteItems',
  ]);
});

test('an item answers once: what is asked for again is read again', async () => {
  const { tenant, ownerId } = place;
  const { directory } = await request();
  await commandUser(opened.directory, tenant, ownerId, { type: 'change_user', name: 'Later' }, byOperator);
  expect((await getUser(directory, tenant, ownerId)).name).not.toBe('Later');
  expect((await getUser(directory, tenant, ownerId)).name).toBe('Later');
});

test('a command that was decided on what somebody has changed since is decided again, on what is there', async () => {
  const { tenant, ownerId } = place;
  const { directory, calls } = await request();
  await commandUser(opened.directory, tenant, ownerId, { type: 'change_user', name: 'Sooner' }, byOperator);
  const { state } = await commandUser(
    directory,
    tenant,
    ownerId,
    { type: 'change_user', role: 'owner', name: 'Mine' },
    byOperator,
  );
  expect(state.name).toBe('Mine');
  expect(calls.filter((call) => call === 'TransactWriteItems')).toHaveLength(2);
});

test('nothing that was read before a write is shown after it', async () => {
  const { tenant, ownerId, serviceGroupId } = place;
  const { directory } = await request();
  await addMember(directory, tenant, serviceGroupId, ownerId, byOperator);
  await commandUser(directory, tenant, ownerId, { type: 'change_user', name: 'Newest' }, byOperator);
  expect((await getUser(directory, tenant, ownerId)).name).toBe('Newest');
});
