import { decodeItem } from './item-codec.js';
import { keyOf, keyOfItem, type EntityModel } from '../model/model.js';
import { decodeUnknown, type WireItem } from '../wire/wire.js';

/** A stored item with attributes that its entity neither declares nor writes itself. */
export interface UndeclaredAttributes {
  entity: string;
  key: Readonly<Record<string, string>>;
  item: Readonly<Record<string, unknown>>;
  /** What is stored besides, and the index keys that are not those of the item. */
  attributes: Readonly<Record<string, unknown>>;
}

export type Inspect = (
  model: EntityModel,
  stored: WireItem,
  item: Readonly<Record<string, unknown>>,
  isPartial: boolean,
) => void;

export function inspector(onUndeclared: (found: UndeclaredAttributes) => void): Inspect {
  return (model, stored, item, isPartial) => {
    const attributes = undeclaredIn(model, stored, isPartial);
    if (attributes) onUndeclared({ entity: model.name, key: keyOfItem(model.key, stored), item, attributes });
  };
}

/**
 * The attributes that a stored item would lose if it were read and written again: those that its entity does not declare,
 * and index keys that are not those of its values. Undefined if there are none.
 * @param isPartial true for a projection, whose index keys are not compared
 */
function undeclaredIn(
  model: EntityModel,
  stored: WireItem,
  isPartial: boolean,
): Readonly<Record<string, unknown>> | undefined {
  const wire = model.schema?.upcast(model, stored) ?? stored;
  const undeclared = Object.keys(wire).filter(
    (name) => !Object.hasOwn(model.attributes, name) && !model.reserved.has(name),
  );
  const names = [...undeclared, ...(isPartial ? [] : wrongIndexKeys(model, stored))];
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, decodeUnknown(wire[name] ?? { NULL: true }, name)]));
}

function wrongIndexKeys(model: EntityModel, stored: WireItem): string[] {
  const indexes = [...model.indexes.values()].filter((keys) => keys.stored && keys.shards?.by !== 'random');
  if (indexes.length === 0) return [];
  const values = decodeItem(model, stored, { hidden: true });
  return indexes.flatMap((keys) => {
    const expected = keyOf(keys, values) ?? {};
    const found = keyOfItem(keys, stored);
    return Object.keys(found).filter((name) => (expected[name] ?? '') !== found[name]);
  });
}
