import type { TeamId } from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import { pastMembershipEntity } from '../../table/items/memberships.js';
import { pastTeamAccessEntity, pastTeamPlaceEntity, teamEntity } from '../../table/items/teams.js';
import { pathEnded, type ExplainedSides, type Reason } from './explanation.js';

/** Of what has ended only so much is looked at. */
const MOST = 100;

/**
 * The path that ended last before a time (milliseconds since the epoch): a membership, or one half of a path by a team of which the other is still
 * there. Undefined: none is known. One query for memberships, and one each for places and access where the group, or the user, has teams; and the
 * team's name.
 */
export async function readPathsEnded(
  { directory: { table }, accountId }: Tenant,
  { user, serviceGroup }: ExplainedSides,
  at: number,
): Promise<Reason | undefined> {
  if (user.status === 'none' || serviceGroup.status === 'none') return undefined;
  const [{ userId }, { serviceGroupId }] = [user, serviceGroup];
  const until = new Date(at).toISOString();
  const newest = { limit: MOST, order: 'descending' } as const;
  const none = { items: [] };
  const [memberships, places, access] = await Promise.all([
    table.query(pastMembershipEntity, { userId, serviceGroupId }, { ...newest, consistent: true }),
    serviceGroup.teams ? table.query(pastTeamPlaceEntity, { userId }, { ...newest, consistent: true }) : none,
    user.teams ? table.query(pastTeamAccessEntity.by('GSI1'), { serviceGroupId }, newest) : none,
  ]);
  const isOf = (teams: readonly { teamId: TeamId }[] | undefined, teamId: TeamId) =>
    teams?.some((team) => team.teamId === teamId) === true;
  const ended = [
    ...memberships.items.map((item) => ({ ...item, teamId: undefined })),
    ...places.items.filter(({ teamId }) => isOf(serviceGroup.teams, teamId)),
    ...access.items.filter(({ teamId }) => isOf(user.teams, teamId)),
  ].filter((item) => item.accountId === accountId && item.until <= until);
  const [last] = ended.sort((a, b) => (a.until > b.until ? -1 : 1));
  if (!last) return undefined;
  const { teamId } = last;
  if (teamId === undefined) return pathEnded({}, last.until);
  const head = await table.get(teamEntity, { accountId, teamId }, { consistent: true });
  return pathEnded({ teamName: head?.name ?? teamId }, last.until);
}
