import { conditionBuilder, rawCondition, type Condition } from '../expressions/condition.js';
import { SingleTableError } from '../errors.js';
import { ExpressionScope } from '../expressions/expression.js';
import { primaryKeyOf, type EntityModel } from '../definitions/model.js';
import {
  itemExists,
  itemNotExists,
  writeConditions,
  type UntypedOptions,
  type UntypedUpdate,
  type WriteOperation,
} from './operations.js';
import { wireKey } from '../definitions/table.js';
import { reliedOn, writeUpdate, type UntypedChanges } from '../expressions/update.js';
import { writeUpsert } from '../expressions/upsert.js';

type Values = Readonly<Record<string, unknown>>;

/** Items of an older schema version are migrated before they are updated, never mixed. */
function presentVersion({ schema, versionMark }: EntityModel): Condition[] {
  if (!schema || schema.version === 1) return [];
  const version = { N: String(schema.version) };
  return [rawCondition((scope) => `${scope.name(versionMark)} = ${scope.value(version)}`)];
}

/** The unchanged attributes that index keys are made of must not have changed since it was read. */
function stillCurrent(model: EntityModel, changes: UntypedUpdate): Condition[] {
  const { current } = changes;
  if (!current) return [];
  const is = conditionBuilder();
  return reliedOn(model, changes).map((name) =>
    current[name] === undefined ? is.notExists(name) : is.eq(name, current[name] as string),
  );
}

export function updateOperation(model: EntityModel, key: Values, options: UntypedUpdate): WriteOperation {
  const { versionAttribute } = model;
  const changes = versionAttribute ? { ...options, add: { ...options.add, [versionAttribute]: 1 } } : options;
  return changing(
    'update',
    model,
    key,
    options,
    [itemExists(model), ...presentVersion(model), ...stillCurrent(model, options)],
    (scope, now) => writeUpdate(model, key, changes, scope, now),
  );
}

export function upsertOperation(
  model: EntityModel,
  item: Values,
  options: Pick<UntypedChanges, 'add' | 'append'> & UntypedOptions = {},
): WriteOperation {
  const present = presentVersion(model).map((condition) =>
    conditionBuilder().or(itemNotExists(model), condition),
  );
  return changing('upsert', model, item, options, present, (scope, now) =>
    writeUpsert(model, item, options, scope, now),
  );
}

function changing(
  kind: 'update' | 'upsert',
  model: EntityModel,
  values: Values,
  options: UntypedOptions,
  own: readonly Condition[],
  write: (scope: ExpressionScope, now: Date) => string,
): WriteOperation {
  return {
    kind,
    model,
    write(now) {
      const scope = new ExpressionScope();
      const UpdateExpression = write(scope, now);
      if (UpdateExpression === '') {
        throw new SingleTableError('InvalidRequest', `The update of ${model.name} changes nothing.`, {
          operation: 'UpdateItem',
        });
      }
      const key = primaryKeyOf(model, values);
      const condition = writeConditions(model, scope, options, own);
      return {
        key,
        action: 'Update',
        request: { Key: wireKey(model.table, key), UpdateExpression, ...condition, ...scope.toRequest() },
      };
    },
  };
}
