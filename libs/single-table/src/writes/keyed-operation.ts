import type { Condition } from '../expressions/condition.js';
import { ExpressionScope } from '../expressions/expression.js';
import { primaryKeyOf, type EntityModel } from '../model/model.js';
import { itemExists, writeConditions, type UntypedOptions, type WriteOperation } from './operations.js';
import { wireKey } from '../definitions/table.js';

type Values = Readonly<Record<string, unknown>>;

/** A delete; without a condition it succeeds even if the item does not exist. */
export function deleteOperation(model: EntityModel, key: Values, options?: UntypedOptions): WriteOperation {
  return keyed('delete', 'Delete', model, key, options);
}

/** A condition on an item that the transaction does not change. By default: that it exists. */
export function checkOperation(
  model: EntityModel,
  key: Values,
  options: UntypedOptions = {},
): WriteOperation {
  const given = options.condition ?? options.expectedVersion;
  return keyed(
    'check',
    'ConditionCheck',
    model,
    key,
    options,
    given === undefined ? [itemExists(model)] : [],
  );
}

function keyed(
  kind: 'delete' | 'check',
  action: 'Delete' | 'ConditionCheck',
  model: EntityModel,
  values: Values,
  options: UntypedOptions = {},
  own: readonly Condition[] = [],
): WriteOperation {
  return {
    kind,
    model,
    write() {
      const key = primaryKeyOf(model, values);
      const scope = new ExpressionScope();
      const condition = writeConditions(model, scope, options, own);
      return { key, action, request: { Key: wireKey(model.table, key), ...condition, ...scope.toRequest() } };
    },
  };
}
