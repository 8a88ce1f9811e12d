import { connect, type Connection } from '../connection/connection.js';
import { observe, type OnCall } from '../connection/observe.js';
import type { TableOptions } from '../connection/connect.js';
import type { QueryTarget } from '../definitions/entity.js';
import { SingleTableError } from '../errors.js';
import { decodeItem, encodeItem, modelOf } from '../items/item-codec.js';
import { keyOfItem, type EntityModel } from '../definitions/model.js';
import { pause } from '../writes/retry-unprocessed.js';
import { checkSegments, scanPage } from '../reads/scan.js';
import { migrationOf } from '../definitions/migrate.js';
import { migrateItem } from '../writes/write-one.js';
import { keyNamesOf, wireKey, type TableDefinition } from '../definitions/table.js';
import type { WireItem } from '../items/wire.js';

/** The progress of a backfill: plain data, to be stored between runs. */
export interface BackfillProgress {
  /** Where each segment continues: a stored key, or `done`. */
  segments: (Record<string, string> | 'start' | 'done')[];
  scanned: number;
  /** Items whose keys or version were updated (in a dry run: would be). */
  written: number;
  /** Items that were already up to date. */
  current: number;
  /** Items that other writers kept changing, however often they were read again. Run the backfill once more. */
  contended: number;
  /** Capacity units, read and write. */
  units: number;
}

export interface BackfillOptions {
  entities: readonly QueryTarget[];
  /** Counts, but writes nothing. */
  dryRun?: boolean;
  /** Read and write units per second, on average. Default: unlimited. */
  unitsPerSecond?: number;
  /** Segments read concurrently. Fixed while a progress is resumed. Default 1. */
  segments?: number;
  /** Items per page, which is the maximum repeated after a crash. Default 100. */
  pageSize?: number;
  resume?: BackfillProgress;
  /** Called after each page, when its writes are done: store it to resume from. */
  onProgress?: (progress: BackfillProgress) => void | Promise<void>;
  signal?: AbortSignal;
}

/** How often items that other writers keep changing are retried. */
const MAX_ROUNDS = 5;

function startOf(options: BackfillOptions): BackfillProgress {
  const { resume, segments = 1 } = options;
  checkSegments('backfill', resume?.segments.length ?? segments);
  if (!resume) {
    return {
      segments: Array.from({ length: segments }, () => 'start'),
      scanned: 0,
      written: 0,
      current: 0,
      contended: 0,
      units: 0,
    };
  }
  if (options.segments !== undefined && options.segments !== resume.segments.length) {
    throw new SingleTableError('InvalidRequest', 'A backfill resumes with the segments it started with.', {
      operation: 'backfill',
    });
  }
  return { ...resume, segments: [...resume.segments] };
}

/** True if the item has every key, and the version, with which it would be written now. */
function isCurrent(model: EntityModel, wire: WireItem): boolean {
  const wanted = encodeItem(model, decodeItem(model, wire, { hidden: true }));
  const names = [
    ...[...model.indexes.values()]
      .filter((keys) => keys.stored)
      .flatMap((keys) => keys.names as readonly string[]),
    ...(model.schema ? [model.versionMark] : []),
  ];
  // Random shards differ at each write; any of them is right.
  const random = new Set(
    [...model.indexes.values()].filter((keys) => keys.shards?.by === 'random').map((keys) => keys.names[0]),
  );
  return names.every((name) =>
    random.has(name)
      ? name in wire === name in wanted
      : JSON.stringify(wire[name]) === JSON.stringify(wanted[name]),
  );
}

/**
 * Gives existing items the index keys and the schema version that they would get if they were written now. Reads the table
 * once, a page at a time, and writes only what differs, conditional on the item being as it was read, so it is safe
 * alongside live writers. Resumable: pass the last progress as `resume`.
 */
export async function backfill(
  definition: TableDefinition,
  tableOptions: Omit<TableOptions, 'cursorSecret'>,
  options: BackfillOptions,
): Promise<BackfillProgress> {
  const progress = startOf(options);
  const meter: OnCall = (report) => {
    progress.units += report.capacity?.total ?? 0;
    tableOptions.onCall?.(report);
  };
  const connection = observe(
    // Nothing is given to a client, so no cursor is ever sealed.
    connect(definition, { ...tableOptions, cursorSecret: crypto.randomUUID() }),
    { onCall: meter },
  );
  const throttle = createThrottle(options.unitsPerSecond);
  const models = options.entities.map((entity) => entity.model);
  await Promise.all(
    progress.segments.map((_, segment) =>
      backfillSegment(connection, models, segment, progress, options, throttle),
    ),
  );
  return progress;
}

async function backfillSegment(
  connection: Connection,
  models: readonly EntityModel[],
  segment: number,
  progress: BackfillProgress,
  options: BackfillOptions,
  throttle: (units: number) => Promise<void>,
): Promise<void> {
  for (
    let at = progress.segments[segment];
    at !== undefined && at !== 'done';
    at = progress.segments[segment]
  ) {
    options.signal?.throwIfAborted();
    const start = at === 'start' ? undefined : wireKey(connection.definition, at);
    const request = {
      segment,
      segments: progress.segments.length,
      start,
      models,
      consistent: true,
      pageSize: options.pageSize ?? 100,
    };
    for (let round = 0; ; round++) {
      const before = progress.units;
      const page = await scanPage(connection, request);
      const contended = await writePage(
        connection,
        models,
        page.items,
        progress,
        options.dryRun ?? false,
        round > 0,
      );
      await throttle(progress.units - before);
      // Items changed by another writer in the meantime are read and checked again, with the rest of their page.
      if (contended > 0 && round < MAX_ROUNDS) continue;
      progress.contended += contended;
      const { next } = page;
      progress.segments[segment] = next
        ? keyOfItem({ names: keyNamesOf(connection.definition) }, next)
        : 'done';
      break;
    }
    await options.onProgress?.({ ...progress, segments: [...progress.segments] });
  }
}

/** Updates the items of a page. Returns how many were changed by another writer in the meantime. */
async function writePage(
  connection: Connection,
  models: readonly EntityModel[],
  items: readonly WireItem[],
  progress: BackfillProgress,
  dryRun: boolean,
  again: boolean,
): Promise<number> {
  let contended = 0;
  for (const wire of items) {
    const model = modelOf(models, wire);
    if (!model) continue;
    if (!again) progress.scanned++;
    if (isCurrent(model, wire)) {
      if (!again) progress.current++;
    } else if (dryRun || (await migrateItem(connection, model, migrationOf(model, wire)))) progress.written++;
    else contended++;
  }
  return contended;
}

/** Waits after each step for as long as its units take at the given rate. Segments share one budget. */
function createThrottle(unitsPerSecond: number | undefined): (units: number) => Promise<void> {
  if (unitsPerSecond === undefined) return () => Promise.resolve();
  let free = performance.now();
  return async (units) => {
    free = Math.max(free, performance.now()) + (units / unitsPerSecond) * 1000;
    const wait = free - performance.now();
    if (wait > 0) await pause(wait);
  };
}

/** One line for a terminal: `[#########-----------]  45 %  1,234 written …`. `expected` is the table's item count. */
export function renderProgress(progress: BackfillProgress, expected: number): string {
  const ended = progress.segments.every((segment) => segment === 'done');
  const share = ended ? 1 : Math.min(0.99, expected === 0 ? 0 : progress.scanned / expected);
  const filled = Math.round(share * 20);
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    `[${'#'.repeat(filled)}${'-'.repeat(20 - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ` +
    `${count(progress.scanned)} read, ${count(progress.written)} written, ${count(progress.contended)} contended, ` +
    `${count(Math.round(progress.units))} units`
  );
}
