import { refuseDefinition as refuse } from '../wire/errors.js';
import type { WireItem, WireValue } from '../wire/wire.js';

/** What an index holds of an item: all of it (the default), its keys alone, or its keys and these attributes. */
export type Projection = 'ALL' | 'KEYS_ONLY' | readonly string[];

/** A local index: the partitions of the table in another order. It can be read consistently, and only be created with the table. */
export interface LocalIndex {
  local: true;
  sortKey: string;
  projection?: Projection;
}

/** The key attributes of an index, or `inverted`: the table's own keys swapped. */
export type IndexDefinition =
  { partitionKey: string; sortKey?: string; projection?: Projection } | LocalIndex | 'inverted';

export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  indexes?: Readonly<Record<string, IndexDefinition>>;
  /** The attribute by which DynamoDB expires items: a number attribute in epoch seconds. */
  timeToLive?: string;
  /** The key attributes, of the table and its indexes, that are numbers; all others are strings. */
  numberKeys?: readonly string[];
  stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  /** The attribute that contains the name of an item's entity. Default `entity`; null if only its key tells. */
  discriminator?: string | null;
  /**
   * What is written of an index key of which some variable has no value. Default `absent`: nothing, of both key attributes.
   * `begun`, as ElectroDB: each key attribute up to that variable. `each`, as OneTable: the key attribute that lacks none.
   */
  incompleteKeys?: 'absent' | 'begun' | 'each';
  /** The attribute that contains the schema version of an item. Default `_v`. */
  schemaVersionAttribute?: string;
}

export interface KeyAttributes {
  partitionKey: string;
  sortKey?: string | undefined;
}

/** The table as data: the single source for the library, CreateTable, CDK and Workbench. */
export function defineTable<const T extends TableDefinition>(definition: T): T {
  checkTable(definition);
  return definition;
}

export function discriminatorOf({ discriminator = 'entity' }: TableDefinition): string | undefined {
  return discriminator ?? undefined;
}

/** The key attributes of the table (no index) or of one of its indexes: partition key, and sort key if there is one. */
export function keyNamesOf(table: TableDefinition, index?: string): [string, string?] {
  const keys = index === undefined ? table : table.indexes?.[index];
  if (keys === undefined) return refuse(String(index), 'is no index of the table');
  if (keys === 'inverted') return [table.sortKey as string, table.partitionKey];
  if ('local' in keys) return [table.partitionKey, keys.sortKey];
  return keys.sortKey === undefined ? [keys.partitionKey] : [keys.partitionKey, keys.sortKey];
}

/**
 * The maximum bytes of a key attribute: 2,048 as a partition key, 1,024 as a sort key, of the table or of any index. An item
 * that does not fit in an index cannot be written at all. Source:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function keyLimitOf(table: TableDefinition, name: string): number {
  const sortKeys = [undefined, ...Object.keys(table.indexes ?? {})].map(
    (index) => keyNamesOf(table, index)[1],
  );
  return sortKeys.includes(name) ? 1024 : 2048;
}

/** An index as it was given; nothing for the table itself and for inverted keys. */
function settingsOf(table: TableDefinition, index: string | undefined): { projection?: Projection } {
  const keys = table.indexes?.[index ?? ''];
  return typeof keys === 'object' ? keys : {};
}

/** The attributes that an index includes besides its keys; undefined if it holds everything. */
export function includedIn(table: TableDefinition, index: string | undefined): readonly string[] | undefined {
  const { projection } = settingsOf(table, index);
  if (projection === 'KEYS_ONLY') return [];
  return projection === 'ALL' ? undefined : projection;
}

/** `S` or `N`: the type of a key attribute. */
export function keyTypeOf(table: TableDefinition, name: string): 'S' | 'N' {
  return table.numberKeys?.includes(name) ? 'N' : 'S';
}

/** A key attribute's value in DynamoDB's JSON. */
export function wireKeyValue(table: TableDefinition, name: string, text: string): WireValue {
  return { [keyTypeOf(table, name)]: text } as WireValue;
}

/** Key attributes, given as text, in DynamoDB's JSON. */
export function wireKey(table: TableDefinition, key: Readonly<Record<string, string>>): WireItem {
  const wire: WireItem = {};
  for (const name in key) wire[name] = wireKeyValue(table, name, key[name] as string);
  return wire;
}

/** The text of a stored key attribute; a number in JavaScript's notation. */
export function keyTextOf(wire: WireValue | undefined): string {
  if (!wire) return '';
  return 'N' in wire ? String(Number(wire.N)) : (wire as { S: string }).S;
}

const MAX_INDEXES = 20;
const MAX_LOCAL = 5;
/** Of one index. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Projection.html */
const MAX_INCLUDED = 20;

/** True for a local index. */
export function isLocal(table: TableDefinition, index: string | undefined): boolean {
  return 'local' in settingsOf(table, index);
}

const INDEX_NAME = /^[\w.-]{3,255}$/;

/** Refuses a table that could not be created, or whose attributes would be in each other's way. */
function checkTable(table: TableDefinition): void {
  const indexes = Object.entries(table.indexes ?? {});
  const locals = indexes.filter(([name]) => isLocal(table, name));
  if (locals.length > MAX_LOCAL) refuse('indexes', `have more than ${MAX_LOCAL} local ones`);
  if (indexes.length - locals.length > MAX_INDEXES) refuse('indexes', `are more than ${MAX_INDEXES}`);
  for (const [name, index] of indexes) {
    if (!INDEX_NAME.test(name)) refuse(name, 'is not 3 to 255 letters, digits, dots, dashes or underscores');
    const needs = index === 'inverted' ? 'to invert' : 'local' in index && 'of the table, as a local index';
    if (needs && table.sortKey === undefined) refuse(name, `needs a sort key ${needs}`);
    const { projection } = settingsOf(table, name);
    const included = Array.isArray(projection) ? projection.length : 1;
    if (included < 1 || included > MAX_INCLUDED)
      refuse(name, `includes ${included} attributes: 1 to ${MAX_INCLUDED}, KEYS_ONLY or ALL`);
  }
  const keys = [undefined, ...indexes.map(([name]) => name)].map((index) => keyNamesOf(table, index));
  const same = keys.find(([partition, sort]) => partition === sort)?.[0];
  if (same) refuse(same, 'is both partition key and sort key');
  const names = new Set(keys.flat());
  const other = table.numberKeys?.find((name) => !names.has(name));
  if (other) refuse(other, 'is among numberKeys, but no key attribute');
  const own = [discriminatorOf(table), table.schemaVersionAttribute ?? '_v', table.timeToLive];
  const twice = own.find((name, at) => name && (names.has(name) || own.indexOf(name) !== at));
  if (twice) refuse(twice, 'has two uses in one table');
}
