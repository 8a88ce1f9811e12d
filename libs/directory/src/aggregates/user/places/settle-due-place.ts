import { announceEndOfPlace, endDuePlace, type TeamId, type UserId } from '#libs/domain';
import { command } from '../../../core/command.js';
import type { CommandContext } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { openUserKey } from '../../../core/user-keys.js';
import { dueOfTeamOf } from '../../../table/items/due-of-teams.js';
import { changeUser } from '../changes.js';
import { loadPlace } from './places.js';

/**
 * Announces or ends the place of a user in a team whose time has come. Only what the head says counts: however many workers do this at
 * once, it ends once. A place in a team that was removed is left to the removal, which ended it.
 * @returns when it is due next; undefined: never
 */
export async function settleDuePlace(
  tenant: Tenant,
  userId: UserId,
  teamId: TeamId,
  context: CommandContext,
): Promise<string | undefined> {
  const { directory, accountId } = tenant;
  const { state } = await command(tenant, context, {
    aggregateId: userId,
    load: async () => {
      const { user: before, userKey, team } = await loadPlace(tenant, teamId, userId);
      return { before, team, key: await openUserKey(directory.keyRing, userId, userKey) };
    },
    decide: ({ before, team }) => {
      if (team.status !== 'active') return [];
      const moment = { now: directory.steadyNow() };
      const ended = endDuePlace(before, team, moment);
      return ended.length > 0 ? ended : announceEndOfPlace(before, team, moment);
    },
    change: ({ before, key }, newEvents, by) => changeUser(userId, before, newEvents, by, key),
    view: ({ state }) => {
      const place = state.status === 'none' ? undefined : state.places?.[teamId];
      return { state: place && dueOfTeamOf(accountId, ['team-place', userId], place)?.at };
    },
  });
  return state;
}
