import { announceEndOfTeamAccess, endDueTeamAccess, type ServiceGroupId, type TeamId } from '#libs/domain';
import { command } from '../../core/command.js';
import type { CommandContext } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { dueOfTeamOf } from '../../table/items/due-of-teams.js';
import { changeServiceGroup } from './changes.js';
import { loadTeamAccess } from './team-access.js';

/**
 * Announces or ends the access of a team whose time has come, as `settleDuePlace` does with a place. Access that ended with its team, or with
 * its service group, is left to their removal.
 * @returns when it is due next; undefined: never
 */
export async function settleDueTeamAccess(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  teamId: TeamId,
  context: CommandContext,
): Promise<string | undefined> {
  const { directory, accountId } = tenant;
  const { state } = await command(tenant, context, {
    aggregateId: serviceGroupId,
    load: async () => {
      const { before, team } = await loadTeamAccess(tenant, serviceGroupId, teamId);
      return { before, team };
    },
    decide: ({ before, team }) => {
      if (team.status !== 'active') return [];
      const moment = { now: directory.steadyNow() };
      const ended = endDueTeamAccess(before, team, moment);
      return ended.length > 0 ? ended : announceEndOfTeamAccess(before, team, moment);
    },
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: ({ state }) => {
      const access = state.status === 'active' ? state.teamAccess?.[teamId] : undefined;
      return { state: access && dueOfTeamOf(accountId, ['team-access', serviceGroupId], access)?.at };
    },
  });
  return state;
}
