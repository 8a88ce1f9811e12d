import type { EngineCall } from '../engine-call.js';
import type { Item, ItemRef } from '../items.js';
import { within, type Range, type WeakClock } from '../settings.js';

/** The name of a table's replica. Only the weak table sees it. */
const SUFFIX = '--replica';
const FLUSH_MS = 20;
const BATCH = 25;

interface Late {
  ref: ItemRef;
  /** The states the replica has yet to see, in order. */
  states: { due: number; item: Item | undefined }[];
}

/**
 * A second table with the same keys and indexes, which sees each item's changes late, and items in a different order from
 * their writes. Index reads and stale reads are read there.
 */
export class Replica {
  readonly #late = new Map<string, Late>();
  #flushing = Promise.resolve();
  #isFlushing = false;
  #isStopped = false;

  constructor(
    private readonly call: EngineCall,
    private readonly lateMs: Range,
    private readonly random: () => number,
    private readonly clock: WeakClock,
  ) {}

  static nameOf(table: string): string {
    return `${table}${SUFFIX}`;
  }

  static isReplica(table: string): boolean {
    return table.endsWith(SUFFIX);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#flushing;
  }

  /** For as long as anything is late. */
  async #flushInTime(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#late.size > 0 && !this.#isStopped) {
      await this.clock.sleep(FLUSH_MS);
      await this.#flushAfterOthers(() => this.clock.elapsed());
    }
    this.#isFlushing = false;
  }

  async createTable({ StreamSpecification: _, Tags: __, ...input }: Item): Promise<void> {
    await this.call('CreateTable', { ...input, TableName: Replica.nameOf(input['TableName'] as string) });
  }

  /** Its indexes; nothing else of it is read. */
  async updateTable({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }: Item): Promise<void> {
    if (!GlobalSecondaryIndexUpdates) return;
    const changes = { AttributeDefinitions, GlobalSecondaryIndexUpdates };
    await this.call('UpdateTable', { TableName: Replica.nameOf(TableName as string), ...changes });
  }

  async deleteTable(table: string): Promise<void> {
    for (const [id, { ref }] of this.#late) if (ref.table === table) this.#late.delete(id);
    await this.call('DeleteTable', { TableName: Replica.nameOf(table) });
  }

  /** @param item as it is now; undefined if it was deleted */
  changed(ref: ItemRef, item: Item | undefined): void {
    const late = this.#late.get(ref.id) ?? { ref, states: [] };
    // The changes of one item stay in order.
    const due = Math.max(
      this.clock.elapsed() + within(this.lateMs, this.random),
      late.states.at(-1)?.due ?? 0,
    );
    late.states.push({ due, item });
    this.#late.set(ref.id, late);
    void this.#flushInTime();
  }

  /** Applies everything that was written so far. */
  settle(): Promise<void> {
    return this.#flushAfterOthers(() => Infinity);
  }

  /** One after the other: what one has taken is written before the next ends. */
  #flushAfterOthers(upTo: () => number): Promise<void> {
    this.#flushing = this.#flushing
      .then(() => this.#flush(upTo()))
      .catch((error: unknown) => void process.stderr.write(`The replica is left behind: ${String(error)}\n`));
    return this.#flushing;
  }

  async #flush(now: number): Promise<void> {
    const due: { ref: ItemRef; item: Item | undefined }[] = [];
    for (const [id, { ref, states }] of this.#late) {
      const ripe = states.filter((state) => state.due <= now);
      if (ripe.length === 0) continue;
      due.push({ ref, item: ripe.at(-1)?.item });
      if (ripe.length === states.length) this.#late.delete(id);
      else states.splice(0, ripe.length);
    }
    for (let from = 0; from < due.length; from += BATCH) await this.#write(due.slice(from, from + BATCH));
  }

  async #write(changes: { ref: ItemRef; item: Item | undefined }[]): Promise<void> {
    const RequestItems: Record<string, Item[]> = {};
    for (const { ref, item } of changes)
      (RequestItems[Replica.nameOf(ref.table)] ??= []).push(
        item ? { PutRequest: { Item: item } } : { DeleteRequest: { Key: ref.key } },
      );
    const { status } = await this.call('BatchWriteItem', { RequestItems });
    // One of the tables may be gone.
    if (status !== 200 && changes.length > 1) for (const change of changes) await this.#write([change]);
  }
}

/** A request for the table as one for its replica. */
export function toReplica(input: Item): Item {
  const { TableName, RequestItems } = input;
  return {
    ...input,
    ...(typeof TableName === 'string' && { TableName: Replica.nameOf(TableName) }),
    ...(RequestItems !== undefined && { RequestItems: renamed(RequestItems as Item, Replica.nameOf) }),
  };
}

/** The replica's answer as the table's. */
export function fromReplica(output: Item): Item {
  const back = (name: string) => (Replica.isReplica(name) ? name.slice(0, -SUFFIX.length) : name);
  const consumed = (each: unknown) => ({
    ...(each as Item),
    TableName: back((each as Item)['TableName'] as string),
  });
  const { ConsumedCapacity: capacity, Responses, UnprocessedKeys } = output;
  return {
    ...output,
    ...(capacity !== undefined && {
      ConsumedCapacity: Array.isArray(capacity) ? capacity.map(consumed) : consumed(capacity),
    }),
    ...(Responses !== undefined &&
      !Array.isArray(Responses) && { Responses: renamed(Responses as Item, back) }),
    ...(UnprocessedKeys !== undefined && { UnprocessedKeys: renamed(UnprocessedKeys as Item, back) }),
  };
}

function renamed(byTable: Item, name: (table: string) => string): Item {
  return Object.fromEntries(Object.entries(byTable).map(([table, each]) => [name(table), each]));
}
