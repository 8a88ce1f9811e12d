import { Readable } from 'node:stream';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  addManager,
  closeAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  endManagingOfRemoved,
  grantTenant,
  importAccount,
  listManagedServiceGroups,
  listManagers,
  listManagersAsOf,
  removeManager,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { MAX_MANAGERS, type ServiceGroupId, type UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem, everyWireItem, putWireItems } from '../../support/directory/items.js';
import { expectNothingWrong, wrongFindings } from '../../support/directory/nothing-wrong.js';
import { finishJob } from '../../support/directory/jobs.js';
import { exportAccount, rebuildAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let group: ServiceGroupId;
let [ada, grace]: UserId[] = [];
const refused = (code: string): unknown => expect.objectContaining({ code });
const page = { limit: 100 };

inAccount((account) => ({ opened, directory, tenant } = account));
beforeEach(async () => {
  group = await newGroup('dev');
  [ada, grace] = [await newUser('Ada'), await newUser('Grace')];
});

async function newUser(name: string): Promise<UserId> {
  const input = { name, email: `${name.replace(' ', '')}@x.example`, role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).state.userId;
}

async function newGroup(name: string): Promise<ServiceGroupId> {
  return (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
}

const namesOf = async () => (await listManagers(tenant, group)).map(({ userName }) => userName);
const managedBy = async (userId = ada!) =>
  (await listManagedServiceGroups(tenant, userId, page)).items.map(
    ({ serviceGroupName }) => serviceGroupName,
  );
const items = async () =>
  (await everyItem(opened)).filter(
    ({ entity, accountId }) => entity === 'managed-service-group' && accountId === tenant.accountId,
  );

describe('a manager', () => {
  test('is listed from both sides, under the present names, until it ends', async () => {
    const { state, events } = await addManager(tenant, group, ada!, byOperator);
    expect(state).toMatchObject({ userName: 'Ada', serviceGroupName: 'dev', isNew: true });
    expect((await addManager(tenant, group, ada!, byOperator)).state).toEqual({ ...state, isNew: false });
    await addManager(tenant, group, grace!, byOperator);
    await updateServiceGroup(tenant, group, { name: 'development' }, byOperator);
    await commandUser(tenant, ada!, { type: 'change_user', name: 'Ada L.' }, byOperator);
    expect(await namesOf()).toEqual(['Ada L.', 'Grace']);
    expect(await managedBy()).toEqual(['development']);
    await expectNothingWrong(tenant);
    await removeManager(tenant, group, ada!, byOperator);
    await expect(removeManager(tenant, group, ada!, byOperator)).rejects.toEqual(
      refused('manager_not_found'),
    );
    expect([await namesOf(), await managedBy()]).toEqual([['Grace'], []]);
    expect((await listManagersAsOf(tenant, group, events[0]!.at)).map(({ userName }) => userName)).toEqual([
      'Ada',
    ]);
    await expectNothingWrong(tenant);
  });

  test('must be there and not suspended; an invited user may be one', async () => {
    await expect(addManager(tenant, group, 'user_none', byOperator)).rejects.toEqual(
      refused('user_not_found'),
    );
    await commandUser(tenant, ada!, { type: 'suspend_user' }, byOperator);
    await expect(addManager(tenant, group, ada!, byOperator)).rejects.toEqual(refused('user_suspended'));
    const invited = { name: 'Ida', email: 'ida@x.example', status: 'invited' } as const;
    const { userId } = (await createUser(tenant, invited, byOperator)).state;
    await addManager(tenant, group, userId, byOperator);
    expect(await namesOf()).toEqual(['Ida']);
  });

  test('is not made of somebody who is removed at the same moment', async () => {
    const outcomes = await Promise.allSettled([
      removeUser(tenant, ada!, byOperator),
      addManager(tenant, group, ada!, byOperator),
    ]);
    expect(outcomes[0].status).toBe('fulfilled');
    expect(await namesOf()).toEqual([]);
    await endManagingOfRemoved(directory, tenant.accountId, ada!);
    expect(await items()).toEqual([]);
    await expectNothingWrong(tenant);
  });

  test(`is one of ${MAX_MANAGERS}`, async () => {
    for (let index = 0; index < MAX_MANAGERS; index += 1)
      await addManager(tenant, group, await newUser(`User ${index}`), byOperator);
    await expect(addManager(tenant, group, ada!, byOperator)).rejects.toEqual(refused('too_many_managers'));
    await updateServiceGroup(tenant, group, { name: 'renamed' }, byOperator);
    await removeServiceGroup(tenant, group, byOperator);
    expect(await items()).toEqual([]);
  });
});

describe('it ends', () => {
  beforeEach(() => addManager(tenant, group, ada!, byOperator));

  test('with the user: for readers at once, and then with an event of the one who removed them', async () => {
    const other = { actor: `user:${grace}`, correlationId: 'corr_2' } as const;
    await removeUser(tenant, ada!, other);
    expect(await namesOf()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await endManagingOfRemoved(directory, tenant.accountId, ada!);
    expect(await items()).toEqual([]);
    const ended = (await everyItem(opened)).filter(({ type }) => type === 'service_group.manager_removed');
    expect(ended.filter(({ accountId }) => accountId === tenant.accountId)).toMatchObject([
      { actor: `user:${grace}`, correlationId: 'corr_2', data: { userId: ada, reason: 'user_removed' } },
    ]);
    await expectNothingWrong(tenant);
  });

  test('of nobody who is still there', async () => {
    await endManagingOfRemoved(directory, tenant.accountId, ada!);
    expect(await namesOf()).toEqual(['Ada']);
  });

  test('with the service group, and with the account', async () => {
    const prod = await newGroup('prod');
    await addManager(tenant, prod, ada!, byOperator);
    await removeServiceGroup(tenant, group, byOperator);
    expect(await managedBy()).toEqual(['prod']);
    const { jobId } = (await closeAccount(tenant, byOperator)).state;
    await endManagingOfRemoved(directory, tenant.accountId, ada!);
    await finishJob(directory, jobId!);
    expect(await items()).toEqual([]);
  });
});

describe('what is stored of managers', () => {
  beforeEach(() => addManager(tenant, group, ada!, byOperator));

  test('is made again from the events of the service group', async () => {
    const stored = (await everyWireItem(opened)) as Record<string, AttributeValue>[];
    const real = stored.find(
      ({ entity, accountId }) => entity?.S === 'managed-service-group' && accountId?.S === tenant.accountId,
    );
    const forged = { ...real!, PK: { S: `user:${grace}` }, userId: { S: grace! } };
    const renamed = { ...real!, serviceGroupName: { S: 'other' } };
    await putWireItems(opened, [forged, renamed]);
    const found = await wrongFindings(tenant);
    expect(found.map(({ problem, entity }) => [problem, entity]).sort()).toEqual([
      ['differs', 'managed-service-group'],
      ['unexpected', 'managed-service-group'],
    ]);
    await rebuildAccount(tenant);
    expect(await items()).toMatchObject([{ userId: ada, serviceGroupName: 'dev' }]);
    await expectNothingWrong(tenant);
  });

  test('is restored from an export', async () => {
    const other = await openTestDirectory();
    const lines: string[] = [];
    for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
    await importAccount(other.directory, Readable.from(lines));
    const restored = grantTenant(other.directory, tenant.accountId);
    expect(await listManagers(restored, group)).toEqual(await listManagers(tenant, group));
    expect(await listManagedServiceGroups(restored, ada!, page)).toEqual(
      await listManagedServiceGroups(tenant, ada!, page),
    );
    await expectNothingWrong(restored);
    await other.close();
  });

  test('of another account is nobody’s own', async () => {
    const theirs = (await createAccount(directory, { name: 'Other' }, byOperator)).state;
    const other = grantTenant(directory, theirs.accountId);
    await expect(addManager(other, group, ada!, byOperator)).rejects.toEqual(
      refused('service_group_not_found'),
    );
    await expect(listManagedServiceGroups(other, ada!, page)).rejects.toEqual(refused('user_not_found'));
    await expect(listManagers(other, group)).rejects.toEqual(refused('service_group_not_found'));
  });
});
