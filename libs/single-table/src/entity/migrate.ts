import { ExpressionScope } from '../expressions/expression.js';
import { decodeItem, encodeItem } from '../items/item-codec.js';
import { keyOfItem, type Caller, type EntityModel, type Migration } from '../model/model.js';
import { wireKey } from '../definitions/table.js';
import { UpdateItem } from '../transport/transport.js';
import { failedCondition } from '../reads/read-item.js';
import { throughConflicts } from '../connection/through-conflicts.js';
import type { WireItem } from '../wire/wire.js';

/**
 * The update that gives a stored item the keys, the version and the shape it would be written with now; undefined if it has
 * them. Attributes its entity does not know stay. Conditional on what is known being as it was read: a concurrent writer wins.
 */
export function migrationOf(model: EntityModel, wire: WireItem, isFlat = false): Migration | undefined {
  const wanted = encodeItem(model, decodeItem(model, wire, { hidden: true }), undefined, isFlat);
  const fixed = new Set<string | undefined>(model.key.names);
  const random = randomShards(model);
  const own = [...model.reserved].filter(
    (name) => !fixed.has(name) && !(random.has(name) && name in wire === name in wanted),
  );
  const isSame = (name: string) => JSON.stringify(wire[name]) === JSON.stringify(wanted[name]);
  const formed = Object.keys(model.attributes).filter(
    (name) => model.attributes[name]?.codec.hasForm && wire[name],
  );
  if ([...own, ...formed].every(isSame)) return undefined;
  const shaped = model.schema?.upcast(model, wire) ?? wire;
  const changed = [...own, ...Object.keys(model.attributes)].filter((name) => wanted[name] && !isSame(name));
  const gone = Object.keys(wire).filter(
    (name) =>
      !wanted[name] &&
      (model.reserved.has(name) || !(name in shaped) || model.attributes[name]?.settings.pack),
  );
  const scope = new ExpressionScope();
  const ConditionExpression = asRead(scope, wire, [...model.reserved, ...Object.keys(model.attributes)]);
  const set = changed.map((name) => `${scope.name(name)} = ${scope.value(wanted[name]!)}`).join(', ');
  const remove = gone.map((name) => scope.name(name)).join(', ');
  const key = keyOfItem(model.key, wire);
  return {
    key,
    names: [...changed, ...gone],
    request: {
      Key: wireKey(model.table, key),
      UpdateExpression: `${set && `SET ${set} `}${remove && `REMOVE ${remove}`}`.trim(),
      ConditionExpression,
      ...scope.toRequest(),
    },
  };
}

/** That a stored item has what was read, and none of these attributes besides. */
export function asRead(scope: ExpressionScope, wire: WireItem, known: Iterable<string>): string {
  const there = Object.entries(wire).map(([name, value]) => `${scope.name(name)} = ${scope.value(value)}`);
  const absent = [...new Set(known)].filter((name) => !wire[name]);
  return [...there, ...absent.map((name) => `attribute_not_exists(${scope.name(name)})`)].join(' AND ');
}

/** Random shards differ at each write; any of them is right. */
function randomShards(model: EntityModel): Set<string> {
  const random = [...model.indexes.values()].filter((keys) => keys.shards?.by === 'random');
  return new Set(random.map((keys) => keys.names[0]));
}

/** Makes the update of a migration, unless another writer has changed the item. */
export async function migrateItem(
  connection: Caller,
  { name }: EntityModel,
  { key, request }: Migration,
): Promise<void> {
  const input = { TableName: connection.tableName, ...request };
  try {
    await throughConflicts(connection, () =>
      connection.call(UpdateItem, input, { entities: [name], keys: [key] }),
    );
  } catch (error) {
    if (!failedCondition(error)) throw error;
  }
}
