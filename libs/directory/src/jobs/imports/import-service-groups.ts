import { asRefusal, foldName, type ServiceGroupId } from '#libs/domain';
import { groupNameClaimEntity, serviceGroupEntity } from '../../table/items/service-groups.js';
import { createServiceGroup, updateServiceGroup } from '../../aggregates/service-group/service-groups.js';
import { holdersOf, NOBODYS } from './claimed.js';
import { importRows, type ImportContext } from './import-rows.js';
import { serviceGroupRow, type RowValues, type ServiceGroupRow } from './rows.js';
import type { RowOutcome } from '../rows-job.js';

/** Existing service groups are found by external id or else by name. */
export function importServiceGroups(
  importContext: ImportContext,
  values: readonly RowValues[],
): Promise<RowOutcome[]> {
  const { tenant, context } = importContext;
  return importRows(importContext, values, {
    read: serviceGroupRow,
    find: (rows) => findServiceGroups(importContext, rows),
    namesOf: ({ name, externalId }, found) => [
      `name ${foldName(name)}`,
      ...(externalId ? [`external id ${externalId}`] : []),
      ...(found ? [found.serviceGroupId] : []),
    ],
    newOf: (row) => row,
    async create(rows) {
      const outcomes: RowOutcome[] = [];
      for (const row of rows)
        outcomes.push(await createServiceGroup(tenant, row, context).then(() => 'created', asRefusal));
      return outcomes;
    },
    change: ({ serviceGroupId, version }, row) =>
      updateServiceGroup(tenant, serviceGroupId, row, { ...context, expectedVersion: version }),
    // One may take a name that the one before gives up.
    changesAtOnce: 1,
  });
}

export async function findServiceGroups({ tenant }: ImportContext, rows: readonly ServiceGroupRow[]) {
  const { directory, accountId } = tenant;
  const names = rows.map(({ name }) =>
    groupNameClaimEntity.at({ accountId, name: name ? foldName(name) : NOBODYS }),
  );
  const ids = await holdersOf<ServiceGroupId>(tenant, 'service-group', rows, names);
  const heads = await directory.table.batchGet(
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
