import { foldName, type ServiceGroupId } from '#libs/domain';
import { externalIdClaimEntity } from '../lookups/items.js';
import { groupNameClaimEntity, serviceGroupEntity } from '../service-groups/items.js';
import { createServiceGroup, updateServiceGroup } from '../service-groups/service-groups.js';
import type { ImportContext } from './context.js';
import { cameFrom, MOST_LOOKS, readRows, refusal, seenBefore } from './import-users.js';
import { isAsAsked, serviceGroupRow, type RowOutcome, type RowValues, type ServiceGroupRow } from './rows.js';

export async function importServiceGroups(
  decisionContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const outcomes = new Array<RowOutcome>(values.length);
  const rows = readRows(values, outcomes, serviceGroupRow);
  await importRead(decisionContext, rows, outcomes);
  return outcomes;
}

/** By its name and its external id. */
function namesOf({ name, externalId }: ReadRow['row']): string[] {
  return [`name ${foldName(name)}`, ...(externalId ? [`external id ${externalId}`] : [])];
}

interface ReadRow {
  index: number;
  row: ReturnType<typeof serviceGroupRow>;
}

/** Rows about the same service group wait for one another; what somebody else has changed since is looked up again. */
async function importRead(
  decisionContext: ImportContext,
  rows: readonly ReadRow[],
  outcomes: RowOutcome[],
  { isRepeated = false, looks = 1 } = {},
): Promise<void> {
  const { directory, tenant, context } = decisionContext;
  const known = await findServiceGroups(
    decisionContext,
    rows.map(({ row }) => row),
  );
  const [isSeen, later, conflicted] = [seenBefore(), [] as ReadRow[], [] as ReadRow[]];
  for (const [position, { index, row }] of rows.entries()) {
    const found = known[position];
    try {
      if (isSeen(...namesOf(row), ...(found ? [found.serviceGroupId] : []))) {
        later.push({ index, row });
        continue;
      }
      if (!found && isRepeated && context.dryRun) {
        // The earlier row was only a trial.
        outcomes[index] = 'changed';
        continue;
      }
      if (!found) {
        await createServiceGroup(directory, tenant, row, context);
        outcomes[index] = 'created';
        continue;
      }
      if (isAsAsked(found, row)) {
        outcomes[index] = isRepeated ? 'unchanged' : cameFrom(found, context.correlationId);
        continue;
      }
      const checked = { ...context, expectedVersion: found.version };
      const { events } = await updateServiceGroup(directory, tenant, found.serviceGroupId, row, checked);
      outcomes[index] = events.length > 0 ? 'changed' : 'unchanged';
    } catch (error) {
      const { code } = refusal(error);
      const isConflicted = (found ? CHANGED_SINCE : TAKEN_SINCE).includes(code);
      if (isConflicted && looks < MOST_LOOKS) conflicted.push({ index, row });
      else outcomes[index] = refusal(error);
    }
  }
  if (conflicted.length > 0)
    await importRead(decisionContext, conflicted, outcomes, { isRepeated, looks: looks + 1 });
  if (later.length > 0) await importRead(decisionContext, later, outcomes, { isRepeated: true });
}

/** What nobody had when it was looked up. */
const TAKEN_SINCE = ['service_group_name_taken', 'external_id_taken'];
const CHANGED_SINCE = ['version_mismatch', 'service_group_not_found'];

export async function findServiceGroups(
  { directory: { table }, tenant: { accountId } }: ImportContext,
  rows: readonly ServiceGroupRow[],
) {
  const claims = await table.batchGet(
    rows.flatMap(({ name, externalId }) => [
      externalIdClaimEntity.at({ accountId, kind: 'service-group', externalId: externalId ?? NOBODYS }),
      groupNameClaimEntity.at({ accountId, name: name ? foldName(name) : NOBODYS }),
    ]),
    { consistent: true },
  );
  const ids = rows.map((_, position) => {
    const byExternalId = claims[2 * position] as { ownerId: ServiceGroupId } | undefined;
    const byName = claims[2 * position + 1] as { serviceGroupId: ServiceGroupId } | undefined;
    return byExternalId?.ownerId ?? byName?.serviceGroupId;
  });
  const heads = await table.batchGet(
    ids.map((serviceGroupId) =>
      serviceGroupEntity.at({ accountId, serviceGroupId: serviceGroupId ?? (NOBODYS as ServiceGroupId) }),
    ),
    { consistent: true },
  );
  return heads.map((head, position) => {
    if (head?.status !== 'active') return undefined;
    const { name, externalId } = rows[position]!;
    // It may since have given up the value by which it was found.
    const isNamed =
      (externalId && externalId === head.externalId) || (name && foldName(name) === foldName(head.name));
    return isNamed ? head : undefined;
  });
}

/** No name, external id or id can have this value: it keeps the places of a batch. */
const NOBODYS = '-';
