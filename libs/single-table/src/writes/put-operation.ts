import { conditionBuilder, type Condition } from '../expressions/condition.js';
import { ExpressionScope } from '../expressions/expression.js';
import { completeItem, encodeItem } from '../items/item-codec.js';
import { primaryKeyOf, type EntityModel } from '../model/model.js';
import { itemNotExists, writeConditions, type UntypedOptions, type WriteOperation } from './operations.js';

type Values = Readonly<Record<string, unknown>>;

export function putOperation(model: EntityModel, item: Values, options?: UntypedOptions): WriteOperation {
  return put('put', model, item, options);
}

/** A put that fails if the item exists. */
export function createOperation(model: EntityModel, item: Values, options?: UntypedOptions): WriteOperation {
  return put('create', model, item, options, [itemNotExists(model)]);
}

function put(
  kind: WriteOperation['kind'],
  model: EntityModel,
  given: Values,
  options: UntypedOptions = {},
  own?: readonly Condition[],
): WriteOperation {
  return {
    kind,
    model,
    write(now, isFlat) {
      const item = completeItem(model, versioned(model, given, options.expectedVersion), now);
      const scope = new ExpressionScope();
      const conditions = own ?? unlessPassedOver(model, item, options.expectedVersion);
      const condition = writeConditions(model, scope, options, conditions);
      const key = primaryKeyOf(model, item);
      return {
        key,
        action: 'Put',
        request: { Item: encodeItem(model, item, key, isFlat), ...condition, ...scope.toRequest() },
        item,
      };
    },
  };
}

/** Nothing is put over a version that was not seen: another writer's change would be lost without a word. */
function unlessPassedOver(model: EntityModel, item: Values, expected: number | undefined): Condition[] {
  const { versionAttribute } = model;
  if (versionAttribute === undefined || expected !== undefined) return [];
  const is = conditionBuilder();
  return [is.or(itemNotExists(model), is.eq(versionAttribute, (item[versionAttribute] as number) - 1))];
}

function versioned({ versionAttribute }: EntityModel, item: Values, expected: number | undefined): Values {
  if (versionAttribute === undefined || (expected === undefined && item[versionAttribute] !== undefined)) {
    return item;
  }
  return { ...item, [versionAttribute]: (expected ?? 0) + 1 };
}
