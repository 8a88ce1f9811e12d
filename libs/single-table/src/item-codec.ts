import { SingleTableError } from './errors.js';
import { indexKeyOf, primaryKeyOf, type EntityModel } from './model.js';
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
  for (const [name, { codec }] of model.entries) {
    const value = values[name];
    if (value !== undefined) wire[name] = codec.encode(value, name);
  }
  return wire;
}

/** A stored item as reads return it: declared attributes that are not hidden. */
export function decodeItem(model: EntityModel, wire: WireItem): Values {
  const item: Values = {};
  for (const [name, { codec, settings }] of model.entries) {
    const value: WireValue | undefined = wire[name];
    if (value !== undefined && settings.access !== 'hidden') item[name] = codec.decode(value, name);
  }
  return item;
}

/** The entity's name that a stored item carries. */
export function entityNameOf(discriminator: string, wire: WireItem): string | undefined {
  const value = wire[discriminator];
  return value && 'S' in value ? value.S : undefined;
}
