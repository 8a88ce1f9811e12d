import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectTable, defineEntity, number, string, type TableDefinition } from '@rollbook/single-table';
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
import { membershipEntity } from '../items/memberships.js';
import { rollbookTable } from '../table.js';

/** What a version of the code wants the table to be, and which stored items it wants otherwise than the version before. */
export interface TableShape {
  version: number;
  definition: TableDefinition;
  rules: readonly Rule[];
}

/**
 * A change that stored items must follow (an index, a key, a schema) makes this the next version, and gives it a rule for each
 * entity that changes. It stays compatible with the version before: docs/runbook/table-shape.md.
 */
export const TABLE_SHAPE: TableShape = {
  version: 1,
  definition: rollbookTable,
  // Earlier versions stored the events of a head's last commit whole. They are read as they are, so this is the same shape.
  rules: [...Object.values(HEADS).map((head) => convert(head)), endsInIndex()],
};

/** Earlier versions did not put the items by which ends are found into the index. The worker finds them without it. */
function endsInIndex(): Rule {
  return convert(membershipEntity, {
    to: ({ accountId, userId, serviceGroupId, since, endsAt, noticeAt }) => {
      if (endsAt === undefined) return undefined;
      const notice = noticeAt !== undefined && { noticeAt };
      const due = dueItemOf(accountId, userId, { serviceGroupId, since, expiresAt: endsAt, ...notice });
      return due && [dueEntity.put(due)];
    },
    wins: () => 'source',
  });
}

/** The shape of tables that nothing has migrated yet. */
const FIRST = 1;

const tableShapeEntity = defineEntity(rollbookTable, {
  name: 'table-shape',
  key: { PK: 'table', SK: 'shape' },
  attributes: { version: number(), updatedAt: string() },
});

export interface Place {
  client: DynamoDBClient;
  tableName: string;
  shape?: TableShape | undefined;
}

/** The version of the shape that the table was last migrated to. */
export async function storedShape(place: Place): Promise<number> {
  const stored = await tableOf(place).get(tableShapeEntity, {}, { consistent: true });
  return stored?.version ?? FIRST;
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
  const found = await storedShape(place);
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
  const { version } = shapeOf(place);
  const progress = await runMigration(migrationTo(place), { ...options, client: place.client });
  if (progress.contended > 0) return progress;
  if ((await storedShape(place)) !== version)
    await tableOf(place).put(tableShapeEntity, { version, updatedAt: new Date().toISOString() });
  return progress;
}

/** How many items are not as this version would write them. */
export async function verifyShape(place: Place): Promise<number> {
  return (await verifyMigration(migrationTo(place), { client: place.client })).different;
}

/** That the table's shape is of a version before the one wanted; empty if it is not. The first is not looked up. */
export async function olderShape(place: Place): Promise<string[]> {
  const { version } = shapeOf(place);
  const found = version === FIRST ? FIRST : await storedShape(place);
  return found < version ? [`its shape is ${found}, not ${version}`] : [];
}

const shapeOf = ({ shape = TABLE_SHAPE }: Place) => shape;

function migrationTo(place: Place): Migration {
  const { version, definition, rules } = shapeOf(place);
  return { name: `table-shape-${version}`, target: { definition, tableName: place.tableName }, rules };
}

function tableOf({ client, tableName }: Place) {
  // Nothing is listed, so no cursor is ever sealed.
  return connectTable(rollbookTable, { client, tableName, cursorSecret: crypto.randomUUID() });
}
