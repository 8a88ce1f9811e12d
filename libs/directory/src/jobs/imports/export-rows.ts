import type {
  PresentUserStatus,
  Role,
  ServiceGroup,
  ServiceGroupId,
  Team,
  TeamId,
  UserId,
} from '#libs/domain';
import { listUsers } from '../../aggregates/user/users.js';
import { getServiceGroup, listServiceGroups } from '../../aggregates/service-group/service-groups.js';
import { getTeam, listTeams } from '../../aggregates/team/teams.js';
import type { MembershipView } from '../../aggregates/user/memberships/views.js';
import type { TeamPlaceView } from '../../aggregates/user/places/views.js';
import { eachOf, type Page, type PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { listMembers, listServiceGroupsOfUser } from '../../reads/memberships/memberships.js';
import { listTeamMembers, listTeamsOfUser } from '../../reads/teams/teams.js';
import { listTeamsAsOf, listTeamsOfUserAsOf } from '../../reads/teams/teams-as-of.js';
import { listServiceGroupsAsOf, listUsersAsOf } from '../../reads/time-travel/lists-as-of.js';
import { searchServiceGroups } from '../../reads/search/search-heads.js';
import { searchUsers } from '../../reads/search/search-users.js';
import { getServiceGroupAsOf } from '../../reads/time-travel/resources-as-of.js';
import { listMembersAsOf, listServiceGroupsOfUserAsOf } from '../../reads/time-travel/time-travel.js';
import { ROW_COLUMNS, type RowKind } from './rows.js';

const PAGE = 100;

export interface ExportedRows {
  /** As it was at an instant (ISO 8601, UTC, milliseconds); otherwise as it is. */
  asOf?: string | undefined;
  /** Memberships of one service group, or of one user. */
  serviceGroupId?: ServiceGroupId | undefined;
  /** Places in one team, or of one user. */
  teamId?: TeamId | undefined;
  userId?: UserId | undefined;
  /** Words, as the list of users or service groups takes them; of memberships and places, of their users. */
  q?: string | undefined;
  role?: Role | undefined;
  status?: PresentUserStatus | undefined;
}

/** Every row of a kind in the format of an import, page by page on demand. */
export async function* exportRows(
  tenant: Tenant,
  kind: RowKind,
  wanted: ExportedRows = {},
): AsyncGenerator<Record<string, string>> {
  switch (kind) {
    case 'users':
      return yield* rowsOf(kind, (page) => users(tenant, wanted, page));
    case 'service-groups':
      return yield* rowsOf(kind, (page) => serviceGroups(tenant, wanted, page));
    case 'memberships':
      return yield* memberships(tenant, wanted);
    case 'teams':
      return yield* rowsOf(kind, (page) => teams(tenant, wanted, page));
    case 'team-members':
      return yield* places(tenant, wanted);
    default:
      return kind satisfies never;
  }
}

type ReadPage<T> = (request: PageRequest) => Promise<Page<T>>;

const each = <T>(read: ReadPage<T>) => eachOf((cursor) => read({ limit: PAGE, cursor }));

async function* rowsOf(kind: RowKind, read: ReadPage<object>) {
  for await (const state of each(read)) {
    const values = state as Readonly<Record<string, string>>;
    yield Object.fromEntries(ROW_COLUMNS[kind].map((column) => [column, values[column] ?? '']));
  }
}

async function* memberships(tenant: Tenant, wanted: ExportedRows) {
  const { asOf, userId, q, role, status } = wanted;
  if (userId !== undefined) return yield* ofUser(tenant, userId, asOf);
  if ((q ?? role ?? status) === undefined) return yield* byServiceGroup(tenant, wanted);
  for await (const user of each((page) => users(tenant, wanted, page)))
    yield* ofUser(tenant, user.userId, asOf);
}

/** From the index: eventually consistent, like its lists. */
async function* byServiceGroup(tenant: Tenant, { asOf, serviceGroupId }: ExportedRows) {
  const groups =
    serviceGroupId === undefined
      ? each((page) => serviceGroups(tenant, { asOf }, page))
      : [await serviceGroup(tenant, asOf, serviceGroupId)];
  for await (const { serviceGroupId: id, externalId } of groups)
    yield* membershipRows(externalId, (page) =>
      asOf === undefined ? listMembers(tenant, id, page) : listMembersAsOf(tenant, id, asOf, page),
    );
}

/** By service group, whose id in another system is not in this list. */
function ofUser(tenant: Tenant, userId: UserId, asOf: string | undefined) {
  return membershipRows(undefined, (page) =>
    asOf === undefined
      ? listServiceGroupsOfUser(tenant, userId, page)
      : listServiceGroupsOfUserAsOf(tenant, userId, asOf, page),
  );
}

async function* membershipRows(externalId: string | undefined, read: ReadPage<MembershipView>) {
  for await (const { userEmail, serviceGroupName, expiresAt = '', accessRole } of each(read))
    yield {
      userEmail,
      userExternalId: '',
      serviceGroupName,
      serviceGroupExternalId: externalId ?? '',
      until: expiresAt,
      accessRole: accessRole?.key ?? '',
    };
}

/** As they were: with the events of each user. */
async function* places(tenant: Tenant, wanted: ExportedRows) {
  const { asOf, userId, teamId, q, role, status } = wanted;
  if (userId !== undefined) return yield* placesOfUser(tenant, userId, wanted);
  if ((asOf ?? q ?? role ?? status) === undefined) return yield* byTeam(tenant, teamId);
  for await (const user of each((page) => users(tenant, wanted, page)))
    yield* placesOfUser(tenant, user.userId, wanted);
}

/** From the index: eventually consistent, like its lists. */
async function* byTeam(tenant: Tenant, only: TeamId | undefined) {
  const all = only === undefined ? each((page) => listTeams(tenant, page)) : [await getTeam(tenant, only)];
  for await (const { teamId, externalId = '' } of all)
    for await (const place of each((page) => listTeamMembers(tenant, teamId, page)))
      yield placeRow(place, externalId);
}

/** Without the id of the team in another system, which is not in this list. */
async function* placesOfUser(tenant: Tenant, userId: UserId, { asOf, teamId }: ExportedRows) {
  const held =
    asOf === undefined
      ? await listTeamsOfUser(tenant, userId)
      : await listTeamsOfUserAsOf(tenant, userId, asOf);
  for (const place of held) if (teamId === undefined || place.teamId === teamId) yield placeRow(place, '');
}

function placeRow(
  { userEmail, teamName, expiresAt = '', reason = '' }: TeamPlaceView,
  teamExternalId: string,
): Record<string, string> {
  return { userEmail, userExternalId: '', teamName, teamExternalId, until: expiresAt, reason };
}

function teams(tenant: Tenant, { asOf }: ExportedRows, page: PageRequest): Promise<Page<Team>> {
  return asOf === undefined ? listTeams(tenant, page) : listTeamsAsOf(tenant, asOf, page);
}

function users(
  tenant: Tenant,
  { asOf, q, role, status }: ExportedRows,
  page: PageRequest,
): Promise<Page<{ userId: UserId }>> {
  const filter = { role, status };
  if (asOf !== undefined) return listUsersAsOf(tenant, asOf, { ...page, ...filter, q });
  if (q === undefined) return listUsers(tenant, { ...page, ...filter });
  return searchUsers(tenant, { ...page, filter: { ...filter, q } });
}

function serviceGroups(
  tenant: Tenant,
  { asOf, q }: ExportedRows,
  page: PageRequest,
): Promise<Page<Pick<ServiceGroup, 'serviceGroupId' | 'externalId'>>> {
  if (asOf !== undefined) return listServiceGroupsAsOf(tenant, asOf, { ...page, q });
  return q === undefined ? listServiceGroups(tenant, page) : searchServiceGroups(tenant, { ...page, q });
}

function serviceGroup(tenant: Tenant, asOf: string | undefined, id: ServiceGroupId): Promise<ServiceGroup> {
  return asOf === undefined ? getServiceGroup(tenant, id) : getServiceGroupAsOf(tenant, id, asOf);
}
