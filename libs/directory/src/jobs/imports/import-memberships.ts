import { asRefusal, DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { changeMemberships } from '../../aggregates/user/memberships/change-memberships.js';
import { readRows, type ImportContext } from './import-rows.js';
import { findServiceGroups } from './import-service-groups.js';
import { findUsers } from './import-users.js';
import { membershipRow, type RowValues } from './rows.js';
import type { RowOutcome } from '../rows-job.js';

/**
 * Adds users to service groups. Who is a member already gets the end and the access role that the row gives, if it gives them; a new member
 * without an access role gets the default of the service group.
 */
export async function importMemberships(
  decisionContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const outcomes = new Array<RowOutcome>(values.length);
  const rows = readRows(values, outcomes, membershipRow);
  const [users, groups] = await Promise.all([
    findUsers(
      decisionContext,
      rows.map(({ row }) => row.user),
    ),
    findServiceGroups(
      decisionContext,
      rows.map(({ row }) => row.serviceGroup),
    ),
  ]);
  const found: Assignment[] = [];
  for (const [position, { index, row }] of rows.entries()) {
    const [user, group] = [users[position], groups[position]];
    if (!user) outcomes[index] = new DomainError('user_not_found', 'There is no such user.');
    else if (!group)
      outcomes[index] = new DomainError('service_group_not_found', 'There is no such service group.');
    else
      found.push({
        ...{ index, userId: user.userId, serviceGroupId: group.serviceGroupId },
        ...(row.expiresAt !== undefined && { expiresAt: row.expiresAt }),
        ...(row.accessRole !== undefined && { accessRole: row.accessRole }),
      });
  }
  await add(decisionContext, found, outcomes);
  // What does not fit into a limit together may fit in part.
  const limited = found.filter(({ index }) => isLimitReached(outcomes[index]));
  if (limited.length > 0) await add(decisionContext, limited, outcomes, { changesAtOnce: 1 });
  return outcomes;
}

interface Assignment {
  index: number;
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  expiresAt?: string;
  accessRole?: string;
}

async function add(
  { tenant, context }: ImportContext,
  rows: readonly Assignment[],
  outcomes: RowOutcome[],
  options?: { changesAtOnce: number },
): Promise<void> {
  const cells = [...Map.groupBy(rows, (row) => `${row.userId} ${row.serviceGroupId}`).values()];
  const changes = cells.map((same) => {
    const last = same.at(-1)!;
    const { index: _, ...row } = last;
    const action = (row.expiresAt ?? row.accessRole) === undefined ? ('add' as const) : ('set' as const);
    return { ...row, withDefaultRole: true, action };
  });
  const done = await changeMemberships(tenant, changes, context, options);
  if (!('rows' in done)) return;
  for (const [position, result] of done.rows.entries())
    for (const { index } of cells[position]!)
      outcomes[index] = !result.done ? asRefusal(result.error) : outcomeOf(result);
}

function outcomeOf({
  changed,
  events,
}: {
  changed: boolean;
  events: readonly { type: string }[];
}): RowOutcome {
  if (!changed) return 'unchanged';
  return events.some(({ type }) => type === 'service_group.membership_changed') ? 'changed' : 'created';
}

function isLimitReached(outcome: RowOutcome | undefined): boolean {
  return outcome instanceof DomainError && outcome.code === 'limit_reached';
}
