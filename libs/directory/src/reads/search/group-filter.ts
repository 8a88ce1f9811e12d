import { idOf, type ServiceGroupId, type TeamId } from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import type { Row } from '../../search-index/entries.js';
import { peopleAmong, peopleIn, peopleOf, teamsOpenTo, type InGroup, type WaysIn } from './group-people.js';
import type { SearchFilter } from '../../search-index/query-index.js';
import type { SearchPage } from './search-page.js';

export interface GroupFilter {
  sets: Pick<SearchFilter, 'only' | 'except'>;
  /** Service groups with too many people to read: those that are found are looked up in them. */
  unread: (InGroup & { wanted: boolean })[];
}

interface FilterGroup {
  id: ServiceGroupId | undefined;
  item: ServiceGroupItem | undefined;
}

interface Named {
  inGroup: FilterGroup;
  notInGroup: FilterGroup;
  teamId?: TeamId | undefined;
}

/** @throws DomainError `service_group_not_found` */
export async function groupFilter(
  tenant: Tenant,
  { inGroup, notInGroup, teamId }: Named,
  paths: WaysIn,
): Promise<GroupFilter> {
  const unread: GroupFilter['unread'] = [];
  const read = async ({ id, item }: FilterGroup, wanted: boolean) => {
    if (!id) return undefined;
    const teams = paths === 'all' ? await teamsOpenTo(tenant, item) : [];
    const people = await peopleOf(tenant.directory, item, teams);
    if (!people) unread.push({ serviceGroupId: id, teams, wanted });
    return people;
  };
  const readTeam = async () => {
    if (!teamId) return undefined;
    const people = await peopleIn(tenant.directory, teamId);
    if (!people) unread.push({ serviceGroupId: undefined, teams: [{ teamId }], wanted: true });
    return people;
  };
  const [inIt, except, inTeam] = await Promise.all([
    read(inGroup, true),
    read(notInGroup, false),
    readTeam(),
  ]);
  const only = inIt && inTeam ? new Set([...inIt].filter((id) => inTeam.has(id))) : (inIt ?? inTeam);
  return { sets: { ...(only && { only }), ...(except && { except }) }, unread };
}

/** After this many a page may be shorter than requested. */
const MAX_ROUNDS = 5;

/** Nobody counts them: the total is what the page has, at least. */
export async function pageBesideGroups(
  tenant: Tenant,
  unread: GroupFilter['unread'],
  limit: number,
  nextPage: (limit: number, cursor: string | undefined) => SearchPage<Row>,
): Promise<SearchPage<Row>> {
  const items: Row[] = [];
  let page = nextPage(limit, undefined);
  for (let round = 1; ; round += 1) {
    items.push(...(await among(tenant, unread, page.items)));
    if (items.length === limit || page.cursor === undefined || round === MAX_ROUNDS) break;
    page = nextPage(limit - items.length, page.cursor);
  }
  const { facets: _uncounted, total, ...rest } = page;
  return { ...rest, items, ...(total && { total: { value: items.length, exact: false } }) };
}

async function among(tenant: Tenant, unread: GroupFilter['unread'], rows: readonly Row[]): Promise<Row[]> {
  let left = [...rows];
  for (const { wanted, ...group } of unread) {
    const people = await peopleAmong(
      tenant,
      group,
      left.map(({ id }) => idOf('user', id)),
    );
    left = left.filter(({ id }) => people.has(id) === wanted);
  }
  return left;
}
