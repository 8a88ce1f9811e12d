import {
  findUserByExternalId,
  findUsers,
  findUsersByEmailPrefix,
  listUsers,
  type Page,
  type PageRequest,
} from '#libs/directory';
import { fold, ROLES, type Role, type User, type UserId } from '#libs/domain';
import type { RequestTenant } from '../../auth/caller/caller.js';
import { Problem } from '../../problems/problem.js';
import { isUserId } from '../../http/input/ids.js';
import { matches, type Comparison, type Filter } from '../protocol/filter.js';
import type { ListQuery } from '../protocol/query.js';
import type { ScimRequest } from '../protocol/scim-request.js';
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
import { toUserDto } from '../resources/user-resource.js';

const ANSWERABLE =
  'id, userName and externalId with eq, joined by or, and any other comparison joined to them by and; ' +
  'userName with sw; active and roles with eq';

export async function searchUsers(
  { tenant, base }: Pick<ScimRequest, 'tenant' | 'base'>,
  query: ListQuery,
): Promise<Found<User>> {
  const represent = (user: User) => toUserDto(user, base);
  const { filter } = query;
  const isMeant = (user: User) => filter === undefined || matches(represent(user), filter);
  const lookups = filter && lookupsFor(filter, (one) => lookupOf(tenant, one));
  const source: Source<User> = lookups
    ? {
        kind: 'few',
        find: async () => (await lookUp(lookups, ({ userId }) => userId)).filter(isMeant),
      }
    : { kind: 'list', page: listOf(tenant, query) };
  return search(source, query, represent, isMeant);
}

function lookupOf(
  tenant: RequestTenant,
  { attrPath, compValue }: Comparison,
): (() => Promise<User[]>) | undefined {
  if (typeof compValue !== 'string') return undefined;
  switch (attrPath) {
    case 'id':
      return async () => present(await findUsers(tenant, idsIn(compValue)));
    case 'externalId':
      return () => byUniqueText(compValue, (text) => findUserByExternalId(tenant, text));
    case 'userName':
      return async () => {
        // The claims are in the order of the emails: the email itself comes before all it is the beginning of.
        const page = await findUsersByEmailPrefix(tenant, compValue, { limit: 1 });
        return page.items.filter(({ email }) => fold(email) === fold(compValue));
      };
    default:
      return undefined;
  }
}

/** A text that is not an id matches nobody. */
function idsIn(text: string): UserId[] {
  return isUserId(text) ? [text] : [];
}

/** The list that contains, in the requested order, all users that the filter can match and not many more. */
function listOf(
  tenant: RequestTenant,
  { filter, sortBy, descending }: ListQuery,
): (request: PageRequest) => Promise<Page<User>> {
  const parts = conjunctsOf(filter).map(listPart);
  const prefixes = parts.flatMap(({ prefix }) => (prefix === undefined ? [] : [prefix]));
  const { status, role } = Object.assign({}, ...parts) as ListPart;
  if (prefixes.length > 1) refuseFilter(ANSWERABLE);
  const [prefix] = prefixes;
  const byEmail = prefix !== undefined || sortBy === 'userName';
  const sortable = byEmail
    ? sortBy === undefined || sortBy === 'userName'
    : sortBy === undefined || sortBy === 'id' || sortBy === 'meta.created';
  if (!sortable) throw new Problem('invalid_value', 'A list can be sorted by userName, id or meta.created.');
  const order = descending ? 'descending' : 'ascending';
  return byEmail
    ? (page) => findUsersByEmailPrefix(tenant, prefix ?? '', { ...page, order, status, role })
    : (page) => listUsers(tenant, { ...page, order, status, role });
}

interface ListPart {
  prefix?: string;
  status?: 'active';
  role?: Role;
}

/** Every user has these. */
const ALWAYS_PRESENT = [
  'id',
  'userName',
  'displayName',
  'name',
  'name.formatted',
  'active',
  'meta',
  'emails',
];

function listPart(filter: Filter): ListPart {
  if (filter.op === 'pr' && ALWAYS_PRESENT.includes(filter.attrPath)) return {};
  if (filter.op === 'sw' && filter.attrPath === 'userName' && typeof filter.compValue === 'string')
    return { prefix: filter.compValue };
  const wanted = requestedActive(filter);
  if (wanted !== undefined) return wanted ? { status: 'active' } : {};
  if (filter.op === 'eq' && ['roles', 'roles.value'].includes(filter.attrPath)) {
    const role = ROLES.find((each) => each === String(filter.compValue).toLowerCase());
    return role ? { role } : {};
  }
  return refuseFilter(ANSWERABLE);
}

function requestedActive(filter: Filter): boolean | undefined {
  if (filter.op === 'not') {
    const inside = requestedActive(filter.filter);
    return inside === undefined ? undefined : !inside;
  }
  if ((filter.op !== 'eq' && filter.op !== 'ne') || filter.attrPath !== 'active') return undefined;
  if (typeof filter.compValue !== 'boolean') return undefined;
  return filter.op === 'eq' ? filter.compValue : !filter.compValue;
}
