import { isDeepStrictEqual } from 'node:util';
import type { QueryTarget } from '../../model/model.js';
import type { WireItem } from '../../wire/wire.js';
import { connect } from '../../connection/connection.js';
import { openCheckpoint } from './checkpoint.js';
import { addIndexes, stateOfTable, type TableState } from './indexes.js';
import {
  refuseMigration,
  type Migration,
  type MigrationOptions,
  type MigrationProgress,
} from './migration.js';
import { checkSegments } from '../../reads/scan.js';
import { startOf, walk } from './walk.js';

export type { TableState } from './indexes.js';
export {
  convert,
  type Conversion,
  type Difference,
  type Migration,
  type MigrationOptions,
  type MigrationProgress,
  type Rule,
} from './migration.js';

export interface RunOptions extends MigrationOptions {
  /**
   * Deletes each source once it is as it should be in the target, in one transaction with what is still to be written there.
   * Without it, sources stay.
   */
  deleteSources?: boolean | undefined;
}

export interface PlanOptions extends RunOptions {
  /** The maximum number of items read of each segment. Default: all. */
  sample?: number | undefined;
}

/** What a run would do: its progress as if it had written, and the target as it is. */
export interface MigrationPlan extends MigrationProgress {
  table: TableState;
}

/** Reads what a run would read, and writes nothing. */
export async function planMigration(migration: Migration, options: PlanOptions): Promise<MigrationPlan> {
  const { deleteSources = false, sample } = options;
  const progress = await compare(migration, options, { kind: 'plan', deleteSources, sample });
  return { ...progress, table: await stateOfTable({ ...migration.target, ...options }) };
}

/**
 * Adds the indexes that the target lacks, then converts every item, a page at a time, conditional on all it has read being
 * unchanged, so it is safe while the table is written. Continues a run that did not end; after one that did, starts from the beginning.
 */
export async function runMigration(migration: Migration, options: RunOptions): Promise<MigrationProgress> {
  const { definition, tableName } = migration.target;
  const { client, deleteSources = false, segments } = options;
  const first = startOf(migration, checked(segments ?? 1));
  await addIndexes({ client, ...migration.target }, options.signal);
  const connection = connect(definition, { client, tableName, cursorSecret: crypto.randomUUID() });
  const phase = deleteSources ? 'delete-sources' : 'copy';
  const { progress: stored, save } = await openCheckpoint(connection, migration.name, phase);
  const progress = stored && !isDone(stored) ? resumed(stored, first, segments) : first;
  await save(progress);
  await walk(migration, options, progress, { kind: 'run', deleteSources, save });
  return progress;
}

/** Compares, item by item, what the sources become with what is there. `different` says how many are not the same. */
export async function verifyMigration(
  migration: Migration,
  options: MigrationOptions,
): Promise<MigrationProgress> {
  return compare(migration, options, { kind: 'verify', deleteSources: false });
}

async function compare(
  migration: Migration,
  options: MigrationOptions,
  how: Parameters<typeof walk>[3],
): Promise<MigrationProgress> {
  const progress = startOf(migration, checked(options.segments ?? 1));
  await walk(migration, options, progress, how);
  return progress;
}

function checked(segments: number): number {
  checkSegments('migrate', segments);
  return segments;
}

/** A stored item, in DynamoDB's JSON, with its packed attributes unpacked: to inspect a table by hand. */
export function unpackItem(
  { model }: QueryTarget,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return model.packs?.flat(item as WireItem) ?? { ...item };
}

const isDone = ({ segments }: MigrationProgress) =>
  Object.values(segments).every((each) => each.every((segment) => segment === 'done'));

function resumed(stored: MigrationProgress, first: MigrationProgress, segments?: number): MigrationProgress {
  const tables = Object.keys(stored.segments);
  if (!isDeepStrictEqual(new Set(tables), new Set(Object.keys(first.segments))))
    refuseMigration('is unfinished with other tables: give the changed one another name');
  const started = stored.segments[tables[0]!]!.length;
  if (segments !== undefined && segments !== started)
    refuseMigration(`resumes with the ${started} segments it started with, not with ${segments}`);
  return stored;
}

/**
 * Reads the old way, then the new way, and tells where they differ although both are read again. Gives back what the
 * old way gives; what the new way throws is a difference too.
 */
export async function shadowRead<T>(
  read: () => Promise<T>,
  readNew: () => Promise<T>,
  onDifference: (old: T, found: unknown) => void,
): Promise<T> {
  for (let round = 1; ; round++) {
    const old = await read();
    const found = await readNew().catch((error: unknown) => error);
    if (isDeepStrictEqual(old, found)) return old;
    if (round === 2) {
      onDifference(old, found);
      return old;
    }
  }
}

/** One line for a terminal: `[#########-----------]  45 %  1,234 written …`. `expected` is the table's item count. */
export function renderProgress(progress: MigrationProgress, expected: number): string {
  const share = isDone(progress) ? 1 : Math.min(0.99, expected === 0 ? 0 : progress.read / expected);
  const filled = Math.round(share * 20);
  const count = (value: number) => value.toLocaleString('en-US');
  const { scanned, written, deleted, different, contended, units } = progress;
  const asides = { deleted, different, contended };
  return [
    `[${'#'.repeat(filled)}${'-'.repeat(20 - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${count(scanned)} read`,
    `${count(written)} written`,
    ...Object.entries(asides).flatMap(([name, value]) => (value > 0 ? [`${count(value)} ${name}`] : [])),
    `${count(Math.round(units))} units`,
  ].join(', ');
}
