import {
  decideTeamPlace,
  existingTeam,
  existingUser,
  type GivenFor,
  type TeamId,
  type User,
  type UserId,
} from '#libs/domain';
import { command } from '../../../core/command.js';
import { TornReadError, type CommandContext, type Outcome } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { openUserKey } from '../../../core/user-keys.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { teamEntity, teamPlaceEntity } from '../../../table/items/teams.js';
import { userEntity } from '../../../table/items/users.js';
import { accountState } from '../../account/state.js';
import { teamExists, teamState } from '../../team/state.js';
import { userState } from '../state.js';
import { ofUsers } from '../users.js';
import { groupsAfterLeaving, groupsOpenedBy, type LeftTeam, type OpenedGroup } from './left-team.js';
import { placeIn, viewOfPlace, type TeamPlaceView } from './views.js';

export interface JoinedTeam extends TeamPlaceView {
  /** False if they were in it already. */
  isNew: boolean;
  /** What they may enter by it, by id: at most 500. */
  opens: readonly OpenedGroup[];
}

/** Nothing changes if they are in it already. The transaction checks that the team is still there. @throws those of `decideTeamPlace` */
export async function addToTeam(
  tenant: Tenant,
  teamId: TeamId,
  userId: UserId,
  given: GivenFor,
  context: CommandContext,
): Promise<Outcome<JoinedTeam>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    ...onPlace(tenant, teamId, userId),
    decide: ({ before, team, account }, { now }) =>
      decideTeamPlace(before, { ...given, type: 'add_to_team', team }, { account, now }),
    view: async ({ state, events }, { team, key }) => {
      const user = existingUser(state);
      const isNew = events.length > 0;
      const opens = await groupsOpenedBy(directory, accountId, teamId);
      return {
        state: { ...viewOfPlace(user, existingTeam(team), placeIn(user, teamId)), isNew, opens },
        aboutUser: { userId, key },
        guards: isNew ? [teamExists(accountId, teamId)] : [],
      };
    },
  });
}

/** Sets, moves or takes away its end, or changes the reason for it. @throws those of `decideTeamPlace` */
export async function changeTeamPlace(
  tenant: Tenant,
  teamId: TeamId,
  userId: UserId,
  given: GivenFor,
  context: CommandContext,
): Promise<Outcome<TeamPlaceView>> {
  return command(tenant, context, {
    ...onPlace(tenant, teamId, userId),
    decide: ({ before, team, account }, { now }) =>
      decideTeamPlace(before, { ...given, type: 'change_team_place', team }, { account, now }),
    view: ({ state }, { team, key }) => {
      const user = existingUser(state);
      return {
        state: viewOfPlace(user, existingTeam(team), placeIn(user, teamId)),
        aboutUser: { userId, key },
      };
    },
  });
}

/**
 * @param says what this closes, and what stays open by another way: otherwise nothing more is read
 * @throws those of `decideTeamPlace`
 */
export async function removeFromTeam(
  tenant: Tenant,
  teamId: TeamId,
  userId: UserId,
  context: CommandContext,
  says = false,
): Promise<Outcome<LeftTeam | undefined>> {
  return command(tenant, context, {
    ...onPlace(tenant, teamId, userId),
    decide: ({ before, team, account }, { now }) =>
      decideTeamPlace(before, { type: 'remove_from_team', team }, { account, now }),
    view: async ({ state }) => ({
      state: says ? await groupsAfterLeaving(tenant, teamId, existingUser(state)) : undefined,
    }),
  });
}

/** What commands on one place of a user have in common. */
function onPlace(tenant: Tenant, teamId: TeamId, userId: UserId) {
  return {
    aggregateId: userId,
    load: async () => {
      const { user: before, userKey, ...sides } = await loadPlace(tenant, teamId, userId);
      const key = await openUserKey(tenant.directory.keyRing, userId, userKey);
      return { ...sides, userId, before, key };
    },
    change: ofUsers(tenant).change,
  };
}

/** The account, the user, the team and the user's place in it, in one strongly consistent call. */
export async function loadPlace({ directory: { table }, accountId }: Tenant, teamId: TeamId, userId: UserId) {
  const [account, user, team, place] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      teamEntity.at({ accountId, teamId }),
      teamPlaceEntity.at({ userId, teamId }),
    ],
    { consistent: true },
  );
  const state = userState(user, [], place?.accountId === accountId ? [place] : []);
  if (state.status !== 'none') requireSamePlaces(state, teamId);
  return { account: accountState(account), user: state, userKey: user?.userKey, team: teamState(team) };
}

/** @throws TornReadError if the head contradicts the place that it was read with */
export function requireSamePlaces({ status, teams = [], places }: User, teamId: TeamId): void {
  // A removed user has none by its head, however many a job has still to move.
  if (status === 'removed') return;
  const [named, place] = [teams.find((team) => team.teamId === teamId), places?.[teamId]];
  if ((named === undefined) !== (place === undefined) || named?.expiresAt !== place?.expiresAt)
    throw new TornReadError();
}
