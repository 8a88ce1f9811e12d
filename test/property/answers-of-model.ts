import {
  findUserByEmail,
  getAccount,
  getHistory,
  getMembership,
  getServiceGroup,
  getUser,
  listManagedServiceGroups,
  listManagers,
  listServiceGroups,
  listServiceGroupsOfUser,
  listUsers,
  type Directory,
  type Page,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import type { Model, ModelUser } from './directory-model.js';
import { EMAILS } from './random-commands.js';
import { listAccounts, listAuditLog, listMembers } from '../support/directory/settled.js';

/** An account, and what it must be like. */
export interface Place {
  accountId: string;
  tenant: Tenant;
  model: Model;
  /** The versions of users and service groups that were last copied to memberships. */
  copied: Map<string, number>;
}

async function all<T>(read: (page: { limit: number; cursor?: string | undefined }) => Promise<Page<T>>) {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 3, cursor });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return items;
}

/** Asks by every access pattern, page by page, and compares the answers with the model's. */
export async function expectAnswersOfModel(
  directory: Directory,
  { accountId, tenant, model }: Place,
): Promise<void> {
  const users = [...model.users.values()].filter(({ status }) => status !== 'removed').sort(byId);
  const groups = [...model.groups.values()].filter(({ status }) => status === 'active').sort(byId);
  const outcomeOf = async (read: Promise<unknown>) =>
    read.then(
      () => 'there',
      (error: { code?: string }) => error.code,
    );

  const { name: accountName, status, version } = model;
  expect(await getAccount(tenant)).toMatchObject({ name: accountName, status, version });
  expect((await all((page) => listAccounts(directory, page))).map((each) => each.accountId)).toContain(
    accountId,
  );
  const listed = await all((page) => listUsers(tenant, page));
  expect(listed.map(userOf)).toEqual(users.map(modelUser));
  for (const filter of [{ status: 'suspended' }, { role: 'owner' }] as const)
    expect((await all((page) => listUsers(tenant, { ...page, ...filter }))).map(userOf)).toEqual(
      users
        .filter((each) => Object.entries(filter).every(([key, value]) => each[key as 'role'] === value))
        .map(modelUser),
    );
  const listedGroups = await all((page) => listServiceGroups(tenant, page));
  expect(listedGroups.map(({ serviceGroupId, name: n, version: v }) => [serviceGroupId, n, v])).toEqual(
    groups.map((each) => [each.id, each.name, each.version]),
  );
  for (const each of model.users.values()) {
    const gone = each.status === 'removed';
    expect(await outcomeOf(getUser(tenant, each.id))).toBe(gone ? 'user_not_found' : 'there');
    const history = await all((page) => getHistory(tenant, each.id, page));
    expect(history.map((event) => event.version)).toEqual(
      Array.from({ length: each.version }, (_, n) => n + 1),
    );
    if (gone) continue;
    const entered = await all((page) => listServiceGroupsOfUser(tenant, each.id, page));
    expect(entered.map(({ serviceGroupId, serviceGroupName }) => [serviceGroupId, serviceGroupName])).toEqual(
      [...each.groupIds].sort().map((id) => [id, model.groups.get(id)?.name]),
    );
    const managed = await all((page) => listManagedServiceGroups(tenant, each.id, page));
    expect(managed.map(({ serviceGroupId, serviceGroupName }) => [serviceGroupId, serviceGroupName])).toEqual(
      groups.filter(({ managers }) => managers.includes(each.id)).map((group) => [group.id, group.name]),
    );
  }
  for (const each of model.groups.values()) {
    const gone = each.status === 'removed';
    expect(await outcomeOf(getServiceGroup(tenant, each.id))).toBe(
      gone ? 'service_group_not_found' : 'there',
    );
    if (gone) continue;
    const managers = await listManagers(tenant, each.id);
    expect(managers.map(({ userId, userName }) => [userId, userName])).toEqual(
      each.managers
        .flatMap((id) => users.filter((user) => user.id === id))
        .map((user) => [user.id, user.name]),
    );
    const members = await all((page) => listMembers(tenant, each.id, page));
    const expected = users.filter(({ groupIds }) => groupIds.has(each.id));
    expect(
      members.map(({ userId, userName, userEmail, userRole, userStatus }) => [
        userId,
        userName,
        userEmail,
        userRole,
        userStatus,
      ]),
    ).toEqual(expected.map((u) => [u.id, u.name, u.email, u.role, u.status]));
    for (const u of users)
      expect(await outcomeOf(getMembership(tenant, each.id, u.id))).toBe(
        u.groupIds.has(each.id) ? 'there' : 'membership_not_found',
      );
  }
  for (const wanted of EMAILS) {
    const holder = users.find(
      (each) => each.email.normalize('NFKC').toLowerCase() === wanted.normalize('NFKC').toLowerCase(),
    );
    expect((await findUserByEmail(tenant, wanted))?.userId).toBe(holder?.id);
  }
  const log = await all((page) => listAuditLog(tenant, { ...page, order: 'ascending' }));
  const versions = [model, ...model.users.values(), ...model.groups.values()].map((each) => each.version);
  expect(log).toHaveLength(versions.reduce((sum, each) => sum + each, 0));
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const modelUser = ({ id, name: n, email: e, role: r, status, version, groupIds }: ModelUser) => [
  id,
  n,
  e,
  r,
  status,
  version,
  groupIds.size,
];
const userOf = (each: {
  userId: UserId;
  name: string;
  email: string;
  role: string;
  status: string;
  version: number;
  membershipCount: number;
}) => [each.userId, each.name, each.email, each.role, each.status, each.version, each.membershipCount];
