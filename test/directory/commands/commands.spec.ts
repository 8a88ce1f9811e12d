/** @engines both */
import {
  addMember,
  changeUserAsPlanned,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  findServiceGroups,
  findUserByEmail,
  findUsers,
  getAccount,
  getEvent,
  getHistory,
  getMembership,
  getServiceGroup,
  getUser,
  grantTenant,
  listServiceGroups,
  listServiceGroupsOfUser,
  listUsers,
  openDirectory,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { listAccounts, listMembers } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

const refused = (code: string): unknown => expect.objectContaining({ code });
const newUser = async (email: string, role: 'owner' | 'admin' | 'member' = 'member') =>
  (await createUser(tenant, { name: email.split('@')[0] as string, email, role }, byOperator)).state;
const newGroup = async (name: string) => (await createServiceGroup(tenant, { name }, byOperator)).state;
const page = { limit: 100 };

describe('an account', () => {
  test('is read back as it was answered, and listed', async () => {
    const account = await getAccount(tenant);
    expect(account).toMatchObject({ name: 'Acme', status: 'active', version: 1 });
    const ids = [];
    for (let cursor: string | undefined; ;) {
      const found = await listAccounts(directory, { limit: 2, cursor });
      ids.push(...found.items.map(({ accountId }) => accountId));
      cursor = found.cursor;
      if (!cursor) break;
    }
    expect(ids).toContain(tenant.accountId);
    expect(ids).toEqual([...ids].sort());
  });

  test('that is suspended changes in nothing but its reactivation', async () => {
    const user = await newUser('ada@x.example');
    const group = await newGroup('dev');
    await commandAccount(tenant, { type: 'suspend_account' }, byOperator);
    const commands = [
      () => newUser('b@x.example'),
      () => newGroup('prod'),
      () => commandUser(tenant, user.userId, { type: 'change_user', name: 'x' }, byOperator),
      () => removeUser(tenant, user.userId, byOperator),
      () => updateServiceGroup(tenant, group.serviceGroupId, { name: 'x' }, byOperator),
      () => removeServiceGroup(tenant, group.serviceGroupId, byOperator),
      () => addMember(tenant, group.serviceGroupId, user.userId, byOperator),
      () => commandAccount(tenant, { type: 'change_account', name: 'x' }, byOperator),
    ];
    for (const command of commands) await expect(command()).rejects.toEqual(refused('account_suspended'));
    await commandAccount(tenant, { type: 'reactivate_account' }, byOperator);
    await expect(newGroup('prod')).resolves.toMatchObject({ version: 1 });
  });

  test('that does not exist refuses everything', async () => {
    const nowhere = grantTenant(directory, 'acct_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    await expect(getAccount(nowhere)).rejects.toEqual(refused('account_not_found'));
    await expect(createServiceGroup(nowhere, { name: 'x' }, byOperator)).rejects.toEqual(
      refused('account_not_found'),
    );
  });
});

describe('an email', () => {
  test('is unique in its account whatever its case, and free again when it is left', async () => {
    const ada = await newUser('Ada@x.example');
    await expect(newUser('ＡDA@X.EXAMPLE')).rejects.toEqual(refused('email_taken'));
    const change = { type: 'change_user', email: 'lovelace@x.example' } as const;
    await commandUser(tenant, ada.userId, change, byOperator);
    const other = await newUser('ada@x.example');
    await expect(findUserByEmail(tenant, ' ADA@x.example')).resolves.toEqual(other);
    await removeUser(tenant, other.userId, byOperator);
    await expect(findUserByEmail(tenant, 'ada@x.example')).resolves.toBeUndefined();
    await newUser('ada@x.example');
  });

  test('may change in its case only', async () => {
    const ada = await newUser('ada@x.example');
    const change = { type: 'change_user', email: 'Ada@x.example' } as const;
    const { state } = await commandUser(tenant, ada.userId, change, byOperator);
    expect(state.email).toBe('Ada@x.example');
    await expect(newUser('ada@x.example')).rejects.toEqual(refused('email_taken'));
  });

  test('of one account may be used in another', async () => {
    await newUser('ada@x.example');
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    const input = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    await createUser(grantTenant(directory, state.accountId), input, byOperator);
  });

  test('with separators of keys in it is one email like any other', async () => {
    const odd = await newUser('a|b#{c}%7C@x.example');
    await expect(findUserByEmail(tenant, 'a|b#{c}%7C@x.example')).resolves.toEqual(odd);
    await expect(findUserByEmail(tenant, 'a|b#{c}|@x.example')).resolves.toBeUndefined();
  });
});

describe('a service group', () => {
  test('has a name of its own in its account, free again after a rename', async () => {
    const dev = await newGroup('Dev');
    await expect(newGroup('dev ')).rejects.toEqual(refused('service_group_name_taken'));
    await updateServiceGroup(tenant, dev.serviceGroupId, { name: 'test' }, byOperator);
    await newGroup('dev');
    const names = (await listServiceGroups(tenant, page)).items.map(({ name }) => name);
    expect(names).toEqual(['test', 'dev']);
  });

  test('may be given the same name by many at once', async () => {
    const { serviceGroupId } = await newGroup('dev');
    const rename = () => updateServiceGroup(tenant, serviceGroupId, { name: 'prod' }, byOperator);
    const outcomes = await Promise.all(Array.from({ length: 8 }, rename));
    expect(outcomes.map(({ state }) => state.name)).toEqual(Array(8).fill('prod'));
    expect(outcomes.filter(({ events }) => events.length > 0)).toHaveLength(1);
  });

  test('that is removed is gone from every read, and its name is free', async () => {
    const dev = await newGroup('dev');
    await removeServiceGroup(tenant, dev.serviceGroupId, byOperator);
    await expect(getServiceGroup(tenant, dev.serviceGroupId)).rejects.toEqual(
      refused('service_group_not_found'),
    );
    expect((await listServiceGroups(tenant, page)).items).toEqual([]);
    await newGroup('dev');
  });
});

describe('users of an account', () => {
  test('are listed by status and role, without the removed ones, page by page', async () => {
    const users = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      users.push(await newUser(`${name}@x.example`, name === 'a' ? 'owner' : 'member'));
    await removeUser(tenant, users[1]!.userId, byOperator);
    await commandUser(tenant, users[2]!.userId, { type: 'suspend_user' }, byOperator);
    const emails = async (filter: object) =>
      (await listUsers(tenant, { ...page, ...filter })).items.map(({ email }) => email[0]);
    expect(await emails({})).toEqual(['a', 'c', 'd', 'e']);
    expect(await emails({ status: 'active' })).toEqual(['a', 'd', 'e']);
    expect(await emails({ status: 'suspended' })).toEqual(['c']);
    expect(await emails({ role: 'owner' })).toEqual(['a']);

    const first = await listUsers(tenant, { limit: 3 });
    expect(first.items).toHaveLength(3);
    const second = await listUsers(tenant, { limit: 3, cursor: first.cursor });
    expect([...first.items, ...second.items].map(({ email }) => email[0])).toEqual(['a', 'c', 'd', 'e']);
  });

  test('keep an owner', async () => {
    const owner = await newUser('owner@x.example', 'owner');
    await expect(removeUser(tenant, owner.userId, byOperator)).rejects.toEqual(refused('last_owner'));
    const demote = { type: 'change_user', role: 'member' } as const;
    await expect(commandUser(tenant, owner.userId, demote, byOperator)).rejects.toEqual(
      refused('last_owner'),
    );
    const second = await newUser('second@x.example', 'owner');
    await commandUser(tenant, owner.userId, demote, byOperator);
    await expect(removeUser(tenant, second.userId, byOperator)).rejects.toEqual(refused('last_owner'));
  });
});

describe('several commands about one user', () => {
  test('are one commit, planned on the user as it is', async () => {
    const ada = await newUser('ada@x.example');
    const seen: number[] = [];
    const { state } = await changeUserAsPlanned(
      tenant,
      ada.userId,
      (user) => {
        seen.push(user.version);
        return [{ type: 'change_user', name: `${user.name} L.` }, { type: 'suspend_user' }];
      },
      byOperator,
    );
    expect(state).toMatchObject({ name: 'ada L.', status: 'suspended', version: 3 });
    expect(seen).toEqual([1]);
    const { items } = await getHistory(tenant, ada.userId, page);
    expect(items.map(({ type }) => type)).toEqual(['user.created', 'user.profile_changed', 'user.suspended']);
  });

  test('are planned again when somebody else was faster', async () => {
    const ada = await newUser('ada@x.example');
    const names = ['a', 'b', 'c', 'd'];
    const appended = names.map((name) =>
      changeUserAsPlanned(
        tenant,
        ada.userId,
        (user) => [{ type: 'change_user', name: `${user.name}${name}` }],
        byOperator,
      ),
    );
    await Promise.all(appended);
    const { name, version } = await getUser(tenant, ada.userId);
    expect([...name.slice('ada'.length)].sort()).toEqual(names);
    expect(version).toBe(1 + names.length);
  });

  test('are all refused with one of them', async () => {
    const ada = await newUser('ada@x.example');
    await newUser('taken@x.example');
    const plan = () => [
      { type: 'suspend_user' } as const,
      { type: 'change_user', email: 'taken@x.example' } as const,
    ];
    await expect(changeUserAsPlanned(tenant, ada.userId, plan, byOperator)).rejects.toEqual(
      refused('email_taken'),
    );
    expect(await getUser(tenant, ada.userId)).toEqual(ada);
  });

  test('can follow its creation, and it is never seen without them', async () => {
    const input = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    const { state } = await createUser(tenant, input, byOperator, [{ type: 'suspend_user' }]);
    expect(await getUser(tenant, state.userId)).toMatchObject({
      status: 'suspended',
      version: 2,
    });
  });
});

test('users and service groups are found by many ids at once, those of this account that are not removed', async () => {
  const [ada, gone, dev] = [
    await newUser('a@x.example'),
    await newUser('b@x.example'),
    await newGroup('dev'),
  ];
  await removeUser(tenant, gone.userId, byOperator);
  const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
  const other = grantTenant(directory, state.accountId);
  const ids = [ada.userId, gone.userId, 'user_nobody'] as const;
  expect(await findUsers(tenant, ids)).toEqual([ada, undefined, undefined]);
  expect(await findUsers(other, ids)).toEqual([undefined, undefined, undefined]);
  expect(await findServiceGroups(tenant, [dev.serviceGroupId])).toEqual([dev]);
  expect(await findServiceGroups(other, [dev.serviceGroupId])).toEqual([undefined]);
});

describe('a membership', () => {
  test('is seen from both sides, with the names a list shows', async () => {
    const [ada, dev] = [await newUser('ada@x.example'), await newGroup('dev')];
    const { state, events } = await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
    const { isNew, ...view } = state;
    expect(events).toMatchObject([
      { type: 'service_group.member_added', aggregateId: ada.userId, version: 2 },
    ]);
    expect(isNew).toBe(true);
    expect(view).toMatchObject({
      userId: ada.userId,
      userName: 'ada',
      userEmail: 'ada@x.example',
      userRole: 'member',
      serviceGroupId: dev.serviceGroupId,
      serviceGroupName: 'dev',
      since: events[0]?.at,
      addedBy: 'operator:test',
    });
    expect((await listMembers(tenant, dev.serviceGroupId, page)).items).toEqual([view]);
    expect((await listServiceGroupsOfUser(tenant, ada.userId, page)).items).toEqual([view]);
    await expect(getMembership(tenant, dev.serviceGroupId, ada.userId)).resolves.toEqual(view);
  });

  test('is read, though not changed, while the master key cannot be reached', async () => {
    const [ada, dev] = [await newUser('ada@x.example'), await newGroup('dev')];
    await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
    const isAway = () => Promise.reject(new Error('The master key is away.'));
    const { client, tableName } = opened;
    const { cursorSecret } = directory;
    const masterKey = { generateKey: isAway, unwrapKey: isAway };
    const keyless = openDirectory({ client, tableName, cursorSecret, masterKey });
    const ids = [dev.serviceGroupId, ada.userId] as const;
    await expect(getMembership(grantTenant(keyless, tenant.accountId), ...ids)).resolves.toMatchObject({
      userStatus: 'active',
    });
    await expect(removeMember(grantTenant(keyless, tenant.accountId), ...ids, byOperator)).rejects.toThrow(
      'is away',
    );
  });

  test('that is there already is given again without a change', async () => {
    const [ada, dev] = [await newUser('ada@x.example'), await newGroup('dev')];
    const first = await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
    const second = await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
    expect(second).toEqual({ state: { ...first.state, isNew: false }, events: [] });
    expect(await getUser(tenant, ada.userId)).toMatchObject({ version: 2, membershipCount: 1 });
  });

  test('ends when it is removed, and may begin again', async () => {
    const [ada, dev] = [await newUser('ada@x.example'), await newGroup('dev')];
    for (let round = 0; round < 2; round += 1) {
      await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
      await removeMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
      await expect(getMembership(tenant, dev.serviceGroupId, ada.userId)).rejects.toEqual(
        refused('membership_not_found'),
      );
      expect((await listMembers(tenant, dev.serviceGroupId, page)).items).toEqual([]);
    }
    const { items } = await getHistory(tenant, ada.userId, page);
    expect(items.map(({ type }) => type)).toEqual([
      'user.created',
      'service_group.member_added',
      'service_group.member_removed',
      'service_group.member_added',
      'service_group.member_removed',
    ]);
    expect(items.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is refused to a suspended or removed user, and in a removed service group', async () => {
    const [ada, bob, dev] = [
      await newUser('ada@x.example'),
      await newUser('bob@x.example'),
      await newGroup('dev'),
    ];
    await commandUser(tenant, ada.userId, { type: 'suspend_user' }, byOperator);
    const add = (userId: UserId) => addMember(tenant, dev.serviceGroupId, userId, byOperator);
    await expect(add(ada.userId)).rejects.toEqual(refused('user_suspended'));
    await removeUser(tenant, ada.userId, byOperator);
    await expect(add(ada.userId)).rejects.toEqual(refused('user_not_found'));
    await removeServiceGroup(tenant, dev.serviceGroupId, byOperator);
    await expect(add(bob.userId)).rejects.toEqual(refused('service_group_not_found'));
  });
});

describe('a version expected by the caller', () => {
  test('is not compared with that of what is removed, which is not found', async () => {
    const [ada, dev] = [await newUser('gone@x.example'), await newGroup('gone')];
    await removeUser(tenant, ada.userId, byOperator);
    await removeServiceGroup(tenant, dev.serviceGroupId, byOperator);
    const stale = { ...byOperator, expectedVersion: 99 };
    for (const command of [{ type: 'suspend_user' }, { type: 'change_user', name: 'x' }] as const)
      await expect(commandUser(tenant, ada.userId, command, stale)).rejects.toEqual(
        refused('user_not_found'),
      );
    await expect(removeUser(tenant, ada.userId, stale)).rejects.toEqual(refused('user_not_found'));
    await expect(updateServiceGroup(tenant, dev.serviceGroupId, { name: 'x' }, stale)).rejects.toEqual(
      refused('service_group_not_found'),
    );
  });

  test('that is not the current one refuses the command', async () => {
    const ada = await newUser('ada@x.example');
    const change = (name: string, expectedVersion: number) =>
      commandUser(tenant, ada.userId, { type: 'change_user', name }, { ...byOperator, expectedVersion });
    await change('Ada L', 1);
    await expect(change('Ada M', 1)).rejects.toEqual(refused('version_mismatch'));
    await change('Ada M', 2);
  });
});

describe("another tenant's things", () => {
  test('are absent in every read and command', async () => {
    const [ada, dev] = [await newUser('ada@x.example', 'owner'), await newGroup('dev')];
    await addMember(tenant, dev.serviceGroupId, ada.userId, byOperator);
    const { state } = await createAccount(directory, { name: 'Mallory' }, byOperator);
    const mallory = grantTenant(directory, state.accountId);
    const { userId } = ada;
    const { serviceGroupId } = dev;
    const own = await createUser(mallory, { name: 'M', email: 'm@x.example', role: 'owner' }, byOperator);
    const ownGroup = await createServiceGroup(mallory, { name: 'own' }, byOperator);
    const userNotFound = refused('user_not_found');
    const groupNotFound = refused('service_group_not_found');
    await expect(getUser(mallory, userId)).rejects.toEqual(userNotFound);
    await expect(getServiceGroup(mallory, serviceGroupId)).rejects.toEqual(groupNotFound);
    await expect(listMembers(mallory, serviceGroupId, page)).rejects.toEqual(groupNotFound);
    await expect(listServiceGroupsOfUser(mallory, userId, page)).rejects.toEqual(userNotFound);
    await expect(getMembership(mallory, serviceGroupId, userId)).rejects.toEqual(groupNotFound);
    await expect(removeUser(mallory, userId, byOperator)).rejects.toEqual(userNotFound);
    await expect(removeServiceGroup(mallory, serviceGroupId, byOperator)).rejects.toEqual(groupNotFound);
    const ownUserId = own.state.userId;
    const ownGroupId = ownGroup.state.serviceGroupId;
    await expect(addMember(mallory, serviceGroupId, ownUserId, byOperator)).rejects.toEqual(groupNotFound);
    await expect(addMember(mallory, ownGroupId, userId, byOperator)).rejects.toEqual(userNotFound);
    expect((await getHistory(mallory, userId, page)).items).toEqual([]);
    await expect(getEvent(mallory, `${userId}.1`)).resolves.toBeUndefined();
    await expect(getEvent(tenant, `${userId}.1`)).resolves.toMatchObject({ type: 'user.created' });
  });
});
