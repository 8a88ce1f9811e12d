import { rawCondition } from '../expressions/condition.js';
import { ExpressionScope } from '../expressions/expression.js';
import { decodeItem, encodeItem } from '../items/item-codec.js';
import { primaryKeyOf, type EntityModel, type Migration } from './model.js';
import type { WireItem } from '../items/wire.js';

/** Conditional on every attribute being as it was read: a concurrent writer wins. */
export function migrationOf(model: EntityModel, wire: WireItem): Migration {
  const values = decodeItem(model, wire, { hidden: true });
  const scope = new ExpressionScope();
  const unchanged = rawCondition((to) =>
    Object.entries(wire)
      .map(([name, value]) => `${to.name(name)} = ${to.value(value)}`)
      .join(' AND '),
  );
  const ConditionExpression = unchanged.write(scope, model.attributes);
  return {
    key: primaryKeyOf(model, values),
    request: { Item: encodeItem(model, values), ConditionExpression, ...scope.toRequest() },
  };
}
