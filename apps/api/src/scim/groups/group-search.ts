import type { Page, PageRequest } from '#libs/directory';
import { DomainError, foldName } from '#libs/domain';
import type { RequestTenant } from '../../auth/caller/caller.js';
import { Problem } from '../../problems/problem.js';
import { isUserId } from '../../http/input/ids.js';
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
import type { ScimRequest } from '../protocol/scim-request.js';
import { idOfGroup, toGroupDto, type ScimGroup, type ShownMember } from '../resources/group-resource.js';
import type { GroupKind } from './kinds/group-kind.js';
import { GROUP_KINDS } from './kinds/kinds.js';

const ANSWERABLE =
  'id, displayName, externalId and members with eq, joined by or, and any other comparison joined to them by and; ' +
  'displayName with sw';
/** Of one user: more make no list that an answer could show. */
const MAX_GROUPS = 1_000;

/** Whose groups are searched, and what they are. */
interface Searched {
  tenant: RequestTenant;
  kind: GroupKind;
}

export async function searchGroups(
  { tenant, base }: Pick<ScimRequest, 'tenant' | 'base'>,
  query: ListQuery,
): Promise<Found<ScimGroup>> {
  const searched = { tenant, kind: GROUP_KINDS[base] };
  const { filter } = query;
  const lookups = filter && lookupsFor(filter, (one) => lookupOf(searched, one));
  const source: Source<ScimGroup> = lookups
    ? {
        kind: 'few',
        find: async () => {
          const found = await lookUp(lookups, idOfGroup);
          return filter ? matching(searched, found, filter) : found;
        },
      }
    : { kind: 'list', page: listOf(searched, query) };
  const isMeant = (group: ScimGroup) => filter === undefined || matches(toGroupDto(group), filter);
  return search(source, query, toGroupDto, isMeant);
}

function lookupOf(
  searched: Searched,
  { attrPath, compValue }: Comparison,
): (() => Promise<ScimGroup[]>) | undefined {
  const { tenant, kind } = searched;
  if (typeof compValue !== 'string') return undefined;
  switch (attrPath) {
    case 'id':
      return () => groupsById(searched, [compValue]);
    case 'externalId':
      return () => byUniqueText(compValue, (text) => kind.findByExternalId(tenant, text));
    case 'displayName':
      return async () => {
        const page = await kind.findByNamePrefix(tenant, compValue, { limit: 1 });
        return page.items.filter(({ name }) => foldName(name) === foldName(compValue));
      };
    case 'members':
    case 'members.value':
      return () => groupsOfUser(searched, compValue);
    default:
      return undefined;
  }
}

async function groupsById({ tenant, kind }: Searched, ids: readonly string[]): Promise<ScimGroup[]> {
  return present(await kind.find(tenant, ids));
}

async function groupsOfUser(searched: Searched, userId: string): Promise<ScimGroup[]> {
  return groupsById(searched, await idsOfGroups(searched, userId));
}

async function idsOfGroups({ tenant, kind }: Searched, userId: string): Promise<string[]> {
  if (!isUserId(userId)) return [];
  try {
    const { groups, hasMore } = await kind.ofUser(tenant, userId, MAX_GROUPS);
    if (hasMore) throw new Problem('too_many_results', `The user is in more than ${MAX_GROUPS} groups.`);
    return groups.map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'user_not_found')) throw error;
    tenant.directory.maskCapacity();
    return [];
  }
}

/** The groups that the whole filter is true of, their members as far as it names any. */
async function matching(
  searched: Searched,
  groups: readonly ScimGroup[],
  filter: Filter,
): Promise<ScimGroup[]> {
  const named = [...new Set(membersNamedBy(filter))];
  const membersOf = await membershipsOf(searched, groups, named);
  return groups.filter((group) => matches(toGroupDto(group, membersOf(group)), filter));
}

/** For many groups, the lists of each user are cheaper than a check for every pair. */
async function membershipsOf(
  searched: Searched,
  groups: readonly ScimGroup[],
  userIds: readonly string[],
): Promise<(group: ScimGroup) => ShownMember[]> {
  const [only] = groups;
  const held = await Promise.all(
    userIds.map(async (userId) => {
      const ids =
        only && groups.length === 1
          ? await membershipIn(searched, idOfGroup(only), userId)
          : await idsOfGroups(searched, userId);
      return { userId, ids: new Set(ids) };
    }),
  );
  return (group) =>
    held.filter(({ ids }) => ids.has(idOfGroup(group))).map(({ userId }) => ({ userId, userName: '' }));
}

/** @throws Problem `invalid_filter` if only the whole list of members could answer it */
function membersNamedBy(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(membersNamedBy);
  if (filter.op === 'not') return membersNamedBy(filter.filter);
  if (!filter.attrPath.startsWith('members')) return [];
  const isNamed = filter.op === 'eq' && ['members', 'members.value'].includes(filter.attrPath);
  return isNamed && typeof filter.compValue === 'string' ? [filter.compValue] : refuseFilter(ANSWERABLE);
}

async function membershipIn({ tenant, kind }: Searched, id: string, userId: string): Promise<string[]> {
  return isUserId(userId) && (await kind.hasMember(tenant, id, userId)) ? [id] : [];
}

function listOf(
  { tenant, kind }: Searched,
  { filter, sortBy, descending }: ListQuery,
): (request: PageRequest) => Promise<Page<ScimGroup>> {
  const prefixes = conjunctsOf(filter).flatMap(prefixIn);
  if (prefixes.length > 1) refuseFilter(ANSWERABLE);
  const [prefix] = prefixes;
  const byName = prefix !== undefined || sortBy === 'displayName';
  const sortable = byName ? ['displayName'] : ['id', 'meta.created'];
  if (sortBy !== undefined && !sortable.includes(sortBy))
    throw new Problem('invalid_value', 'A list can be sorted by displayName, id or meta.created.');
  const order = descending ? 'descending' : 'ascending';
  return byName
    ? (page) => kind.findByNamePrefix(tenant, prefix ?? '', { ...page, order })
    : (page) => kind.list(tenant, { ...page, order });
}

function prefixIn(filter: Filter): string[] {
  if (filter.op === 'pr' && ['id', 'displayName', 'meta'].includes(filter.attrPath)) return [];
  const isPrefix = filter.op === 'sw' && filter.attrPath === 'displayName';
  return isPrefix && typeof filter.compValue === 'string' ? [filter.compValue] : refuseFilter(ANSWERABLE);
}
