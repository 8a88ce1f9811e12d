import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { changeMembers } from '../batches/batches.js';
import { addMemberships, MOST_ADDED_AT_ONCE } from '../memberships/add-memberships.js';
import type { ImportContext } from './context.js';
import { findServiceGroups } from './import-service-groups.js';
import { findUsers, readRows, refusal } from './import-users.js';
import { membershipRow, type RowOutcome, type RowValues } from './rows.js';

/** Adds users to service groups they are not yet members of. */
export async function importMemberships(
  decisionContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const { directory, tenant, context } = decisionContext;
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
  for (const [position, { index }] of rows.entries()) {
    const [user, group] = [users[position]?.user, groups[position]];
    if (!user) outcomes[index] = new DomainError('user_not_found', 'There is no such user.');
    else if (!group)
      outcomes[index] = new DomainError('service_group_not_found', 'There is no such service group.');
    else found.push({ index, userId: user.userId, serviceGroupId: group.serviceGroupId });
  }
  const single: Assignment[] = [];
  await inParallel(groupedBy(found, 'userId').values(), COMMANDS_AT_ONCE, async (ofUser) => {
    if (ofUser.length > 1) await addOfUser(decisionContext, ofUser, outcomes);
    single.push(...ofUser.filter(({ index }) => outcomes[index] === undefined));
  });
  for (const [serviceGroupId, asked] of groupedBy(single, 'serviceGroupId')) {
    const adds = asked.map(({ userId }) => ({ operation: 'add', userId }) as const);
    const done = await changeMembers(directory, tenant, serviceGroupId, adds, context);
    if ('rows' in done)
      for (const [position, result] of done.rows.entries())
        outcomes[asked[position]!.index] = !result.done
          ? refusal(result.error)
          : result.changed
            ? 'created'
            : 'unchanged';
  }
  return outcomes;
}

const COMMANDS_AT_ONCE = 4;

interface Assignment {
  index: number;
  userId: UserId;
  serviceGroupId: ServiceGroupId;
}

/** If they do not fit into a limit together, they have no outcome yet: each must be tried alone. */
async function addOfUser(
  { directory, tenant, context }: ImportContext,
  rows: readonly Assignment[],
  outcomes: RowOutcome[],
): Promise<void> {
  const byGroup = [...groupedBy(rows, 'serviceGroupId')];
  for (let first = 0; first < byGroup.length; first += MOST_ADDED_AT_ONCE) {
    const asked = byGroup.slice(first, first + MOST_ADDED_AT_ONCE);
    const ids = asked.map(([serviceGroupId]) => serviceGroupId);
    try {
      const results = await addMemberships(directory, tenant, rows[0]!.userId, ids, context);
      for (const [position, result] of results.entries())
        for (const { index } of asked[position]![1])
          outcomes[index] = result === 'added' ? 'created' : result === 'there' ? 'unchanged' : result;
    } catch (error) {
      const refused = refusal(error);
      if (refused.code === 'limit_reached') return;
      for (const [, same] of asked) for (const { index } of same) outcomes[index] = refused;
    }
  }
}

function groupedBy<Name extends 'userId' | 'serviceGroupId'>(
  rows: readonly Assignment[],
  name: Name,
): Map<Assignment[Name], Assignment[]> {
  const groups = new Map<Assignment[Name], Assignment[]>();
  for (const row of rows) {
    const same = groups.get(row[name]);
    if (same) same.push(row);
    else groups.set(row[name], [row]);
  }
  return groups;
}
