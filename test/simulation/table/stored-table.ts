import { SortedItems } from './sorted-items.js';
import { invalid, isEqual, isEqualItem, itemSize, type Item, type Value } from './values.js';

/** A key of the table or of one of its indexes: the attribute of the partition, and that of the order in it. */
export interface KeyNames {
  partition: string;
  sort?: string | undefined;
}

export interface TableKeys {
  key: KeyNames;
  indexes: ReadonlyMap<string, KeyNames>;
}

export interface Change {
  key: Item;
  before: Item | undefined;
  after: Item | undefined;
}

const MAX_ITEM_BYTES = 400 * 1024;

/** The items of a table and of its indexes. Items are never changed, only replaced. */
export class StoredTable {
  readonly names: string[];
  readonly #items = new Map<string, Item>();
  readonly #partitions = new Map<string, SortedItems>();
  /** For each index, its partitions. */
  readonly #indexes: Map<string, Map<string, SortedItems>>;

  constructor(
    readonly name: string,
    readonly keys: TableKeys,
    private readonly onChange: (change: Change) => void,
  ) {
    this.names = namesOf(keys.key);
    this.#indexes = new Map([...keys.indexes.keys()].map((index) => [index, new Map<string, SortedItems>()]));
  }

  get(key: Item): Item | undefined {
    return this.#items.get(this.textOf(key));
  }

  all(): Iterable<Item> {
    return this.#items.values();
  }

  keysOf(index: string | undefined): KeyNames {
    if (index === undefined) return this.keys.key;
    return this.keys.indexes.get(index) ?? invalid(`The table does not have the specified index: ${index}`);
  }

  /** The items of a partition, in order. */
  partition(index: string | undefined, value: Value): SortedItems | undefined {
    const partitions = index === undefined ? this.#partitions : this.#indexes.get(index);
    return partitions?.get(textOfValue(value));
  }

  /** The key of an item, which has nothing else. @throws Refusal if there is none */
  keyIn(item: Item, mayHaveMore: boolean): Item {
    const key: Item = {};
    for (const name of this.names) key[name] = checkedKeyValue(item[name], name);
    if (!mayHaveMore && Object.keys(item).length !== this.names.length)
      invalid('The provided key element does not match the schema');
    return key;
  }

  /** The same text for the same key. */
  textOf(key: Item): string {
    return this.names.map((name) => textOfValue(key[name]!)).join(' ');
  }

  /** @throws Refusal if the item cannot be stored */
  check(item: Item): void {
    this.keyIn(item, true);
    for (const names of this.keys.indexes.values())
      for (const name of namesOf(names)) if (item[name] !== undefined) checkedKeyValue(item[name], name);
    if (itemSize(item) > MAX_ITEM_BYTES) invalid('Item size has exceeded the maximum allowed size');
  }

  /** Replaces what is stored under a key; undefined removes it. */
  write(key: Item, after: Item | undefined): void {
    const text = this.textOf(key);
    const before = this.#items.get(text);
    if (after) this.#items.set(text, after);
    else this.#items.delete(text);
    move(this.#partitions, this.keys.key, this.names, before, after);
    for (const [index, names] of this.keys.indexes) {
      const own = [...namesOf(names), ...this.names];
      const isIn = (item: Item | undefined) =>
        item && namesOf(names).every((name) => item[name]) ? item : undefined;
      move(this.#indexes.get(index)!, names, own, isIn(before), isIn(after));
    }
    if (before === undefined && after === undefined) return;
    if (!before || !after || !isEqualItem(before, after)) this.onChange({ key, before, after });
  }
}

function move(
  partitions: Map<string, SortedItems>,
  { partition }: KeyNames,
  order: readonly string[],
  before: Item | undefined,
  after: Item | undefined,
): void {
  if (before && !(after && order.every((name) => isEqual(before[name], after[name])))) {
    const text = textOfValue(before[partition]!);
    partitions.get(text)?.remove(before);
    if (partitions.get(text)?.length === 0) partitions.delete(text);
  }
  if (!after) return;
  const text = textOfValue(after[partition]!);
  let items = partitions.get(text);
  if (!items) partitions.set(text, (items = new SortedItems(order)));
  items.put(after);
}

export function namesOf({ partition, sort }: KeyNames): string[] {
  return sort === undefined ? [partition] : [partition, sort];
}

function textOfValue({ S, N, B }: Value): string {
  return S === undefined ? (N === undefined ? `B${B}` : `N${Number(N)}`) : `S${S.length} ${S}`;
}

function checkedKeyValue(value: Value | undefined, name: string): Value {
  if (!value) return invalid(`One of the required keys was not given a value: ${name}`);
  if (value.S === undefined && value.N === undefined && value.B === undefined)
    return invalid(`Type mismatch for key ${name}`);
  if (value.S === '' || value.B === '')
    return invalid(`One or more parameter values are not valid: the key ${name} is empty`);
  return value;
}
