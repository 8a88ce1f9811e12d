import { asRefusal, foldName, type ServiceGroupId, type TeamId } from '#libs/domain';
import type { ItemReference } from '@rollbook/single-table';
import { createServiceGroup, updateServiceGroup } from '../../aggregates/service-group/service-groups.js';
import { createTeam, updateTeam } from '../../aggregates/team/teams.js';
import type { CommandContext } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { groupNameClaimEntity, serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamEntity, teamNameClaimEntity } from '../../table/items/teams.js';
import type { RowOutcome } from '../rows-job.js';
import { holdersOf, NOBODYS } from './claimed.js';
import { importRows, type Head, type ImportContext } from './import-rows.js';
import { serviceGroupRow, teamRow, type NamedRow, type RowValues } from './rows.js';

interface NamedHead extends Head {
  name: string;
  externalId?: string | undefined;
  status: 'active' | 'removed';
}

/** What has a name that nothing else of its kind has in the account: service groups, and teams. */
interface NamedKind<Id extends string, Found extends NamedHead> {
  kind: 'service-group' | 'team';
  read: (values: RowValues) => NamedRow & { name: string };
  /** @param name folded */
  claimOf: (accountId: string, name: string) => ItemReference;
  readHeads: (tenant: Tenant, ids: readonly Id[]) => Promise<(Found | undefined)[]>;
  idOf: (found: Found) => Id;
  create: (tenant: Tenant, row: NamedRow & { name: string }, context: CommandContext) => Promise<unknown>;
  update: (tenant: Tenant, id: Id, row: NamedRow, context: CommandContext) => Promise<{ events: unknown[] }>;
}

const consistent = { consistent: true };

const SERVICE_GROUPS = declared({
  kind: 'service-group',
  read: serviceGroupRow,
  claimOf: (accountId, name) => groupNameClaimEntity.at({ accountId, name }),
  readHeads: ({ directory: { table }, accountId }, ids: readonly ServiceGroupId[]) =>
    table.batchGet(
      ids.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
      consistent,
    ),
  idOf: ({ serviceGroupId }) => serviceGroupId,
  create: createServiceGroup,
  update: updateServiceGroup,
});

const TEAMS = declared({
  kind: 'team',
  read: teamRow,
  claimOf: (accountId, name) => teamNameClaimEntity.at({ accountId, name }),
  readHeads: ({ directory: { table }, accountId }, ids: readonly TeamId[]) =>
    table.batchGet(
      ids.map((teamId) => teamEntity.at({ accountId, teamId })),
      consistent,
    ),
  idOf: ({ teamId }) => teamId,
  create: createTeam,
  update: updateTeam,
});

/** So that each has the types of its own ids and heads. */
function declared<Id extends string, Found extends NamedHead>(kind: NamedKind<Id, Found>) {
  return kind;
}

export const importServiceGroups = importing(SERVICE_GROUPS);
export const importTeams = importing(TEAMS);

/** In the order of the rows. */
export const findServiceGroups = finding(SERVICE_GROUPS);
/** In the order of the rows. */
export const findTeams = finding(TEAMS);

/** Existing ones are found by external id or else by name. */
function importing<Id extends string, Found extends NamedHead>(kind: NamedKind<Id, Found>) {
  const find = headsOf(kind);
  return (importContext: ImportContext, values: readonly RowValues[]): Promise<RowOutcome[]> => {
    const { tenant, context } = importContext;
    return importRows(importContext, values, {
      read: kind.read,
      find: (rows) => find(importContext, rows),
      namesOf: ({ name, externalId }, found) => [
        `name ${foldName(name)}`,
        ...(externalId ? [`external id ${externalId}`] : []),
        ...(found ? [kind.idOf(found)] : []),
      ],
      newOf: (row) => row,
      async create(rows) {
        const outcomes: RowOutcome[] = [];
        for (const row of rows)
          outcomes.push(await kind.create(tenant, row, context).then(() => 'created', asRefusal));
        return outcomes;
      },
      change: (found, row) =>
        kind.update(tenant, kind.idOf(found), row, { ...context, expectedVersion: found.version }),
      // One may take a name that the one before gives up.
      changesAtOnce: 1,
    });
  };
}

function finding<Id extends string, Found extends NamedHead>(kind: NamedKind<Id, Found>) {
  const find = headsOf(kind);
  return async (importContext: ImportContext, rows: readonly NamedRow[]): Promise<(Id | undefined)[]> =>
    (await find(importContext, rows)).map((head) => head && kind.idOf(head));
}

function headsOf<Id extends string, Found extends NamedHead>(kind: NamedKind<Id, Found>) {
  return async ({ tenant }: ImportContext, rows: readonly NamedRow[]): Promise<(Found | undefined)[]> => {
    const names = rows.map(({ name }) => kind.claimOf(tenant.accountId, name ? foldName(name) : NOBODYS));
    const ids = await holdersOf<Id>(tenant, kind.kind, rows, names);
    const heads = await kind.readHeads(
      tenant,
      ids.map((id) => id ?? (NOBODYS as Id)),
    );
    return heads.map((head, position) => {
      if (head?.status !== 'active') return undefined;
      const { name, externalId } = rows[position]!;
      // It may since have given up the value by which it was found.
      const isNamed =
        (externalId && externalId === head.externalId) || (name && foldName(name) === foldName(head.name));
      return isNamed ? head : undefined;
    });
  };
}
