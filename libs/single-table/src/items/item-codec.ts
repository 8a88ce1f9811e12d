import type { AnyAttribute } from '../definitions/attribute-types.js';
import { refuseAttribute } from '../wire/errors.js';
import {
  keyOf,
  keyOfItem,
  parseKey,
  primaryKeyOf,
  type CompiledKeys,
  type EntityModel,
} from '../model/model.js';
import { wireKey } from '../definitions/table.js';
import { isLeftOut, refuseUnknown, standIn } from '../definitions/value-codecs.js';
import type { WireItem, WireValue } from '../wire/wire.js';

type Values = Record<string, unknown>;

/** Fills in what a put omits (defaults, ids, timestamps, computed attributes) and refuses unknown or missing values. */
export function completeItem(model: EntityModel, given: Readonly<Values>, now: Date): Values {
  refuseUnknown(model.attributes, given);
  const values: Values = {};
  for (const [name, { settings }] of model.entries) {
    const value = settings.computation ? undefined : given[name];
    const made = value === undefined ? settings.generation?.make(now) : value;
    if (made !== undefined) {
      settings.check?.(made);
      values[name] = made;
    } else if (settings.presence !== 'optional' && !settings.computation) {
      return refuseAttribute('MissingAttribute', name, `${model.name} needs ${name}.`);
    }
  }
  for (const [name, { settings }] of model.entries) {
    if (settings.computation) values[name] = computedOf(model, name, values);
  }
  return values;
}

/** A computed value; what is not declared as optional must not be undefined, because its item could not be read. */
export function computedOf(model: EntityModel, name: string, values: Readonly<Values>): unknown {
  const { computation, presence } = model.attributes[name]!.settings;
  const made = computation?.compute(values);
  if (made === undefined && presence === 'computed')
    return refuseAttribute('MissingAttribute', name, `${model.name} computes no ${name}.`);
  return made;
}

/** @param primaryKey of these values, if it has already been computed @param isFlat with each packed attribute on its own */
export function encodeItem(
  model: EntityModel,
  values: Readonly<Values>,
  primaryKey = primaryKeyOf(model, values),
  isFlat = false,
): WireItem {
  const wire = wireKey(model.table, primaryKey);
  for (const keys of model.indexes.values()) {
    const key = keys.stored && keyOf(keys, values);
    if (key) Object.assign(wire, wireKey(model.table, key));
  }
  if (model.discriminator !== undefined) wire[model.discriminator] = { S: model.name };
  if (model.schema) wire[model.versionMark] = { N: String(model.schema.version) };
  for (const [name, { codec, settings }] of model.entries) {
    const value = values[name];
    if (value === undefined || settings.keyOnly || isLeftOut(model.attributes[name]!, value)) continue;
    if (isFlat || !settings.pack) wire[name] = codec.encode(value, name);
  }
  if (!isFlat) model.packs?.encode(values, wire);
  return wire;
}

export interface DecodeOptions {
  /** A projection, which may lack required attributes. */
  partial?: boolean | undefined;
  /** Hidden attributes too. */
  hidden?: boolean | undefined;
  /** The attributes that an index gives back. */
  only?: ReadonlySet<string> | undefined;
}

/** Without hidden attributes. Throws MissingAttribute for an item of another shape, because the types would be wrong. */
export function decodeItem(model: EntityModel, stored: WireItem, options: DecodeOptions = {}): Values {
  const { only } = options;
  const flat = model.packs?.flat(stored) ?? stored;
  const wire = (!only && model.schema?.upcast(model, flat)) || flat;
  const item: Values = {};
  for (const [name, { codec, settings }] of model.entries) {
    if (only && !only.has(name)) continue;
    if (settings.access === 'hidden' && !options.hidden) continue;
    const value: WireValue | undefined = wire[name];
    if (value !== undefined) item[name] = codec.decode(value, name, options.partial);
    else if (settings.presence !== 'optional' && (settings.keyOnly || !options.partial))
      item[name] = absent(model, wire, name);
  }
  return item;
}

function absent(model: EntityModel, wire: WireItem, name: string): unknown {
  const inKey = parseKey(model.key, keyOfItem(model.key, wire))?.[name];
  return inKey ?? standIn(model.attributes[name] as AnyAttribute, `A stored ${model.name}`, name);
}

export function entityNameOf(discriminator: string | undefined, wire: WireItem): string | undefined {
  const value = discriminator === undefined ? undefined : wire[discriminator];
  return value && 'S' in value ? value.S : undefined;
}

/** Whether a stored item is one of an entity: by its discriminator, or by its key where the table has none. */
export function isItemOf(model: EntityModel, wire: WireItem): boolean {
  return model.discriminator === undefined
    ? parseKey(model.key, keyOfItem(model.key, wire)) !== undefined
    : entityNameOf(model.discriminator, wire) === model.name;
}

export function modelOf(models: Iterable<EntityModel>, wire: WireItem): EntityModel | undefined {
  for (const model of models) if (isItemOf(model, wire)) return model;
  return undefined;
}

/** Entity and key values are filled in from the keys, which no two entities share. */
export function fromKeys(models: readonly EntityModel[], index: string, wire: WireItem): WireItem {
  for (const model of models) {
    const keys = model.indexes.get(index) as CompiledKeys;
    const values = parseKey(model.key, keyOfItem(model.key, wire));
    if (!values) continue;
    Object.assign(values, parseKey(keys, keyOfItem(keys, wire)));
    const filled = { ...wire };
    if (model.discriminator !== undefined) filled[model.discriminator] = { S: model.name };
    for (const name in values) filled[name] ??= model.attributes[name]!.codec.encode(values[name], name);
    return filled;
  }
  return wire;
}
