import {
  eachOf,
  exportRows,
  findCandidates,
  getMembership,
  listMatrix,
  listMembers,
  listMembersAsOf,
  listServiceGroupsOfUser,
  listServiceGroupsOfUserAsOf,
  listWhoMay,
  matrixOfUsers,
  searchMatrix,
  searchOwnGroups,
  searchUsers,
  tryBulkJob,
  type Matrix,
  type Page,
  type PageRequest,
  type Tenant,
} from '#libs/directory';
import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { byOperator } from './directory.js';

/** Of an active user with a name that is a word of its own, in a service group likewise. */
export interface Pair {
  userId: UserId;
  userName: string;
  userEmail: string;
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
}

type Surface = (tenant: Tenant, pair: Pair) => Promise<boolean>;

/**
 * Every way to ask the directory whether a user is a member of a service group. All must say the same at every instant, whether or
 * not the worker has committed an end.
 */
export const MEMBERSHIP_SURFACES: Readonly<Record<string, Surface>> = {
  'the access check': isMember,
  'the service groups of a user': (tenant, { userId, serviceGroupId }) =>
    has(
      listed((page) => listServiceGroupsOfUser(tenant, userId, page)),
      { serviceGroupId },
    ),
  'the members of a service group': (tenant, { userId, serviceGroupId }) =>
    has(
      listed((page) => listMembers(tenant, serviceGroupId, page)),
      { userId },
    ),
  'who may enter': (tenant, { userId, serviceGroupId }) =>
    has(
      listed((page) => listWhoMay(tenant, serviceGroupId, 'enter', page)),
      { userId },
    ),
  'the members as of now': (tenant, { userId, serviceGroupId }) =>
    has(
      listed((page) => listMembersAsOf(tenant, serviceGroupId, nowOf(tenant), page)),
      { userId },
    ),
  'the service groups of a user as of now': (tenant, { userId, serviceGroupId }) =>
    has(
      listed((page) => listServiceGroupsOfUserAsOf(tenant, userId, nowOf(tenant), page)),
      { serviceGroupId },
    ),
  'the matrix of named users': async (tenant, pair) =>
    isIn(await matrixOfUsers(tenant, [pair.userId], [pair.serviceGroupId]), pair),
  'the matrix of all users': (tenant, pair) =>
    isListed((cursor) => listMatrix(tenant, [pair.serviceGroupId], { limit: 50, cursor }), pair),
  'the matrix of a search': (tenant, pair) =>
    isListed(
      (cursor) => searchMatrix(tenant, [pair.serviceGroupId], { q: pair.userName, limit: 50, cursor }),
      pair,
    ),
  'a search in a service group': async (tenant, { userId, serviceGroupId: groupId }) => {
    const { items } = await searchUsers(tenant, { filter: { groupId }, limit: 100 });
    return items.some((user) => user.userId === userId);
  },
  'a search outside a service group': async (tenant, { userId, serviceGroupId: notInGroupId }) => {
    const { items } = await searchUsers(tenant, { filter: { notInGroupId }, limit: 100 });
    return !items.some((user) => user.userId === userId);
  },
  'the candidates for a service group': async (tenant, { userId, userName: q, serviceGroupId }) => {
    const { items } = await findCandidates(tenant, serviceGroupId, { q, limit: 100 });
    const found = items.find((candidate) => candidate.userId === userId);
    return found?.isMember ?? false;
  },
  'the count of a search': async (tenant, { userName: q, serviceGroupId: groupId }) => {
    const search = { filter: { q, groupId }, limit: 1, count: true, facets: true };
    const { total, facets } = await searchUsers(tenant, search);
    const counted = Object.values(facets?.status ?? {}).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(total?.value);
    return total?.value === 1;
  },
  "a search of one's own service groups": async (tenant, { userId, serviceGroupName: q }) =>
    (await searchOwnGroups(tenant, { userId, q })).length > 0,
  'the export of memberships': async (tenant, { userEmail, serviceGroupName }) => {
    for await (const row of exportRows(tenant, 'memberships'))
      if (row['userEmail'] === userEmail && row['serviceGroupName'] === serviceGroupName) return true;
    return false;
  },
  'the users of a bulk job': async (tenant, { userId, serviceGroupId: groupId }) => {
    const request = {
      action: 'suspend',
      serviceGroupIds: [],
      mayManageOwners: true,
      selection: { query: { groupId } },
    } as const;
    const tried = await unless('empty_selection', tryBulkJob(tenant, request, byOperator));
    return Boolean(tried?.tried.some((row) => row.userId === userId));
  },
};

/** The surfaces that say that the user is a member. */
export async function surfacesThatShow(tenant: Tenant, pair: Pair): Promise<string[]> {
  const shown: string[] = [];
  for (const [name, shows] of Object.entries(MEMBERSHIP_SURFACES))
    if (await shows(tenant, pair)) shown.push(name);
  return shown;
}

export const EVERY_SURFACE = Object.keys(MEMBERSHIP_SURFACES);

async function isMember(tenant: Tenant, { userId, serviceGroupId }: Pair): Promise<boolean> {
  const found = await unless('membership_not_found', getMembership(tenant, serviceGroupId, userId));
  return found !== undefined;
}

async function unless<Found>(code: DomainError['code'], read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DomainError && error.code === code) return undefined;
    throw error;
  }
}

const nowOf = ({ directory }: Tenant) => new Date(directory.steadyNow()).toISOString();

function listed<Item>(list: (page: PageRequest) => Promise<Page<Item>>): AsyncIterable<Item> {
  return eachOf((cursor) => list({ limit: 100, cursor }));
}

async function has<Item extends object>(items: AsyncIterable<Item>, wanted: Partial<Item>): Promise<boolean> {
  const [[name, value]] = Object.entries(wanted) as [[keyof Item, unknown]];
  for await (const item of items) if (item[name] === value) return true;
  return false;
}

function isIn({ rows }: Matrix, { userId, serviceGroupId }: Pair): boolean {
  return rows.some(({ user, cells }) => user.userId === userId && cells[serviceGroupId] !== undefined);
}

async function isListed(read: (cursor: string | undefined) => Promise<Matrix>, pair: Pair): Promise<boolean> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    if (isIn(page, pair)) return true;
    if (page.cursor === undefined) return false;
    ({ cursor } = page);
  }
}
