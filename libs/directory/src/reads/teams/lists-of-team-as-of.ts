import { isHeld, type ServiceGroupId, type TeamId, type UserId } from '#libs/domain';
import { viewOfTeamAccess, type TeamAccessView } from '../../aggregates/service-group/team-access.js';
import { teamAccessOf, type TeamAccessItem } from '../../aggregates/service-group/state.js';
import { viewOfPlace, type TeamPlaceView } from '../../aggregates/user/places/views.js';
import { placeOf, type TeamPlaceItem } from '../../aggregates/user/state.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import {
  pastTeamAccessEntity,
  pastTeamPlaceEntity,
  teamAccessEntity,
  teamPlaceEntity,
} from '../../table/items/teams.js';
import { mergedItems, rangeAfter, resumeAfter, sourceOf } from '../time-travel/merged-pages.js';
import { groupsAt, usersAt } from '../time-travel/sides-at.js';
import { getTeamAsOf } from './teams-as-of.js';

/**
 * What a team had at an instant (ISO 8601, UTC, milliseconds), with all sides as they were. The events of the team up to then are read, then
 * present ones before past ones, so that one that ends in the meantime is found at least once, then the events of those on the page who have
 * changed since. A page may be shorter than `limit`.
 */

/** The users in it, by user id. Eventually consistent. @throws DomainError `team_not_found` if there was none */
export async function listTeamMembersAsOf(
  tenant: Tenant,
  teamId: TeamId,
  asOf: string,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<TeamPlaceView>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const binding = `team-members-as-of ${accountId} ${teamId} ${asOf} ${order}`;
  const after = resumeAfter<UserId>(directory, binding, from);
  const page = { ...rangeAfter('userId', after, order), order, limit: limit + 1 };
  const team = await getTeamAsOf(tenant, teamId, asOf);
  const present = await table.query(
    teamPlaceEntity.by('GSI1'),
    { teamId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastTeamPlaceEntity.by('GSI1'),
    { teamId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  const subjectOf = ({ userId }: TeamPlaceItem) => userId;
  const { items, cursor } = mergedItems<TeamPlaceItem>(directory, binding, { limit, order }, subjectOf, [
    sourceOf<TeamPlaceItem>(accountId, present, subjectOf),
    sourceOf<TeamPlaceItem>(accountId, past, subjectOf),
  ]);
  const users = await usersAt(tenant, items.map(subjectOf), asOf);
  const at = Date.parse(asOf);
  const views = items.flatMap((item) => {
    const user = users.get(item.userId);
    // Who has not changed since has the place that is stored.
    const place = user?.places?.[teamId] ?? placeOf(item);
    return user && isHeld(place, at) ? [viewOfPlace(user, team, place)] : [];
  });
  return { items: views, cursor };
}

/** The service groups that it opened, by their ids. Strongly consistent. @throws DomainError `team_not_found` if there was none */
export async function listGroupsOfTeamAsOf(
  tenant: Tenant,
  teamId: TeamId,
  asOf: string,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<TeamAccessView>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const binding = `groups-of-team-as-of ${accountId} ${teamId} ${asOf} ${order}`;
  const after = resumeAfter<ServiceGroupId>(directory, binding, from);
  const range = rangeAfter('serviceGroupId', after, order);
  const page = { ...range, order, limit: limit + 1, consistent: true };
  const team = await getTeamAsOf(tenant, teamId, asOf);
  const present = await table.query(
    teamAccessEntity,
    { teamId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastTeamAccessEntity,
    { teamId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  const subjectOf = ({ serviceGroupId }: TeamAccessItem) => serviceGroupId;
  const { items, cursor } = mergedItems<TeamAccessItem>(directory, binding, { limit, order }, subjectOf, [
    sourceOf<TeamAccessItem>(accountId, present, subjectOf),
    sourceOf<TeamAccessItem>(accountId, past, subjectOf),
  ]);
  const groups = await groupsAt(tenant, items.map(subjectOf), asOf);
  const at = Date.parse(asOf);
  const views = items.flatMap((item) => {
    const group = groups.get(item.serviceGroupId);
    const access = group?.teamAccess?.[teamId] ?? teamAccessOf(item);
    return group && isHeld(access, at) ? [viewOfTeamAccess(group, team, access)] : [];
  });
  return { items: views, cursor };
}
