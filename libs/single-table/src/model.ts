import type { AttributeMap, AnyAttribute } from './attribute-types.js';
import type { Sharding } from './entity-types.js';
import { SingleTableError } from './errors.js';
import { checkKeyLength, compileKeyTemplate, type KeyTemplate } from './key-template.js';
import { checkSchema, type Schema } from './schema-version.js';
import { discriminatorOf, keyAttributesOf, type KeyAttributes, type TableDefinition } from './table.js';

/** The compiled keys of an entity in the table or in one index. */
export interface CompiledKeys {
  /** Undefined for the table itself. */
  index: string | undefined;
  attributes: KeyAttributes;
  partition: KeyTemplate;
  sort: KeyTemplate | undefined;
  shards: Sharding | undefined;
  /** False for an index over the table's own key attributes, which needs nothing written. */
  stored: boolean;
  /** Variables that the primary key does not fix. */
  open: readonly string[];
}

/** An entity as the operations use it: everything compiled once. */
export interface EntityModel {
  name: string;
  table: TableDefinition;
  discriminator: string;
  attributes: AttributeMap;
  entries: readonly (readonly [string, AnyAttribute])[];
  key: CompiledKeys;
  keyVariables: ReadonlySet<string>;
  indexes: ReadonlyMap<string, CompiledKeys>;
  versionAttribute: string | undefined;
  schema: Schema | undefined;
  hideExpired: boolean;
  /** The attribute that holds the schema version. */
  versionMark: string;
  /** Names of attributes that the library writes itself: keys, discriminator, schema version. */
  reserved: ReadonlySet<string>;
}

export interface EntityConfiguration {
  name: string;
  key: Readonly<Record<string, string>>;
  indexes?: Readonly<Record<string, unknown>> | undefined;
  attributes: AttributeMap;
  versionAttribute?: string | undefined;
  schema?: Schema | undefined;
  hideExpired?: boolean | undefined;
}

function undefinable(definition: string, why: string): never {
  throw new SingleTableError('InvalidDefinition', why, { definition });
}

function templateOf(
  entity: string,
  templates: Readonly<Record<string, unknown>>,
  attribute: string,
): KeyTemplate {
  const text = templates[attribute];
  if (typeof text !== 'string') return undefinable(entity, `${entity} has no template for ${attribute}.`);
  return compileKeyTemplate(text);
}

function compileIndex(
  config: EntityConfiguration,
  table: TableDefinition,
  key: CompiledKeys,
  index: string,
): CompiledKeys {
  const attributes = keyAttributesOf(table, index);
  const given = config.indexes?.[index];
  const swapped = given === 'inverted' || table.indexes?.[index] === 'inverted';
  if (swapped && key.sort === undefined)
    undefinable(config.name, `${config.name} has no sort key to invert.`);
  const templates = given as Readonly<Record<string, unknown>>;
  const partition = swapped
    ? (key.sort as KeyTemplate)
    : templateOf(config.name, templates, attributes.partitionKey);
  const sort = swapped
    ? key.partition
    : attributes.sortKey === undefined
      ? undefined
      : templateOf(config.name, templates, attributes.sortKey);
  const fixed = new Set([...key.partition.variables, ...(key.sort?.variables ?? [])]);
  const variables = [...partition.variables, ...(sort?.variables ?? [])];
  const shards = swapped ? undefined : (templates['shards'] as Sharding | undefined);
  if (shards && shards.by !== 'random' && !fixed.has(shards.by) && !variables.includes(shards.by)) {
    undefinable(
      config.name,
      `${index} of ${config.name} is sharded by ${shards.by}, which is in none of its keys.`,
    );
  }
  return {
    index,
    attributes,
    partition,
    sort,
    shards,
    stored: table.indexes?.[index] !== 'inverted',
    open: [...new Set(variables.filter((name) => !fixed.has(name)))],
  };
}

/** Compiles an entity and refuses definitions whose keys could collide or never be written. */
export function compileEntity(table: TableDefinition, config: EntityConfiguration): EntityModel {
  const attributes = keyAttributesOf(table);
  const key: CompiledKeys = {
    index: undefined,
    attributes,
    partition: templateOf(config.name, config.key, attributes.partitionKey),
    sort:
      attributes.sortKey === undefined ? undefined : templateOf(config.name, config.key, attributes.sortKey),
    shards: undefined,
    stored: true,
    open: [],
  };
  const inverted = Object.entries(table.indexes ?? {}).flatMap(([name, index]) =>
    index === 'inverted' ? [name] : [],
  );
  const names = [...Object.keys(config.indexes ?? {}), ...inverted];
  const indexes = new Map(names.map((name) => [name, compileIndex(config, table, key, name)]));
  const versionMark = table.schemaVersionAttribute ?? '_v';
  if (config.schema) checkSchema(config.name, config.schema);
  const reserved = new Set([discriminatorOf(table), ...(config.schema ? [versionMark] : [])]);
  for (const keys of [key, ...indexes.values()]) {
    reserved.add(keys.attributes.partitionKey);
    if (keys.attributes.sortKey !== undefined) reserved.add(keys.attributes.sortKey);
    for (const variable of [...keys.partition.variables, ...(keys.sort?.variables ?? [])]) {
      if (!Object.hasOwn(config.attributes, variable)) {
        undefinable(config.name, `${config.name} has ${variable} in a key but not among its attributes.`);
      }
    }
  }
  for (const name of Object.keys(config.attributes)) {
    if (reserved.has(name))
      undefinable(config.name, `${name} of ${config.name} is a name the table uses itself.`);
  }
  if (config.hideExpired && !Object.hasOwn(config.attributes, table.timeToLive ?? '')) {
    undefinable(config.name, `${config.name} has no attribute for the time to live of its table.`);
  }
  return {
    name: config.name,
    table,
    discriminator: discriminatorOf(table),
    attributes: config.attributes,
    entries: Object.entries(config.attributes),
    key,
    keyVariables: new Set([...key.partition.variables, ...(key.sort?.variables ?? [])]),
    indexes,
    versionAttribute: config.versionAttribute,
    schema: config.schema,
    hideExpired: config.hideExpired ?? false,
    versionMark,
    reserved,
  };
}

/** The primary key of an item. Throws InvalidKeyValue when a variable is missing. */
export function primaryKeyOf(
  model: EntityModel,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { attributes, partition, sort } = model.key;
  const key = { [attributes.partitionKey]: built(model, partition, values, attributes.partitionKey, 2048) };
  if (sort && attributes.sortKey !== undefined) {
    key[attributes.sortKey] = built(model, sort, values, attributes.sortKey, 1024);
  }
  return key;
}

function built(
  model: EntityModel,
  template: KeyTemplate,
  values: Readonly<Record<string, unknown>>,
  attribute: string,
  limit: 2048 | 1024,
): string {
  const text = template.build(values);
  if (text !== undefined) return checkKeyLength(attribute, text, limit);
  const variable = template.variables.find((name) => values[name] === undefined) as string;
  throw new SingleTableError('InvalidKeyValue', `The key of ${model.name} needs ${variable}.`, { variable });
}

/**
 * The key attributes of one index: all of them, or undefined when a variable has no value, which keeps the item out of
 * a sparse index.
 */
export function indexKeyOf(
  keys: CompiledKeys,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  const partition = keys.partition.build(values);
  const sort = keys.sort?.build(values);
  if (partition === undefined || (keys.sort && sort === undefined)) return undefined;
  const { partitionKey, sortKey } = keys.attributes;
  const shard = keys.shards ? shardSuffix(keys.shards, shardOf(keys.shards, values)) : '';
  const key = { [partitionKey]: checkKeyLength(partitionKey, partition + shard, 2048) };
  if (sortKey !== undefined && sort !== undefined) key[sortKey] = checkKeyLength(sortKey, sort, 1024);
  return key;
}

/** The names of an index's key attributes. */
export function keyNamesOf(keys: KeyAttributes): string[] {
  return keys.sortKey === undefined ? [keys.partitionKey] : [keys.partitionKey, keys.sortKey];
}

export function shardSuffix(shards: Sharding, shard: number): string {
  return `#${String(shard).padStart(String(shards.count - 1).length, '0')}`;
}

function shardOf(shards: Sharding, values: Readonly<Record<string, unknown>>): number {
  if (shards.by === 'random') return Math.floor(Math.random() * shards.count);
  return hash(String(values[shards.by])) % shards.count;
}

/** FNV-1a over UTF-16 units: stable across processes, which is all a shard needs. */
function hash(text: string): number {
  let result = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) result = Math.imul(result ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return result;
}
