import { refused, type EngineAnswer, type EngineCall } from './engine-call.js';
import { HeldItems } from './weaknesses/held-items.js';
import { bytesOf, partitionId, tableCatalog, type Item, type ItemRef, type TableCatalog } from './items.js';
import { Replica } from './weaknesses/replica.js';
import { randomFrom, type WeakClock, type WeakSettings } from './settings.js';
import { readUnitsOf, Throughput, writeUnitsOf } from './weaknesses/throughput.js';

/** What the operations on a weak table have in common. */
export interface Weakness {
  clock: WeakClock;
  settings: WeakSettings;
  random: () => number;
  call: EngineCall;
  catalog: TableCatalog;
  held: HeldItems;
  /** Present if indexes are late or reads stale. */
  replica: Replica | undefined;
  writes: Throughput;
  reads: Throughput;
}

export function weaknessOf(settings: WeakSettings, call: EngineCall, clock: WeakClock): Weakness {
  const random = randomFrom(settings.seed);
  const needsReplica = settings.indexMs[1] > 0 || settings.stale > 0;
  return {
    clock,
    settings,
    random,
    call,
    catalog: tableCatalog(call),
    held: new HeldItems(),
    replica: needsReplica
      ? new Replica(call, settings.indexMs, randomFrom(settings.seed + 1), clock)
      : undefined,
    writes: new Throughput(settings.writeUnits, clock.elapsed),
    reads: new Throughput(settings.readUnits, clock.elapsed),
  };
}

/** One write of one item, alone, in a batch or in a transaction. */
export interface Write {
  ref: ItemRef;
  /** For a put. */
  item?: Item | undefined;
}

const BATCH_GET = 100;

/** Tells the replica the present state of some items. Call it while nobody else writes them. */
export async function noteChanged({ replica, call }: Weakness, refs: readonly ItemRef[]): Promise<void> {
  if (!replica) return;
  for (let from = 0; from < refs.length; from += BATCH_GET) {
    const some = refs.slice(from, from + BATCH_GET);
    const found = await consistentItems(call, some);
    for (const ref of some) replica.changed(ref, found.get(ref.id));
  }
}

async function consistentItems(call: EngineCall, refs: readonly ItemRef[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let RequestItems: Record<string, { Keys: Item[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of refs)
    (RequestItems[table] ??= { Keys: [], ConsistentRead: true }).Keys.push(key);
  const keyNames = new Map(refs.map(({ table, key }) => [table, Object.keys(key)]));
  while (Object.keys(RequestItems).length > 0) {
    const { status, body } = await call('BatchGetItem', { RequestItems });
    if (status !== 200) return found;
    for (const [table, items] of Object.entries(body['Responses'] as Record<string, Item[]>))
      for (const item of items) {
        const key = Object.fromEntries((keyNames.get(table) ?? []).map((name) => [name, item[name]]));
        found.set(`${table} ${JSON.stringify(key)}`, item);
      }
    RequestItems = (body['UnprocessedKeys'] ?? {}) as typeof RequestItems;
  }
  return found;
}

/** The partitions whose units a write consumes: the table's, and those of the indexes a put goes into. */
async function partitionsOf({ catalog }: Weakness, { ref, item }: Write): Promise<string[]> {
  const { indexes = new Map<string, string>() } = (await catalog.keysOf(ref.table)) ?? {};
  const ofIndexes = [...indexes]
    .filter(([, attribute]) => item?.[attribute] !== undefined)
    .map(([index, attribute]) => partitionId(`${ref.table}/${index}`, item?.[attribute]));
  return [ref.partition, ...ofIndexes];
}

export async function isThrottled(weakness: Weakness, write: Write): Promise<boolean> {
  if (weakness.settings.writeUnits === 0) return false;
  return (await partitionsOf(weakness, write)).some((partition) => weakness.writes.isThrottled(partition));
}

export async function spend(weakness: Weakness, write: Write, inTransaction: boolean): Promise<void> {
  if (weakness.settings.writeUnits === 0) return;
  const [ofTable, ...ofIndexes] = await partitionsOf(weakness, write);
  const bytes = bytesOf(write.item ?? write.ref.key);
  if (ofTable) weakness.writes.spend(ofTable, writeUnitsOf(bytes, inTransaction));
  for (const partition of ofIndexes) weakness.writes.spend(partition, writeUnitsOf(bytes, false));
}

export function spendRead({ reads }: Weakness, partition: string, found: unknown, consistent: boolean): void {
  reads.spend(partition, readUnitsOf(bytesOf(found ?? ''), consistent));
}

/** The throttling error of on-demand tables has a different name from that of provisioned ones. */
export async function throttled({ catalog }: Weakness, table: string): Promise<EngineAnswer> {
  const { onDemand } = (await catalog.keysOf(table)) ?? {};
  return onDemand
    ? refused(
        'ThrottlingException',
        'Throughput exceeds the current throughput limit for your table or index.',
      )
    : refused(
        'ProvisionedThroughputExceededException',
        'The level of configured provisioned throughput for the table was exceeded.',
      );
}

/** Which of a batch's entries are left unprocessed this time: never all. */
export function leftUnprocessed({ settings, random }: Weakness, entries: number): (entry: number) => boolean {
  if (entries < 2 || random() >= settings.unprocessed) return () => false;
  const processed = 1 + Math.floor(random() * (entries - 1));
  return (entry) => entry >= processed;
}
