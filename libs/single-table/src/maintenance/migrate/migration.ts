import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../definitions/entity-types.js';
import type { QueryTarget } from '../../model/model.js';
import type { TableDefinition } from '../../definitions/table.js';
import { refuseRequest } from '../../wire/errors.js';
import type { Results } from '../../table/table-api.js';
import type { ItemReference, WriteOperation } from '../../writes/operations.js';

type Values = Readonly<Record<string, unknown>>;

/** A change of stored items, as a value: what `planMigration`, `runMigration` and `verifyMigration` take. */
export interface Migration {
  /** Names the item in the target table that says how far it is. */
  name: string;
  target: { definition: TableDefinition; tableName: string };
  /** One for each entity that is to be changed; none for a migration that only adds indexes. */
  rules: readonly Rule[];
}

/** What becomes of the items of one entity; made by `convert`. */
export interface Rule {
  from: QueryTarget;
  /** The table they are read from. Default: the target. */
  tableName?: string | undefined;
  absorb?: ((item: never) => readonly ItemReference[]) | undefined;
  to?: ((item: never, absorbed: never) => readonly WriteOperation[] | undefined) | undefined;
  inPlace?: boolean | undefined;
  wins?: ((found: Values, wanted: Values) => 'source' | 'target' | undefined) | undefined;
}

export interface Conversion<E extends QueryTarget, R extends readonly ItemReference[]> {
  /** The table the items are read from. Default: the target. */
  tableName?: string;
  /** Other items of that table that become part of the same ones; they are deleted with the item, if that is. */
  absorb?: (item: Item<E>) => R;
  /**
   * The puts that the item becomes, the same ones each time: none drops it, undefined leaves it alone. What was absorbed is
   * undefined where it does not exist.
   */
  to?: (item: Item<E>, absorbed: Results<R>) => readonly WriteOperation[] | undefined;
  /** The item stays, and also gets the keys, version and shape it would be written with now. */
  inPlace?: boolean;
  /** Which of them is right where the target holds something else already. By default both stay. */
  wins?: (found: Values, wanted: Values) => 'source' | 'target' | undefined;
}

/** Without `to`, the items stay where they are, and get the keys, version and shape they would be written with now. */
export function convert<E extends QueryTarget, const R extends readonly ItemReference[] = readonly []>(
  from: E,
  conversion: Conversion<E, R> = {},
): Rule {
  return { from, ...conversion };
}

export interface MigrationOptions {
  client: DynamoDBClient;
  /** Read and write units per second, of all segments together. Default: unlimited. */
  unitsPerSecond?: number | undefined;
  /** Segments of each source read concurrently. Fixed while a run is resumed. Default 1. */
  segments?: number | undefined;
  /** Items per page, which is the maximum repeated after a crash. Default 100. */
  pageSize?: number | undefined;
  onProgress?: ((progress: MigrationProgress) => void | Promise<void>) | undefined;
  /** Called for each item that the target has otherwise, so that neither is written. */
  onDifference?: ((difference: Difference) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The progress of a migration: plain data, stored between its pages. */
export interface MigrationProgress {
  /** Where each segment of each source table continues: a stored key, `start` or `done`. */
  segments: Record<string, (Record<string, string> | 'start' | 'done')[]>;
  /** Items read, of any entity. */
  read: number;
  /** Items of its rules. */
  scanned: number;
  /** Items that were converted (in a plan: would be). */
  written: number;
  /** Sources that were deleted. */
  deleted: number;
  /** Items that were as they should be. */
  current: number;
  /** Items that the target has otherwise, and no rule says who is right. */
  different: number;
  /** Items that other writers kept changing, however often they were read again. Run it once more. */
  contended: number;
  /** Capacity units, read and write. */
  units: number;
}

export interface Difference {
  entity: string;
  /** The primary key of the source item. */
  key: Readonly<Record<string, string>>;
  /** The primary key of what it becomes, and the names of the attributes that differ; none if there is no such item. */
  target: Readonly<Record<string, string>>;
  attributes: readonly string[];
}

export function refuseMigration(why: string): never {
  return refuseRequest('migrate', `A migration ${why}.`);
}

/** The rules by the table they read. Refuses what could not be run. */
export function rulesByTable({ name, target, rules }: Migration): Map<string, Rule[]> {
  if (typeof name !== 'string' || name === '') refuseMigration('needs a name');
  const byTable = new Map<string, Rule[]>();
  for (const rule of rules) {
    const { from, tableName = target.tableName, to } = rule;
    const { model } = from;
    const others = byTable.get(tableName) ?? [];
    if (others.some((other) => other.from.model.name === model.name))
      refuseMigration(`has two rules for ${model.name} in ${tableName}`);
    if (others[0] && others[0].from.model.table !== model.table)
      refuseMigration(`has two definitions of ${tableName}`);
    if (tableName === target.tableName && model.table !== target.definition)
      refuseMigration(`has ${model.name} in its target, whose definition it is not of`);
    if (!to && tableName !== target.tableName)
      refuseMigration(`leaves ${model.name} in ${tableName}, which is not its target: give it a \`to\``);
    byTable.set(tableName, [...others, rule]);
  }
  return byTable;
}
