import { conditionBuilder, type Condition } from '../expressions/condition.js';
import { refuseRequest } from '../wire/errors.js';
import { ExpressionScope } from '../expressions/expression.js';
import { primaryKeyOf, type EntityModel } from '../model/model.js';
import {
  itemExists,
  itemNotExists,
  writeConditions,
  type Change,
  type UntypedOptions,
  type UntypedUpdate,
  type WriteOperation,
} from './operations.js';
import { wireKey } from '../definitions/table.js';
import { reliesOn, writeUpdate, type UntypedChanges } from './update.js';
import { writeUpsert } from './upsert.js';

type Values = Readonly<Record<string, unknown>>;

/** What index keys are made of and is not changed must not have changed since it was read. */
function stillCurrent(
  { attributes }: EntityModel,
  reliesOn: readonly string[],
  current: Values | undefined,
): Condition[] {
  if (!current) return [];
  const is = conditionBuilder();
  return reliesOn.map((name) => {
    const value = current[name];
    // DynamoDB has no empty sets.
    if (value === undefined || (value instanceof Set && value.size === 0)) return is.notExists(name);
    const same = is.eq(name, value as string);
    // An item stored before the attribute was declared is read with its default.
    return value === attributes[name]!.settings.generation?.constant ? is.or(is.notExists(name), same) : same;
  });
}

export function updateOperation(model: EntityModel, key: Values, options: UntypedUpdate): WriteOperation {
  const { versionAttribute } = model;
  const changes = versionAttribute ? { ...options, add: { ...options.add, [versionAttribute]: 1 } } : options;
  const { set = {}, remove = [] } = options;
  const relied = reliesOn(model, (name) => set[name] !== undefined || remove.includes(name));
  return changing({
    kind: 'update',
    model,
    options,
    own: [
      itemExists(model),
      ...(model.schema?.present(model) ?? []),
      ...stillCurrent(model, relied, options.current),
    ],
    expression: (scope, now, isFlat) => writeUpdate(model, key, changes, { scope, now, isFlat }),
    change: {
      values: key,
      reliesOn: relied,
      over: (current) => updateOperation(model, key, { ...options, current }),
    },
  });
}

export function upsertOperation(
  model: EntityModel,
  item: Values,
  options: Pick<UntypedChanges, 'add' | 'append' | 'current'> & UntypedOptions = {},
): WriteOperation {
  const present = (model.schema?.present(model) ?? []).map((condition) =>
    conditionBuilder().or(itemNotExists(model), condition),
  );
  const relied = reliesOn(model, (name) => item[name] !== undefined);
  return changing({
    kind: 'upsert',
    model,
    options,
    own: [...present, ...stillCurrent(model, relied, options.current)],
    expression: (scope, now) => writeUpsert(model, item, options, scope, now),
    change: {
      values: item,
      reliesOn: relied,
      over: (current) => upsertOperation(model, item, { ...options, current }),
    },
  });
}

interface Changing extends Pick<WriteOperation, 'kind' | 'model'> {
  options: UntypedOptions;
  own: readonly Condition[];
  expression: (scope: ExpressionScope, now: Date, isFlat: boolean) => string;
  change: Change;
}

function changing({ kind, model, options, own, expression, change }: Changing): WriteOperation {
  return {
    kind,
    model,
    change,
    write(now, isFlat = false) {
      const scope = new ExpressionScope();
      const UpdateExpression = expression(scope, now, isFlat);
      if (UpdateExpression === '') {
        return refuseRequest('UpdateItem', `The update of ${model.name} changes nothing.`);
      }
      const key = primaryKeyOf(model, change.values);
      const condition = writeConditions(model, scope, options, own);
      return {
        key,
        action: 'Update',
        request: { Key: wireKey(model.table, key), UpdateExpression, ...condition, ...scope.toRequest() },
      };
    },
  };
}
