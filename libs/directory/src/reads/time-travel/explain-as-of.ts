import {
  evolveAccount,
  evolveServiceGroup,
  evolveTeam,
  evolveUser,
  initialAccount,
  initialServiceGroup,
  initialTeam,
  initialUser,
  sharedTeams,
  type ServiceGroupId,
  type Team,
  type TeamId,
  type UserId,
} from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import { explain } from '../memberships/explain-access.js';
import type { Explanation } from '../memberships/explanation.js';
import { accessRolesAsOf, foldUntil } from './resources-as-of.js';

/** Before every end. */
const WHENEVER = 0;

/**
 * The same as it was at an instant (ISO 8601, UTC, milliseconds): what the events up to then of the account, the two, their access roles and the
 * teams that the two had both add up to.
 */
export async function explainAccessAsOf(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  action: string,
  asOf: string,
): Promise<Explanation> {
  const [account, user, serviceGroup, roles] = await Promise.all([
    foldUntil(tenant, tenant.accountId, asOf, evolveAccount, initialAccount),
    foldUntil(tenant, userId, asOf, evolveUser, initialUser),
    foldUntil(tenant, serviceGroupId, asOf, evolveServiceGroup, initialServiceGroup),
    accessRolesAsOf(tenant, asOf),
  ]);
  const exists = user.status !== 'none' && serviceGroup.status !== 'none';
  const shared = exists ? sharedTeams(user.teams, serviceGroup.teams, WHENEVER) : [];
  const teams = await Promise.all(
    shared.map(({ teamId }) => foldUntil(tenant, teamId, asOf, evolveTeam, initialTeam)),
  );
  const known = teams.flatMap((team): [TeamId, Team][] =>
    team.status === 'none' ? [] : [[team.teamId, team]],
  );
  const sides = { account, user, serviceGroup, roles, teams: new Map(known) };
  return explain(tenant, sides, action, Date.parse(asOf));
}
