import { DomainError } from '#libs/domain';
import { changeMembers } from '../batches.js';
import type { ImportSurroundings } from './surroundings.js';
import { findServiceGroups } from './import-service-groups.js';
import { findUsers, readRows, refusal } from './import-users.js';
import { membershipRow, type RowOutcome, type RowValues } from './rows.js';

/** Users who may not yet enter the service group then may. */
export async function importMemberships(
  surroundings: ImportSurroundings,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const { directory, tenant, context } = surroundings;
  const outcomes = new Array<RowOutcome>(values.length);
  const rows = readRows(values, outcomes, membershipRow);
  const [users, groups] = await Promise.all([
    findUsers(
      surroundings,
      rows.map(({ row }) => row.user),
    ),
    findServiceGroups(
      surroundings,
      rows.map(({ row }) => row.serviceGroup),
    ),
  ]);
  const byGroup = new Map<string, { index: number; userId: string }[]>();
  for (const [position, { index }] of rows.entries()) {
    const [user, group] = [users[position]?.user, groups[position]];
    if (!user) outcomes[index] = new DomainError('user_not_found', 'There is no such user.');
    else if (!group)
      outcomes[index] = new DomainError('service_group_not_found', 'There is no such service group.');
    else {
      const asked = byGroup.get(group.serviceGroupId) ?? [];
      asked.push({ index, userId: user.userId });
      byGroup.set(group.serviceGroupId, asked);
    }
  }
  for (const [serviceGroupId, asked] of byGroup) {
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
