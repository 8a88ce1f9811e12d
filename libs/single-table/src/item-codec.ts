import { SingleTableError } from './errors.js';
import { indexKeyOf, primaryKeyOf, type EntityModel } from './model.js';
import { upcast } from './upcast.js';
import type { WireItem, WireValue } from './wire.js';

type Values = Record<string, unknown>;

/**
 * Fills in what a put leaves out (defaults, ids, timestamps, computed attributes) and refuses what is unknown or
 * missing.
 */
export function completeItem(model: EntityModel, given: Readonly<Values>, now: Date): Values {
  for (const name in given) {
    if (!Object.hasOwn(model.attributes, name) && given[name] !== undefined) {
      throw new SingleTableError('UnknownAttribute', `${model.name} has no attribute ${name}.`, {
        attribute: name,
      });
    }
  }
  const values: Values = {};
  for (const [name, { settings }] of model.entries) {
    const value = settings.computation ? undefined : (given[name] ?? nullOr(given, name));
    const made = value === undefined ? settings.generation?.make(now) : value;
    if (made !== undefined) values[name] = made;
    else if (settings.presence !== 'optional' && !settings.computation) {
      throw new SingleTableError('MissingAttribute', `${model.name} needs ${name}.`, { attribute: name });
    }
  }
  for (const [name, { settings }] of model.entries) {
    const made = settings.computation?.compute(values);
    if (made !== undefined) values[name] = made;
  }
  return values;
}

function nullOr(given: Readonly<Values>, name: string): null | undefined {
  return given[name] === null ? null : undefined;
}

/** A complete item as it is stored: attributes, primary key, index keys and the name of its entity. */
export function encodeItem(model: EntityModel, values: Readonly<Values>): WireItem {
  const wire: WireItem = {};
  const key = primaryKeyOf(model, values);
  for (const name in key) wire[name] = { S: key[name] as string };
  for (const keys of model.indexes.values()) {
    if (!keys.stored) continue;
    const indexKey = indexKeyOf(keys, values);
    for (const name in indexKey) wire[name] = { S: indexKey[name] as string };
  }
  wire[model.discriminator] = { S: model.name };
  if (model.schema) wire[model.versionMark] = { N: String(model.schema.version) };
  for (const [name, { codec }] of model.entries) {
    const value = values[name];
    if (value !== undefined) wire[name] = codec.encode(value, name);
  }
  return wire;
}

/**
 * A stored item as reads return it: in its present shape, declared attributes that are not hidden. `partial` is a
 * projection, which may lack what the entity requires. Throws MissingAttribute for an item that is neither of this
 * shape nor brought to it by an upcaster or a default: the types would lie about it.
 */
export function decodeItem(
  model: EntityModel,
  stored: WireItem,
  options: { partial?: boolean; hidden?: boolean } = {},
): Values {
  const wire = model.schema ? upcast(model, stored) : stored;
  const item: Values = {};
  for (const [name, { codec, settings }] of model.entries) {
    if (settings.access === 'hidden' && !options.hidden) continue;
    const value: WireValue | undefined = wire[name];
    if (value !== undefined) item[name] = codec.decode(value, name);
    else if (settings.presence !== 'optional' && !options.partial) item[name] = absent(model, wire, name);
  }
  return item;
}

/** What an attribute that is not stored reads as: its value in the key, or its constant default. */
function absent(model: EntityModel, wire: WireItem, name: string): unknown {
  const fallback = keyValuesOf(model, wire)[name] ?? model.attributes[name]?.settings.generation?.constant;
  if (fallback !== undefined) return fallback;
  throw new SingleTableError(
    'MissingAttribute',
    `A stored ${model.name} has no ${name}: give the entity a schema version with an upcaster, or a default.`,
    { attribute: name },
  );
}

function keyValuesOf(model: EntityModel, wire: WireItem): Values {
  const { attributes, partition, sort } = model.key;
  const text = (name: string | undefined) => {
    const value = name === undefined ? undefined : wire[name];
    return value && 'S' in value ? value.S : '';
  };
  return { ...partition.parse(text(attributes.partitionKey)), ...sort?.parse(text(attributes.sortKey)) };
}

/** The entity's name that a stored item carries. */
export function entityNameOf(discriminator: string, wire: WireItem): string | undefined {
  const value = wire[discriminator];
  return value && 'S' in value ? value.S : undefined;
}
