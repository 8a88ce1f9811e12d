import {
  findServiceGroupByExternalId,
  findServiceGroups,
  findServiceGroupsByNamePrefix,
  getMembership,
  listServiceGroups,
  listServiceGroupsOfUser,
  type Page,
  type PageRequest,
} from '#libs/directory';
import { DomainError, foldName, type ServiceGroup, type ServiceGroupId } from '#libs/domain';
import type { RequestTenant } from '../../auth/caller/caller.js';
import { Problem } from '../../problems/problem.js';
import { isServiceGroupId, isUserId } from '../../http/input/ids.js';
import { matches, type Comparison, type Filter } from '../protocol/filter.js';
import type { ListQuery } from '../protocol/query.js';
import {
  conjunctsOf,
  lookUp,
  lookupsFor,
  byUniqueText,
  present,
  refuseFilter,
  search,
  type Found,
  type Source,
} from '../protocol/search.js';
import { toGroupDto, type ShownMember } from '../resources/group-resource.js';

const ANSWERABLE =
  'id, displayName, externalId and members with eq, joined by or, and any other comparison joined to them by and; ' +
  'displayName with sw';
/** Of one user: more make no list that an answer could show. */
const MAX_GROUPS = 1_000;

export async function searchGroups(tenant: RequestTenant, query: ListQuery): Promise<Found<ServiceGroup>> {
  const { filter } = query;
  const lookups = filter && lookupsFor(filter, (one) => lookupOf(tenant, one));
  const source: Source<ServiceGroup> = lookups
    ? {
        kind: 'few',
        find: async () => {
          const found = await lookUp(lookups, ({ serviceGroupId }) => serviceGroupId);
          return filter ? matching(tenant, found, filter) : found;
        },
      }
    : { kind: 'list', page: listOf(tenant, query) };
  const isMeant = (group: ServiceGroup) => filter === undefined || matches(toGroupDto(group), filter);
  return search(source, query, toGroupDto, isMeant);
}

function lookupOf(
  tenant: RequestTenant,
  { attrPath, compValue }: Comparison,
): (() => Promise<ServiceGroup[]>) | undefined {
  if (typeof compValue !== 'string') return undefined;
  switch (attrPath) {
    case 'id':
      return () => groupsById(tenant, isServiceGroupId(compValue) ? [compValue] : []);
    case 'externalId':
      return () => byUniqueText(compValue, (text) => findServiceGroupByExternalId(tenant, text));
    case 'displayName':
      return async () => {
        const page = await findServiceGroupsByNamePrefix(tenant, compValue, { limit: 1 });
        return page.items.filter(({ name }) => foldName(name) === foldName(compValue));
      };
    case 'members':
    case 'members.value':
      return () => groupsOfUser(tenant, compValue);
    default:
      return undefined;
  }
}

async function groupsById(tenant: RequestTenant, ids: readonly ServiceGroupId[]): Promise<ServiceGroup[]> {
  return present(await findServiceGroups(tenant, ids));
}

async function groupsOfUser(tenant: RequestTenant, userId: string): Promise<ServiceGroup[]> {
  return groupsById(tenant, await idsOfGroups(tenant, userId));
}

async function idsOfGroups(tenant: RequestTenant, userId: string): Promise<ServiceGroupId[]> {
  if (!isUserId(userId)) return [];
  try {
    const page = await listServiceGroupsOfUser(tenant, userId, { limit: MAX_GROUPS });
    if (page.cursor !== undefined)
      throw new Problem('too_many_results', `The user is in more than ${MAX_GROUPS} groups.`);
    return page.items.map(({ serviceGroupId }) => serviceGroupId);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'user_not_found')) throw error;
    tenant.directory.maskCapacity();
    return [];
  }
}

/** The groups that the whole filter is true of, their members as far as it names any. */
async function matching(
  tenant: RequestTenant,
  groups: readonly ServiceGroup[],
  filter: Filter,
): Promise<ServiceGroup[]> {
  const named = [...new Set(membersNamedBy(filter))];
  const membersOf = await membershipsOf(tenant, groups, named);
  return groups.filter((group) => matches(toGroupDto(group, membersOf(group)), filter));
}

/** For many groups, the lists of each user are cheaper than a check for every pair. */
async function membershipsOf(
  tenant: RequestTenant,
  groups: readonly ServiceGroup[],
  userIds: readonly string[],
): Promise<(group: ServiceGroup) => ShownMember[]> {
  const [only] = groups;
  const held = await Promise.all(
    userIds.map(async (userId) => {
      const ids =
        only && groups.length === 1
          ? await membershipIn(tenant, only, userId)
          : await idsOfGroups(tenant, userId);
      return { userId, ids: new Set(ids) };
    }),
  );
  return ({ serviceGroupId }) =>
    held.filter(({ ids }) => ids.has(serviceGroupId)).map(({ userId }) => ({ userId, userName: '' }));
}

/** @throws Problem `invalid_filter` if only the whole list of members could answer it */
function membersNamedBy(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(membersNamedBy);
  if (filter.op === 'not') return membersNamedBy(filter.filter);
  if (!filter.attrPath.startsWith('members')) return [];
  const isNamed = filter.op === 'eq' && ['members', 'members.value'].includes(filter.attrPath);
  return isNamed && typeof filter.compValue === 'string' ? [filter.compValue] : refuseFilter(ANSWERABLE);
}

async function membershipIn(
  tenant: RequestTenant,
  { serviceGroupId }: ServiceGroup,
  userId: string,
): Promise<ServiceGroupId[]> {
  if (!isUserId(userId)) return [];
  try {
    await getMembership(tenant, serviceGroupId, userId);
    return [serviceGroupId];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

function listOf(
  tenant: RequestTenant,
  { filter, sortBy, descending }: ListQuery,
): (request: PageRequest) => Promise<Page<ServiceGroup>> {
  const prefixes = conjunctsOf(filter).flatMap(prefixIn);
  if (prefixes.length > 1) refuseFilter(ANSWERABLE);
  const [prefix] = prefixes;
  const byName = prefix !== undefined || sortBy === 'displayName';
  const sortable = byName ? ['displayName'] : ['id', 'meta.created'];
  if (sortBy !== undefined && !sortable.includes(sortBy))
    throw new Problem('invalid_value', 'A list can be sorted by displayName, id or meta.created.');
  const order = descending ? 'descending' : 'ascending';
  return byName
    ? (page) => findServiceGroupsByNamePrefix(tenant, prefix ?? '', { ...page, order })
    : (page) => listServiceGroups(tenant, { ...page, order });
}

function prefixIn(filter: Filter): string[] {
  if (filter.op === 'pr' && ['id', 'displayName', 'meta'].includes(filter.attrPath)) return [];
  const isPrefix = filter.op === 'sw' && filter.attrPath === 'displayName';
  return isPrefix && typeof filter.compValue === 'string' ? [filter.compValue] : refuseFilter(ANSWERABLE);
}
