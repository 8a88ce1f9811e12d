import { existingAccount, existingTeam, idOf, isHeld, type ServiceGroupId, type TeamId } from '#libs/domain';
import { accountState } from '../../aggregates/account/state.js';
import { teamAccessOf, type TeamAccessItem } from '../../aggregates/service-group/state.js';
import { viewOfTeamAccess, type TeamAccessView } from '../../aggregates/service-group/team-access.js';
import { teamState } from '../../aggregates/team/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { viewOfPlaceItem, type TeamPlaceView } from '../../aggregates/user/places/views.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { matchesWords } from '../../search-index/search-text.js';
import { accountEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { searchByNames } from '../search/search-names.js';
import { searchPage, type Sort } from '../search/search-page.js';
import { upToDateIndex } from '../search/stored/up-to-date-index.js';

export interface SearchOfTeam extends PageRequest {
  /** Words of names, and of people's emails. */
  q?: string | undefined;
  sort?: Sort | undefined;
  /** Only what ends by itself. */
  ending?: boolean | undefined;
}

const consistent = { consistent: true };

/**
 * The people of a team by words and in an order: whom the search in memory finds, each as they are now, in one call more than a search; who
 * has just joined is found within 5 seconds. A page may be shorter than `limit`. @throws DomainError `team_not_found`
 */
export async function searchTeamMembers(
  tenant: Tenant,
  teamId: TeamId,
  { q, ending, ...page }: SearchOfTeam,
): Promise<Page<TeamPlaceView>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await searchByNames(tenant, { ...page, filter: { q, teamId } });
  const [head, ...places] = await directory.table.batchGet(
    [
      teamEntity.at({ accountId, teamId }),
      ...items.map(({ userId }) => teamPlaceEntity.at({ userId, teamId })),
    ] as const,
    consistent,
  );
  const team = existingTeam(teamState(head));
  const held = places.filter((place) => place?.accountId === accountId && isHeldNow(directory, place));
  const views = held.map((place) => viewOfPlaceItem(place!, team));
  return { items: views.filter(({ expiresAt }) => !ending || expiresAt !== undefined), cursor };
}

/**
 * The service groups that a team opens, by words and in an order. Strongly consistent but for their names: reads all of the team's access, at
 * most 500, for each page. A page may be shorter than `limit`. @throws DomainError `team_not_found`
 */
export async function searchGroupsOfTeam(
  tenant: Tenant,
  teamId: TeamId,
  { q, ending, ...page }: SearchOfTeam,
): Promise<Page<TeamAccessView>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const [[account, head], opened, index] = await Promise.all([
    table.batchGet([accountEntity.at({ accountId }), teamEntity.at({ accountId, teamId })], consistent),
    accessOf(tenant, teamId, ending),
    upToDateIndex(directory, accountId),
  ]);
  existingAccount(accountState(account));
  const team = existingTeam(teamState(head));
  const filter = { q, isExact: true, only: new Set<string>(opened.keys()) };
  const binding = ['of-team', accountId, teamId, q, ending];
  const { items, cursor } = searchPage(directory, index, { kind: 'service-group', filter, binding }, page);
  const matches = q === undefined ? () => true : matchesWords(q);
  const found = items.filter(({ name }) => matches(name)).map(({ id }) => idOf('service-group', id));
  const groups = await table.batchGet(
    found.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    consistent,
  );
  const views = groups.flatMap((group) => {
    const access = group?.status === 'active' ? opened.get(group.serviceGroupId) : undefined;
    return group && access ? [viewOfTeamAccess(group, team, teamAccessOf(access))] : [];
  });
  return { items: views, cursor };
}

async function accessOf({ directory, accountId }: Tenant, teamId: TeamId, ending: boolean | undefined) {
  const opened = new Map<ServiceGroupId, TeamAccessItem>();
  const now = directory.steadyNow();
  for await (const item of directory.table.each(teamAccessEntity, { teamId }, consistent)) {
    const isWanted = item.accountId === accountId && (!ending || item.endsAt !== undefined);
    const access = teamAccessOf(item);
    if (isWanted && isHeld(access, now)) opened.set(item.serviceGroupId, item);
  }
  return opened;
}
