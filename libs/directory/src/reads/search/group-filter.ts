import { idOf, type ServiceGroupId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import type { Row } from '../../search-index/entries.js';
import { membersAmong, membersOf } from './group-members.js';
import type { SearchFilter } from '../../search-index/query-index.js';
import type { SearchPage } from './search-page.js';

export interface GroupFilter {
  sets: Pick<SearchFilter, 'only' | 'except'>;
  /** Service groups with too many members to read: those that are found are looked up in them. */
  unread: { serviceGroupId: ServiceGroupId; wanted: boolean }[];
}

interface FilterGroup {
  id: ServiceGroupId | undefined;
  item: ServiceGroupItem | undefined;
}

/** @throws DomainError `service_group_not_found` */
export async function groupFilter(
  directory: Directory,
  { inGroup, notInGroup }: { inGroup: FilterGroup; notInGroup: FilterGroup },
): Promise<GroupFilter> {
  const read = ({ id, item }: FilterGroup) => id && membersOf(directory, item);
  const [only, except] = await Promise.all([read(inGroup), read(notInGroup)]);
  const unread: GroupFilter['unread'] = [];
  if (inGroup.id && !only) unread.push({ serviceGroupId: inGroup.id, wanted: true });
  if (notInGroup.id && !except) unread.push({ serviceGroupId: notInGroup.id, wanted: false });
  return { sets: { ...(only && { only }), ...(except && { except }) }, unread };
}

/** After this many a page may be shorter than requested. */
const MAX_ROUNDS = 5;

/** Nobody counts them: the total is what the page has, at least. */
export async function pageBesideGroups(
  directory: Directory,
  unread: GroupFilter['unread'],
  limit: number,
  nextPage: (limit: number, cursor: string | undefined) => SearchPage<Row>,
): Promise<SearchPage<Row>> {
  const items: Row[] = [];
  let page = nextPage(limit, undefined);
  for (let round = 1; ; round += 1) {
    items.push(...(await among(directory, unread, page.items)));
    if (items.length === limit || page.cursor === undefined || round === MAX_ROUNDS) break;
    page = nextPage(limit - items.length, page.cursor);
  }
  const { facets: _uncounted, total, ...rest } = page;
  return { ...rest, items, ...(total && { total: { value: items.length, exact: false } }) };
}

async function among(
  directory: Directory,
  unread: GroupFilter['unread'],
  rows: readonly Row[],
): Promise<Row[]> {
  let left = [...rows];
  for (const { serviceGroupId, wanted } of unread) {
    const members = await membersAmong(
      directory,
      serviceGroupId,
      left.map(({ id }) => idOf('user', id)),
    );
    left = left.filter(({ id }) => members.has(id) === wanted);
  }
  return left;
}
