import {
  activeAccount,
  decideTeamPlace,
  initialTeam,
  isHeld,
  type AccountState,
  type GivenFor,
  type NewUserEvent,
  type TeamId,
  type TeamState,
  type User,
} from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { TornReadError, type CommandContext } from '../../../core/execute.js';
import type { BatchOutcome } from '../../../core/execute-batch.js';
import type { Tenant } from '../../../core/tenant.js';
import { openUserKey } from '../../../core/user-keys.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { lastCommitOf } from '../../../table/items/last-commit.js';
import { teamEntity, teamPlaceEntity } from '../../../table/items/teams.js';
import { userEntity } from '../../../table/items/users.js';
import { accountState } from '../../account/state.js';
import { teamState, theTeamExists } from '../../team/state.js';
import { changeCells, type CellChange, type ChangedCell, type UserRow } from '../cells/change-cells.js';
import { userState, type TeamPlaceItem } from '../state.js';
import { requireSamePlaces } from './places.js';

export interface TeamPlaceChange extends GivenFor, CellChange {
  teamId: TeamId;
  /** `set` adds, or gives who is in the team the end and the reason that are named. */
  action: 'add' | 'set' | 'remove';
}

/** A user can be in 40 teams. Each takes at most four of a transaction's 100 operations, and a check of the team. */
const CHANGES_AT_ONCE = 18;
const MAX_OPERATIONS = 94;
/** Whoever writes in between is done after one look more. */
const MAX_LOOKS = 10;

/**
 * Adds many users to many teams, and removes them, each cell once: see `changeCells`. Who is in a team already stays in it with `add`, and
 * who is not in it stays so with `remove`. Each transaction checks that the teams it adds to are still there, each once.
 * @throws DomainError `account_not_found`, `account_suspended`
 */
export function changeTeamPlaces(
  tenant: Tenant,
  changes: readonly TeamPlaceChange[],
  context: CommandContext,
): Promise<BatchOutcome<ChangedCell>> {
  const { directory, accountId } = tenant;
  return changeCells<TeamPlaceChange, Sides>(tenant, changes, context, {
    changesAtOnce: CHANGES_AT_ONCE,
    async load(rows, again) {
      const { account, teams, users } = await loadTeamPlaces(directory, accountId, rows, again);
      return { account: activeAccount(account), users, sides: { teams, now: directory.steadyNow() } };
    },
    decide: decideCell,
    operationsOf: (_, events) => operationsOnPlaces(events),
    maxOperations: MAX_OPERATIONS,
    isAbout: ({ data }, { teamId }) => 'teamId' in data && data.teamId === teamId,
    guardOf: ({ teamId }, events) => guardOfPlace(accountId, teamId, events),
  });
}

interface Sides {
  teams: ReadonlyMap<string, TeamState>;
  now: number;
}

function decideCell(
  user: User,
  { action, teamId, expiresAt, reason }: TeamPlaceChange,
  { account, teams, now }: Sides & { account: AccountState },
  decided: readonly NewUserEvent[],
): NewUserEvent[] {
  const team = teams.get(teamId) ?? initialTeam;
  const place = user.places?.[teamId];
  const exists = place !== undefined && isHeld(place, now);
  if (action === 'remove')
    return exists ? decideTeamPlace(user, { type: 'remove_from_team', team }, { account, now }) : [];
  const type = action === 'set' && exists ? 'change_team_place' : 'add_to_team';
  const command = { type, expiresAt, reason, team } as const;
  return decideTeamPlace(withTeamsDecided(user, decided), command, { account, now });
}

/** With the teams that the user will be in by events that are not recorded yet: their number is limited. */
export function withTeamsDecided(user: User, decided: readonly NewUserEvent[]): User {
  const teams = new Map(user.teams?.map((team) => [team.teamId, team]));
  for (const event of decided)
    if (event.type === 'team.member_removed') teams.delete(event.data.teamId);
    else if (event.type === 'team.member_added') teams.set(event.data.teamId, { teamId: event.data.teamId });
  return { ...user, teams: [...teams.values()] };
}

/** Only who is added needs the team: a place that ends with it must be able to end before. */
export function guardOfPlace(accountId: string, teamId: TeamId, events: readonly NewUserEvent[]) {
  const isAdded = events.some((event) => event.type === 'team.member_added');
  return isAdded ? theTeamExists(accountId, teamId) : undefined;
}

/** How many operations events about places take of a transaction at most: each event, the place, its past form, and what finds its end. */
export function operationsOnPlaces(events: readonly NewUserEvent[]): number {
  const each = events.map((event): number => {
    if (event.type === 'team.member_added') return event.data.expiresAt === undefined ? 3 : 4;
    return event.type === 'team.membership_changed' || event.type === 'team.member_removed' ? 4 : 1;
  });
  return each.reduce((sum, operations) => sum + operations, 0);
}

type Cells = Pick<UserRow<CellChange>, 'userId'> & { cells: readonly { teamId: TeamId }[] };

/** @throws TornReadError if heads and places contradict each other again and again */
export async function loadTeamPlaces(
  directory: Directory,
  accountId: string,
  rows: readonly Cells[],
  again: boolean,
) {
  const { keyRing } = directory;
  for (let looks = 1; ; looks += 1) {
    const { account, teams, heads, places } = await readSides(directory, accountId, rows, again || looks > 1);
    const states = rows.map((row, index) => userState(heads[index], [], places.get(row.userId) ?? []));
    const isTorn = states.some((state, index) => state.status !== 'none' && isTornIn(state, rows[index]!));
    if (isTorn && looks < MAX_LOOKS) continue;
    if (isTorn) throw new TornReadError();
    return {
      account: accountState(account),
      teams: new Map<string, TeamState>(teams.map((item) => [item.teamId, teamState(item)])),
      users: await Promise.all(
        rows.map(async ({ userId }, index) => ({
          user: states[index]!,
          key: await openUserKey(keyRing, userId, heads[index]?.userKey),
          lastEvents: heads[index]?.lastEvents ?? lastCommitOf([]),
        })),
      ),
    };
  }
}

async function readSides({ table }: Directory, accountId: string, rows: readonly Cells[], again: boolean) {
  const consistent = { consistent: true };
  const teamIds = [...new Set(rows.flatMap(({ cells }) => cells.map(({ teamId }) => teamId)))];
  const references = rows.flatMap(({ userId, cells }) =>
    cells.map(({ teamId }) => teamPlaceEntity.at({ userId, teamId })),
  );
  const reading = table.batchGet(references, consistent);
  // Another worker on the same batch may have done a row in the meantime: only a head that is read later shows it.
  if (again) await reading;
  const [[account, ...teams], heads, places] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        ...teamIds.map((teamId) => teamEntity.at({ accountId, teamId })),
      ] as const,
      consistent,
    ),
    table.batchGet(
      rows.map(({ userId }) => userEntity.at({ accountId, userId })),
      consistent,
    ),
    reading,
  ]);
  const own = places.filter((item): item is TeamPlaceItem => item?.accountId === accountId);
  return {
    account,
    teams: teams.filter((item) => item !== undefined),
    heads,
    places: Map.groupBy(own, ({ userId }) => userId as string),
  };
}

function isTornIn(user: User, { cells }: Cells): boolean {
  try {
    for (const { teamId } of cells) requireSamePlaces(user, teamId);
    return false;
  } catch (error) {
    if (error instanceof TornReadError) return true;
    throw error;
  }
}
