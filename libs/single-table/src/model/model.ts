import type { AttributeMap, AnyAttribute, EntityPacks } from '../definitions/attribute-types.js';
import type { Runtime } from '../transport/runtime.js';
import type { Api } from '../transport/transport.js';
import type { Queryable, Sharding } from '../definitions/entity-types.js';
import type { Condition } from '../expressions/condition.js';
import { refuseDefinition as refuse, SingleTableError } from '../wire/errors.js';
import { canMeet } from '../keys/meeting-keys.js';
import { checkKeyLength, compileKeyTemplate, type KeyTemplate } from '../keys/key-template.js';
import {
  discriminatorOf,
  includedIn,
  isLocal,
  keyNamesOf,
  keyLimitOf,
  keyTextOf,
  keyTypeOf,
  type TableDefinition,
} from '../definitions/table.js';
import type { WireItem } from '../wire/wire.js';

type Values = Readonly<Record<string, unknown>>;

/** The compiled keys of an entity in the table or in one index. */
export interface CompiledKeys {
  /** Undefined for the table itself. */
  index: string | undefined;
  /** The key attributes: the partition key, and the sort key if there is one. */
  names: readonly [string, string?];
  templates: readonly [KeyTemplate, KeyTemplate?];
  /** The maximum bytes of each. */
  limits: readonly number[];
  /** The type of the sort key. */
  sortType: 'S' | 'N';
  /** Every variable of the templates. */
  variables: readonly string[];
  shards: Sharding | undefined;
  /** What is written where some variable has no value. */
  incomplete: NonNullable<TableDefinition['incompleteKeys']>;
  /** False for an index over the table's own key attributes, for which nothing has to be written. */
  stored: boolean;
  /** The attributes that the index includes besides its keys; undefined if it holds everything. */
  included: readonly string[] | undefined;
  /** Variables that the primary key does not fix. */
  open: readonly string[];
}

/** An entity as used by the operations: everything is compiled once. */
export interface EntityModel {
  name: string;
  table: TableDefinition;
  /** The attribute that names the entity; undefined where only keys tell. */
  discriminator: string | undefined;
  attributes: AttributeMap;
  entries: readonly (readonly [string, AnyAttribute])[];
  /** Undefined if nothing is packed. */
  packs: EntityPacks | undefined;
  key: CompiledKeys;
  indexes: ReadonlyMap<string, CompiledKeys>;
  /** The attributes that index keys and computed attributes are made of, apart from those of the primary key. */
  sources: readonly string[];
  versionAttribute: string | undefined;
  schema: SchemaVersions | undefined;
  hideExpired: boolean;
  /** The attribute that holds the schema version. */
  versionMark: string;
  /** Names of attributes that the library writes itself: keys, discriminator, schema version, packs. */
  reserved: ReadonlySet<string>;
}

export interface QueryTarget extends Queryable {
  readonly model: EntityModel;
  readonly keys: CompiledKeys;
}

/** A schema, with its consequences for reads and updates. */
export interface SchemaVersions {
  readonly version: number;
  check(entity: string): void;
  /** Converts a stored item to its present shape, still as attribute values. Items of the present version are not changed. */
  upcast(model: EntityModel, wire: WireItem): WireItem;
  /** That a stored item is of the present version: those of older ones are migrated before they are updated, never mixed. */
  present(model: EntityModel): Condition[];
  /**
   * Converts items of older versions that changes met. False, and without doing anything, if one of these writes failed for
   * another reason.
   */
  migrate(connection: Caller, failed: readonly FailedWrite[]): Promise<boolean>;
}

/** What a migration needs of a connection. */
export interface Caller extends Pick<Runtime, 'random' | 'sleep'> {
  tableName: string;
  packs?: (() => boolean | Promise<boolean>) | undefined;
  call(
    api: Api,
    input: Record<string, unknown>,
    context: { entities: readonly string[]; keys: readonly Record<string, string>[] },
  ): Promise<unknown>;
}

/** A write whose condition did not hold, and the item that was there. */
export interface FailedWrite {
  kind: string;
  model: EntityModel;
  item: WireItem | undefined;
}

export interface Migration {
  key: Record<string, string>;
  /** The attributes that change. */
  names: readonly string[];
  request: Record<string, unknown>;
}

export interface EntityConfiguration {
  name: string;
  key: Readonly<Record<string, string>>;
  indexes?: Readonly<Record<string, unknown>> | undefined;
  attributes: AttributeMap;
  versionAttribute?: string | undefined;
  schema?: SchemaVersions | undefined;
  hideExpired?: boolean | undefined;
}

/** Compiles the keys of an entity in the table, or, if its primary key is given, in one of its indexes. */
function compileKeys(
  config: EntityConfiguration,
  table: TableDefinition,
  index?: string,
  primary?: CompiledKeys,
): CompiledKeys {
  const names = keyNamesOf(table, index);
  const given = (primary ? config.indexes?.[index as string] : config.key) as Values | 'inverted' | undefined;
  const isInverted = table.indexes?.[index as string] === 'inverted';
  const local = isLocal(table, index);
  const swapped = (isInverted || given === 'inverted') && primary?.templates;
  if (swapped && !swapped[1]) refuse(config.name, 'has no sort key to invert');
  const templates = swapped
    ? [...swapped].reverse()
    : names.map((name, part) => {
        if (primary && part === 0 && local) return primary.templates[0];
        const text = (given as Values)[name as string];
        if (typeof text !== 'string') return refuse(config.name, `has no template for ${name}`);
        return compileKeyTemplate(text, keyTypeOf(table, name as string) === 'N');
      });
  const variables = templates.flatMap((template) => template?.variables ?? []);
  const shards = swapped ? undefined : ((given as Values)['shards'] as Sharding | undefined);
  const fixed = primary?.variables ?? variables;
  if (shards && ![...fixed, ...variables, 'random'].includes(shards.by)) {
    refuse(config.name, `shards ${index} by ${shards.by}, which is in none of its keys`);
  }
  return {
    index,
    names,
    templates: templates as unknown as CompiledKeys['templates'],
    limits: names.map((name) => keyLimitOf(table, name as string)),
    sortType: keyTypeOf(table, names[1] ?? ''),
    variables,
    shards,
    incomplete: (primary && table.incompleteKeys) ?? 'absent',
    stored: !isInverted,
    included: includedIn(table, index),
    open: [...new Set(variables.filter((name) => !fixed.includes(name)))],
  };
}

/** Compiles an entity and refuses definitions whose keys could collide or never be written. */
export function compileEntity(table: TableDefinition, config: EntityConfiguration): EntityModel {
  const { name: entity, attributes, schema, versionAttribute, hideExpired = false } = config;
  const key = compileKeys(config, table);
  const inverted = Object.entries(table.indexes ?? {}).filter(([, index]) => index === 'inverted');
  const names = [...Object.keys(config.indexes ?? {}), ...inverted.map(([name]) => name)];
  const indexes = new Map(names.map((name) => [name, compileKeys(config, table, name, key)]));
  const versionMark = table.schemaVersionAttribute ?? '_v';
  const discriminator = discriminatorOf(table);
  const reserved = new Set(
    [key, ...indexes.values()]
      .flatMap((keys) => keys.names)
      .concat(discriminator ?? [], schema ? versionMark : []),
  ) as Set<string>;
  const sources = new Set([
    ...[...indexes.values()].flatMap(({ open }) => open),
    ...Object.values(attributes).flatMap(({ settings }) => settings.computation?.dependsOn ?? []),
  ]);
  schema?.check(entity);
  const taken = Object.keys(attributes).find((name) => reserved.has(name));
  if (taken) refuse(entity, `has an attribute ${taken}, a name the table uses itself`);
  const model: EntityModel = {
    name: entity,
    table,
    discriminator,
    attributes,
    entries: Object.entries(attributes),
    packs: undefined,
    key,
    indexes,
    sources: [...sources].filter((name) => !key.variables.includes(name)),
    versionAttribute,
    schema,
    hideExpired,
    versionMark,
    reserved,
  };
  const packed = Object.values(attributes).find(({ settings }) => settings.pack);
  model.packs = packed?.settings.pack!.packsOf(model, reserved);
  refuseMeeting(model);
  return model;
}

/** The entities of each table, as long as somebody has the table. */
const entitiesOf = new WeakMap<TableDefinition, Map<string, EntityModel>>();

/** An item of one entity must never be taken for, or written over, one of another. */
function refuseMeeting(model: EntityModel): void {
  const known = entitiesOf.get(model.table) ?? new Map<string, EntityModel>();
  entitiesOf.set(model.table, known);
  for (const other of known.values()) {
    const [[partition, sort], [otherPartition, otherSort]] = [model.key.templates, other.key.templates];
    if (other.name === model.name || !canMeet(partition, otherPartition) || !canMeet(sort, otherSort))
      continue;
    refuse(model.name, `has keys that ${other.name} can have too: ${partition.text} / ${sort?.text ?? ''}`);
  }
  known.set(model.name, model);
}

/** The primary key of an item. Throws InvalidKeyValue if a variable is missing. */
export function primaryKeyOf({ name, key }: EntityModel, values: Values): Record<string, string> {
  const primary = keyOf(key, values);
  if (primary) return primary;
  const variable = key.variables.find((each) => (values[each] ?? null) === null) as string;
  throw new SingleTableError('InvalidKeyValue', `The key of ${name} needs ${variable}.`, { variable });
}

/**
 * Undefined if a variable has no value, or null, which keeps the item out of a sparse index; or what the table writes of such a
 * key.
 */
export function keyOf(keys: CompiledKeys, given: Values): Record<string, string> | undefined {
  const { names, limits, templates, shards, incomplete } = keys;
  const isNull = (name: string) => given[name] === null;
  const values = keys.variables.some(isNull)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !isNull(name)))
    : given;
  const key: Record<string, string> = {};
  for (let part = 0; part < names.length; part++) {
    const name = names[part] as string;
    const { text: begun, complete } = (templates[part] as KeyTemplate).prefix(values);
    if (!complete && incomplete === 'absent') return undefined;
    if (!complete && (incomplete === 'each' || begun === '')) continue;
    let text = begun;
    if (part === 0 && shards) text += shardSuffix(shards, shardOf(shards, values));
    key[name] = checkKeyLength(name, text, limits[part] as number);
  }
  return key;
}

/** The key that a stored item has in the table or in one index, as text. */
export function keyOfItem(keys: Pick<CompiledKeys, 'names'>, wire: WireItem): Record<string, string> {
  const names = keys.names as readonly string[];
  return Object.fromEntries(names.map((name) => [name, keyTextOf(wire[name])]));
}

/** The values in a stored key, or undefined if it is not a key of these templates. */
export function parseKey(keys: CompiledKeys, key: Values): Record<string, unknown> | undefined {
  const values = {};
  for (const [part, template] of keys.templates.entries()) {
    let text = String(key[keys.names[part] as string]);
    if (part === 0 && keys.shards) text = text.slice(0, -shardSuffix(keys.shards, 0).length);
    const parsed = template?.parse(text);
    if (!parsed) return undefined;
    Object.assign(values, parsed);
  }
  return values;
}

export function shardSuffix({ count }: Sharding, shard: number): string {
  return `#${String(shard).padStart(String(count - 1).length, '0')}`;
}

function shardOf({ count, by }: Sharding, values: Values): number {
  // oxlint-disable-next-line no-restricted-properties -- keys are made without a connection
  return by === 'random' ? Math.floor(Math.random() * count) : hash(String(values[by])) % count;
}

/** FNV-1a over UTF-16 units: stable across processes, which is all a shard needs. */
function hash(text: string): number {
  let result = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) result = Math.imul(result ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return result;
}
