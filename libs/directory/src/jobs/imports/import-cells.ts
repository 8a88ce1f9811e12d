import { asRefusal, DomainError, type ServiceGroupId, type TeamId, type UserId } from '#libs/domain';
import type { ChangedCell } from '../../aggregates/user/cells/change-cells.js';
import { changeMemberships } from '../../aggregates/user/memberships/change-memberships.js';
import { changeTeamPlaces } from '../../aggregates/user/places/batches.js';
import type { BatchOutcome } from '../../core/execute-batch.js';
import type { RowOutcome } from '../rows-job.js';
import { findServiceGroups, findTeams } from './import-named.js';
import { readRows, type ImportContext } from './import-rows.js';
import { findUsers } from './import-users.js';
import { membershipRow, teamMemberRow, type CellRow, type NamedRow, type RowValues } from './rows.js';

/** What a row says of one user in one thing. Without terms, who is in it already stays as they are. */
interface Cell<Id> {
  userId: UserId;
  id: Id;
  terms: CellRow['terms'];
  action: 'add' | 'set';
}

/** How rows that say who is in what are found and executed. */
interface CellsOf<Id extends string> {
  read: (values: RowValues) => CellRow;
  /** In the order of the rows. */
  find: (importContext: ImportContext, rows: readonly NamedRow[]) => Promise<(Id | undefined)[]>;
  missing: () => DomainError;
  /** Each cell once. @param options one limit refuses all changes of a user that are made at once */
  change: (
    importContext: ImportContext,
    cells: readonly Cell<Id>[],
    options: { changesAtOnce: number } | undefined,
  ) => Promise<BatchOutcome<ChangedCell>>;
}

/**
 * Adds users to service groups. Who is a member already gets the end and the access role that the row gives, if it gives them; a new member
 * without an access role gets the default of the service group.
 */
export const importMemberships = importing<ServiceGroupId>({
  read: membershipRow,
  find: findServiceGroups,
  missing: () => new DomainError('service_group_not_found', 'There is no such service group.'),
  change({ tenant, context }, cells, options) {
    const changes = cells.map(({ userId, id, terms: { expiresAt, accessRole }, action }) => ({
      ...{ userId, serviceGroupId: id, withDefaultRole: true, action },
      ...(expiresAt !== undefined && { expiresAt }),
      ...(accessRole !== undefined && { accessRole }),
    }));
    return changeMemberships(tenant, changes, context, options);
  },
});

/** Puts users in teams. Who is in a team already gets the end and the reason that the row gives, if it gives them. */
export const importTeamMembers = importing<TeamId>({
  read: teamMemberRow,
  find: findTeams,
  missing: () => new DomainError('team_not_found', 'There is no such team.'),
  change({ tenant, context }, cells) {
    const changes = cells.map(({ userId, id, terms: { expiresAt, reason }, action }) => ({
      ...{ userId, teamId: id, action },
      ...(expiresAt !== undefined && { expiresAt }),
      ...(reason !== undefined && { reason }),
    }));
    return changeTeamPlaces(tenant, changes, context);
  },
});

function importing<Id extends string>(kind: CellsOf<Id>) {
  return async (importContext: ImportContext, values: readonly RowValues[]): Promise<RowOutcome[]> => {
    const outcomes = new Array<RowOutcome>(values.length);
    const rows = readRows(values, outcomes, kind.read);
    const [users, things] = await Promise.all([
      findUsers(
        importContext,
        rows.map(({ row }) => row.user),
      ),
      kind.find(
        importContext,
        rows.map(({ row }) => row.thing),
      ),
    ]);
    const found: FoundCell<Id>[] = [];
    for (const [position, { index, row }] of rows.entries()) {
      const [user, id] = [users[position], things[position]];
      const { terms } = row;
      const action = Object.keys(terms).length === 0 ? 'add' : 'set';
      if (!user) outcomes[index] = new DomainError('user_not_found', 'There is no such user.');
      else if (id === undefined) outcomes[index] = kind.missing();
      else found.push({ index, userId: user.userId, id, terms, action });
    }
    await add(importContext, kind, found, outcomes);
    // What does not fit into a limit together may fit in part.
    const limited = found.filter(({ index }) => isLimitReached(outcomes[index]));
    if (limited.length > 0) await add(importContext, kind, limited, outcomes, { changesAtOnce: 1 });
    return outcomes;
  };
}

type FoundCell<Id> = Cell<Id> & { index: number };

async function add<Id extends string>(
  importContext: ImportContext,
  kind: CellsOf<Id>,
  rows: readonly FoundCell<Id>[],
  outcomes: RowOutcome[],
  options?: { changesAtOnce: number },
): Promise<void> {
  const cells = [...Map.groupBy(rows, (row) => `${row.userId} ${row.id}`).values()];
  const last = cells.map((same) => same.at(-1)!);
  const done = await kind.change(importContext, last, options);
  if (!('rows' in done)) return;
  for (const [position, result] of done.rows.entries())
    for (const { index } of cells[position]!)
      outcomes[index] = !result.done ? asRefusal(result.error) : outcomeOf(result);
}

/** Of who was in it before. */
const CHANGED = ['service_group.membership_changed', 'team.membership_changed'];

function outcomeOf({
  changed,
  events,
}: {
  changed: boolean;
  events: readonly { type: string }[];
}): RowOutcome {
  if (!changed) return 'unchanged';
  return events.some(({ type }) => CHANGED.includes(type)) ? 'changed' : 'created';
}

function isLimitReached(outcome: RowOutcome | undefined): boolean {
  return outcome instanceof DomainError && outcome.code === 'limit_reached';
}
