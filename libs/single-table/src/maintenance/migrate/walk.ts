import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Connection } from '../../connection/connection.js';
import { observe } from '../../connection/observe.js';
import { DeleteItem, PutItem, TransactWriteItems, UpdateItem } from '../../transport/transport.js';
import { keyOfItem, parseKey } from '../../model/model.js';
import { keyNamesOf, wireKey, type TableDefinition } from '../../definitions/table.js';
import { isItemOf } from '../../items/item-codec.js';
import type { WireItem } from '../../wire/wire.js';
import { scanPage } from '../../reads/scan.js';
import { backoffMs, concurrently } from '../../writes/retry-unprocessed.js';
import { conversionOf, readRaw, type Part, type Places } from './conversion.js';
import {
  rulesByTable,
  type Difference,
  type Migration,
  type MigrationOptions,
  type MigrationProgress,
  type Rule,
} from './migration.js';

/** How often an item that other writers keep changing is read again. */
const MAX_ROUNDS = 8;
/** Items of a page that are converted at once. */
const CONCURRENT_ITEMS = 16;
/** A source and what it became are read one after the other: what has changed in between is compared again. */
const ROUNDS_OF_A_COMPARISON = 3;

/** What a walk does to the items that are not as they should be. */
export interface Walk {
  kind: 'plan' | 'run' | 'verify';
  deleteSources: boolean;
  /** Called after each page, when its writes are done. */
  save?: (progress: MigrationProgress) => Promise<void>;
  /** Items read of each segment at most. */
  sample?: number | undefined;
}

type Counts = Omit<MigrationProgress, 'segments' | 'units'>;
const noCounts = (): Counts => ({
  read: 0,
  scanned: 0,
  written: 0,
  deleted: 0,
  current: 0,
  different: 0,
  contended: 0,
});

export function startOf(migration: Migration, segments: number): MigrationProgress {
  const tables = [...rulesByTable(migration).keys()];
  const starts = tables.map((table): [string, 'start'[]] => [
    table,
    Array.from({ length: segments }, () => 'start' as const),
  ]);
  return { segments: Object.fromEntries(starts), ...noCounts(), units: 0 };
}

/** Reads every source once, a page at a time, from where the progress says. */
export async function walk(
  migration: Migration,
  options: MigrationOptions,
  progress: MigrationProgress,
  { kind, deleteSources, save, sample = Infinity }: Walk,
): Promise<void> {
  const pace = paceOf(options.unitsPerSecond);
  const open = (definition: TableDefinition, tableName: string) =>
    openTable(options, definition, tableName, (units) => {
      progress.units += units;
      pace.spend(units);
    });
  const target = open(migration.target.definition, migration.target.tableName);
  let saving = Promise.resolve();
  /** One after the other, so that a later one never goes before an earlier one. */
  const saveInTurn = () => {
    const snapshot = structuredClone(progress);
    saving = saving.then(async () => {
      await save?.(snapshot);
      await options.onProgress?.(snapshot);
    });
    return saving;
  };
  const walkSegment = async (rules: readonly Rule[], source: Connection, segment: number) => {
    const segments = progress.segments[source.tableName]!;
    const places = { source, target, deleteSources };
    for (let at = segments[segment], read = 0; at !== undefined && at !== 'done'; at = segments[segment]) {
      options.signal?.throwIfAborted();
      const request = {
        segment,
        segments: segments.length,
        start: at === 'start' ? undefined : wireKey(source.definition, at),
        models: rules.map(({ from }) => from.model),
        consistent: true,
        pageSize: options.pageSize ?? 100,
      };
      const page = await pace.step(() => scanPage(source, request));
      const counts = noCounts();
      counts.read = page.read;
      await concurrently(page.items, CONCURRENT_ITEMS, async (wire) => {
        const rule = rules.find((each) => isOf(each, wire));
        if (!rule) return;
        await pace.step(() => convertItem({ places, rule, kind, options }, wire, counts));
        counts.scanned++;
      });
      read += page.read;
      for (const name of Object.keys(counts) as (keyof Counts)[]) progress[name] += counts[name];
      const ends = !page.next || read >= sample;
      segments[segment] = ends ? 'done' : keyOfItem({ names: keyNamesOf(source.definition) }, page.next!);
      await saveInTurn();
    }
  };
  await Promise.all(
    [...rulesByTable(migration)].flatMap(([tableName, rules]) => {
      const source = open(rules[0]!.from.model.table, tableName);
      return (progress.segments[tableName] ?? []).map((_, segment) => walkSegment(rules, source, segment));
    }),
  );
}

/** The key decides too: an entity may be moved to another key under its name. */
function isOf({ from: { model } }: Rule, wire: WireItem): boolean {
  return isItemOf(model, wire) && parseKey(model.key, keyOfItem(model.key, wire)) !== undefined;
}

interface Task {
  places: Places;
  rule: Rule;
  kind: Walk['kind'];
  options: MigrationOptions;
}

/** Converts an item, or compares it: again when other writers change it in the meantime. */
async function convertItem(task: Task, read: WireItem, counts: Counts): Promise<void> {
  const { places, rule, kind, options } = task;
  const rounds = kind === 'verify' ? ROUNDS_OF_A_COMPARISON : MAX_ROUNDS;
  let wire: WireItem | undefined = read;
  for (let round = 1; wire; round++) {
    const { parts, differences } = await conversionOf(places, rule, wire);
    const isBlocked = parts.length === 0 && differences.length > 0;
    if (parts.length === 0 && !isBlocked) break;
    if (kind !== 'verify' && isBlocked) return differ(counts, differences, options);
    if (kind === 'plan' || (kind === 'run' && (await write(places.target, parts)))) {
      if (differences.length > 0) counts.written++;
      if (parts.some(({ action }) => action === 'Delete')) counts.deleted++;
      return;
    }
    if (round === rounds) {
      if (kind === 'verify') differ(counts, differences, options);
      else counts.contended++;
      return;
    }
    if (kind === 'run') await delay(backoffMs(places.target, round));
    wire = await readRaw(places.source, keyOfItem(rule.from.model.key, wire));
  }
  counts.current++;
}

function differ(
  counts: Counts,
  differences: readonly Difference[],
  { onDifference }: MigrationOptions,
): void {
  counts.different++;
  for (const difference of differences) onDifference?.(difference);
}

const APIS = { Put: PutItem, Update: UpdateItem, Delete: DeleteItem };

/** False if other writers were in its way, and nothing was written. */
async function write(target: Connection, parts: readonly Part[]): Promise<boolean> {
  const [only] = parts as [Part];
  const context = { entities: [], keys: [] };
  try {
    if (parts.length === 1 && only.action !== 'ConditionCheck')
      await target.call(APIS[only.action], { ...only.request }, context);
    else {
      const TransactItems = parts.map(({ action, request }) => ({ [action]: request }));
      const ClientRequestToken = crypto.randomUUID();
      await target.call(TransactWriteItems, { TransactItems, ClientRequestToken }, context);
    }
    return true;
  } catch (error) {
    if (isInTheWay(error)) return false;
    throw error;
  }
}

const PASSING =
  /^(None|ConditionalCheckFailed|TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded)$/;

function isInTheWay(error: unknown): boolean {
  const { name = '', CancellationReasons: reasons = [] } = error as {
    name?: string;
    CancellationReasons?: { Code?: string }[];
  };
  if (name === 'TransactionCanceledException')
    return reasons.every(({ Code = 'None' }) => PASSING.test(Code));
  return /^(ConditionalCheckFailed|TransactionConflict|TransactionInProgress)Exception$/.test(name);
}

function openTable(
  { client }: MigrationOptions,
  definition: TableDefinition,
  tableName: string,
  onUnits: (units: number) => void,
): Connection {
  // Nothing is given to anybody, so no cursor is ever sealed.
  const connection = connect(definition, { client, tableName, cursorSecret: crypto.randomUUID() });
  return observe(connection, { onCall: ({ capacity }) => onUnits(capacity?.total ?? 0) });
}

/**
 * Limits all segments together to this rate, on average. Until a step has ended, it counts as what the steps before it took, so
 * that many that begin at once do not exceed the rate together.
 */
function paceOf(unitsPerSecond = Infinity) {
  let free = performance.now();
  let [spent, steps] = [0, 0];
  const take = (units: number) => (free += (units / unitsPerSecond) * 1000);
  return {
    spend(units: number): void {
      spent += units;
      take(units);
    },
    async step<T>(run: () => Promise<T>): Promise<T> {
      for (let left = free - performance.now(); left > 0; left = free - performance.now()) await delay(left);
      free = Math.max(free, performance.now());
      const expected = spent / Math.max(steps++, 1);
      take(expected);
      return run().finally(() => take(-expected));
    },
  };
}
