import type { TableDefinition } from '@rollbook/single-table';
import {
  convert,
  planMigration,
  runMigration,
  verifyMigration,
  type Migration,
  type MigrationProgress,
  type Rule,
  type TableState,
} from '@rollbook/single-table/maintenance';
import { dueEntity, dueItemOf } from '../items/due.js';
import { HEADS } from '../items/heads.js';
import { eventEntity } from '../items/events.js';
import { membershipEntity, pastMembershipEntity } from '../items/memberships.js';
import { rollbookTable } from '../table.js';
import { readShape, storeShape, type StoredShape, type TableName } from './stored-shape.js';

/** What a version of the code wants the table to be, and which stored items it wants otherwise than the version before. */
export interface TableShape extends StoredShape {
  /** The oldest shape of a table on which this version works. Default: its own. */
  worksFrom?: number;
  definition: TableDefinition;
  rules: readonly Rule[];
}

/**
 * A change that stored items must follow (an index, a key, a schema) makes this the next version, and gives it a rule for each
 * entity that changes. It stays compatible with the version before: docs/runbook/table-shape.md.
 *
 * Shape 2 has packed items, which programs that know only shape 1 cannot read: this version writes them once the table has it.
 *
 * Shape 3 has access roles, and no item of another form. Programs that know only shape 2 would take no notice of them, and let people
 * do more than they may: accounts get access roles once the table has it.
 *
 * Shape 4 has teams, in items of their own. Stream processors that know only shape 3 would publish nothing of them, for good: accounts
 * get teams once the table has it.
 */
export const TABLE_SHAPE: TableShape = {
  version: 4,
  readableFrom: 4,
  worksFrom: 1,
  definition: rollbookTable,
  // Earlier versions stored the events of a head's last commit whole. They are read as they are, so this is the same shape.
  rules: [
    ...[...Object.values(HEADS), eventEntity, pastMembershipEntity].map((entity) => convert(entity)),
    membershipsInShape(),
  ],
};

/** Earlier versions did not put the items by which ends are found into the index. The worker finds them without it. */
function membershipsInShape(): Rule {
  return convert(membershipEntity, {
    to: ({ accountId, userId, serviceGroupId, since, endsAt, noticeAt }) => {
      if (endsAt === undefined) return undefined;
      const notice = noticeAt !== undefined && { noticeAt };
      const due = dueItemOf(accountId, userId, { serviceGroupId, since, expiresAt: endsAt, ...notice });
      return due && [dueEntity.put(due)];
    },
    inPlace: true,
    wins: () => 'source',
  });
}

export interface Place extends TableName {
  shape?: TableShape | undefined;
}

export interface ShapePlan extends TableState {
  found: number;
  wanted: number;
  items: MigrationProgress;
  isNeeded: boolean;
}

export type ShapeOptions = Omit<Parameters<typeof runMigration>[1], 'client' | 'deleteSources'>;

/** The difference between the table that is there and what this version wants; nothing is written. */
export async function planShape(
  place: Place,
  options: ShapeOptions & { sample?: number } = {},
): Promise<ShapePlan> {
  const { version: wanted } = shapeOf(place);
  const { version: found } = await readShape(place);
  const { table, ...items } = await planMigration(migrationTo(place), { ...options, client: place.client });
  const isNeeded = found !== wanted || table.missing.length + table.building.length + items.written > 0;
  return { ...table, found, wanted, items, isNeeded };
}

/**
 * Adds the indexes that are missing and gives every item what this version would write; continues where a run was stopped. Can run
 * while older and newer versions of the code do. A table of a newer shape keeps what it has, and counts as one of this version
 * again, so that the newer one asks for what has been written since.
 */
export async function migrateTable(place: Place, options: ShapeOptions = {}): Promise<MigrationProgress> {
  const { version, readableFrom } = shapeOf(place);
  const progress = await runMigration(migrationTo(place), { ...options, client: place.client });
  if (progress.contended > 0) return progress;
  if ((await readShape(place)).version !== version) await storeShape(place, { version, readableFrom });
  return progress;
}

/** How many items are not as this version would write them. */
export async function verifyShape(place: Place): Promise<number> {
  return (await verifyMigration(migrationTo(place), { client: place.client })).different;
}

/** That the table's shape is older than this version works on, or one that it cannot read; empty if it is neither. */
export async function wrongShape(place: Place): Promise<string[]> {
  const { version, worksFrom = version } = shapeOf(place);
  const found = await readShape(place);
  if (found.version < worksFrom) return [`its shape is ${found.version}, not ${version}`];
  if (found.readableFrom <= version) return [];
  return [`its shape is ${found.version}, which needs a newer version of Rollbook`];
}

const shapeOf = ({ shape = TABLE_SHAPE }: Place) => shape;

function migrationTo(place: Place): Migration {
  const { version, definition, rules } = shapeOf(place);
  return { name: `table-shape-${version}`, target: { definition, tableName: place.tableName }, rules };
}
