import type { ConditionOf, Condition } from './condition.js';
import { conditionBuilder, rawCondition } from './condition.js';
import type { AttributeMap } from './attribute-types.js';
import type {
  AttributesOf,
  IndexVariables,
  KeyVariables,
  NestedPath,
  Removable,
  Typed,
  WholeIndexKeys,
} from './entity-types.js';
import { SingleTableError } from './errors.js';
import { ExpressionScope } from './expression.js';
import { completeItem, encodeItem } from './item-codec.js';
import { primaryKeyOf, type EntityModel } from './model.js';
import type { CancellationReason } from './transaction-errors.js';
import { writeUpdate, type UntypedChanges } from './update.js';
import { writeUpsert } from './upsert.js';
import type { WireItem, WireValue } from './wire.js';

type Values = Readonly<Record<string, unknown>>;

export interface WriteOptions<E extends Typed> {
  condition?: ConditionOf<E> | undefined;
  /** For an entity with a version attribute: write only over this version, and count it up. */
  expectedVersion?: number | undefined;
}

type Nested<A extends AttributeMap, Value> = { [K in NestedPath<A>]?: Value };
/** What `set` takes for an attribute. Each is worked out only when it is used, which keeps the compiler fast. */
type Settable<E extends Typed, K extends keyof AttributesOf<E>> =
  K extends KeyVariables<E>
    ? never
    : AttributesOf<E>[K]['~access'] extends 'readOnly'
      ? never
      : AttributesOf<E>[K]['~value'] | undefined;
type Free<E extends Typed, K extends keyof AttributesOf<E>, Kind> =
  K extends IndexVariables<E>
    ? never
    : Settable<E, K> extends infer Value
      ? NonNullable<Value> extends Kind
        ? Value
        : never
      : never;
type FreeOfKind<E extends Typed, Kind> = { [K in keyof AttributesOf<E>]?: Free<E, K, Kind> } & Nested<
  AttributesOf<E>,
  Kind
>;

/** What an update changes. Attributes of an index key are set all together or not at all. */
export interface Changes<E extends Typed> {
  /** New values, also at paths inside of maps and lists: `{ name: 'x', 'address.city': 'Bern' }`. */
  set?: { [K in keyof AttributesOf<E>]?: Settable<E, K> } & Nested<AttributesOf<E>, unknown> &
    WholeIndexKeys<E>;
  /** Values for attributes that are not there yet. */
  ifNotExists?: FreeOfKind<E, unknown>;
  remove?: readonly (Removable<E> | NestedPath<AttributesOf<E>>)[];
  /** Adds to numbers (missing counts as 0) and entries to sets. */
  add?: FreeOfKind<E, number | bigint | ReadonlySet<unknown>>;
  append?: FreeOfKind<E, readonly unknown[]>;
  prepend?: FreeOfKind<E, readonly unknown[]>;
  /** Takes entries out of sets. */
  delete?: FreeOfKind<E, ReadonlySet<unknown>>;
}

export interface UpdateOptions<E extends Typed> extends Changes<E>, WriteOptions<E> {}

/** What an upsert does besides setting: counts and appends, from nothing where there is nothing yet. */
export interface UpsertOptions<E extends Typed> extends WriteOptions<E>, Pick<Changes<E>, 'add' | 'append'> {}

/** A reference to one item, for batch and transactional reads. */
export interface ItemReference<E extends Typed = Typed> {
  readonly '~entity': E;
  readonly model: EntityModel;
  readonly key: Record<string, string>;
}

/** One write, not yet sent: `put`, `create`, `update`, `upsert`, `delete`, or `check`, which only tests a condition. */
export interface WriteOperation {
  readonly kind: CancellationReason['kind'];
  readonly model: EntityModel;
  /** What the operation's key is built from; a put whose id is generated knows it when it is written. */
  write(now: Date): WrittenOperation;
}

/** A write as requests carry it. */
export interface WrittenOperation {
  key: Record<string, string>;
  action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  request: Record<string, unknown>;
  /** The item as stored after a put. */
  item?: Record<string, unknown>;
}

export function wireKey(key: Record<string, string>): WireItem {
  const wire: Record<string, WireValue> = {};
  for (const name in key) wire[name] = { S: key[name] as string };
  return wire;
}

/** True for an item that is there, whatever it holds. */
export const itemExists = (model: EntityModel): Condition =>
  rawCondition((scope) => `attribute_exists(${scope.name(model.key.attributes.partitionKey)})`);
export const itemNotExists = (model: EntityModel): Condition =>
  rawCondition((scope) => `attribute_not_exists(${scope.name(model.key.attributes.partitionKey)})`);

export interface UntypedOptions {
  condition?: ((builder: never) => Condition) | undefined;
  expectedVersion?: number | undefined;
  /** A condition of the table's own: that the item is the tenant's. */
  guard?: Condition | undefined;
}

function conditionsOf(model: EntityModel, options: UntypedOptions, own: readonly Condition[]): Condition[] {
  const conditions = [...own, ...(options.guard ? [options.guard] : [])];
  if (options.expectedVersion !== undefined) {
    const { versionAttribute } = model;
    if (versionAttribute === undefined) {
      throw new SingleTableError('InvalidRequest', `${model.name} declares no versionAttribute.`, {
        operation: 'expectedVersion',
      });
    }
    conditions.push(conditionBuilder().eq(versionAttribute, options.expectedVersion));
  }
  if (options.condition) conditions.push(options.condition(conditionBuilder() as never));
  return conditions;
}

function writeCondition(model: EntityModel, scope: ExpressionScope, conditions: readonly Condition[]) {
  if (conditions.length === 0) return {};
  const written = conditions.map((condition) => condition.write(scope, model.attributes));
  return {
    ConditionExpression: written.length === 1 ? written[0] : written.map((each) => `(${each})`).join(' AND '),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/** A put, or with `kind` create a put that fails when the item is there. */
export function putOperation(
  kind: 'put' | 'create',
  model: EntityModel,
  item: Values,
  options: UntypedOptions = {},
): WriteOperation {
  return {
    kind,
    model,
    write(now) {
      const values = completeItem(model, versioned(model, item, options.expectedVersion), now);
      const wire = encodeItem(model, values);
      const scope = new ExpressionScope();
      const condition = writeCondition(
        model,
        scope,
        conditionsOf(model, options, kind === 'create' ? [itemNotExists(model)] : []),
      );
      return {
        key: primaryKeyOf(model, values),
        action: 'Put',
        request: { Item: wire, ...condition, ...scope.toRequest() },
        item: values,
      };
    },
  };
}

function versioned(model: EntityModel, item: Values, expected: number | undefined): Values {
  const { versionAttribute } = model;
  if (versionAttribute === undefined) return item;
  if (expected !== undefined) return { ...item, [versionAttribute]: expected + 1 };
  return item[versionAttribute] === undefined ? { ...item, [versionAttribute]: 1 } : item;
}

/** Items of an older schema version are migrated before they are updated, never mixed. */
function presentVersion(model: EntityModel): Condition[] {
  const { schema, versionMark } = model;
  if (!schema || schema.version === 1) return [];
  return [
    rawCondition((scope) => `${scope.name(versionMark)} = ${scope.value({ N: String(schema.version) })}`),
  ];
}

/** A condition that an item which is not there meets too. */
function orAbsent(model: EntityModel, condition: Condition): Condition {
  return conditionBuilder().or(itemNotExists(model), condition);
}

/** An update of an item that must be there. */
export function updateOperation(
  model: EntityModel,
  key: Values,
  options: UntypedChanges & UntypedOptions,
): WriteOperation {
  return {
    kind: 'update',
    model,
    write(now) {
      const { versionAttribute } = model;
      const changes: UntypedChanges =
        versionAttribute === undefined
          ? options
          : { ...options, add: { ...options.add, [versionAttribute]: 1 } };
      const scope = new ExpressionScope();
      const update = writeUpdate(model, key, changes, scope, now);
      return updateRequest(model, key, update, scope, [itemExists(model), ...presentVersion(model)], options);
    },
  };
}

/** Sets the given attributes on an item, there or not; what the library makes at creation only where it is missing. */
export function upsertOperation(
  model: EntityModel,
  item: Values,
  options: Pick<UntypedChanges, 'add' | 'append'> & UntypedOptions = {},
): WriteOperation {
  return {
    kind: 'upsert',
    model,
    write(now) {
      const scope = new ExpressionScope();
      const present = presentVersion(model).map((condition) => orAbsent(model, condition));
      const update = writeUpsert(model, item, options, scope, now);
      return updateRequest(model, item, update, scope, present, options);
    },
  };
}

function updateRequest(
  model: EntityModel,
  key: Values,
  update: string,
  scope: ExpressionScope,
  own: readonly Condition[],
  options: UntypedOptions,
): WrittenOperation {
  if (update === '') {
    throw new SingleTableError('InvalidRequest', `The update of ${model.name} changes nothing.`, {
      operation: 'UpdateItem',
    });
  }
  const primary = primaryKeyOf(model, key);
  const condition = writeCondition(model, scope, conditionsOf(model, options, own));
  return {
    key: primary,
    action: 'Update',
    request: { Key: wireKey(primary), UpdateExpression: update, ...condition, ...scope.toRequest() },
  };
}

/** A delete; without a condition it succeeds also when nothing is there. */
export function deleteOperation(
  model: EntityModel,
  key: Values,
  options: UntypedOptions = {},
): WriteOperation {
  return keyed('delete', 'Delete', model, key, (scope) =>
    writeCondition(model, scope, conditionsOf(model, options, [])),
  );
}

/** A condition on an item that the transaction does not change. Without a condition: that it is there. */
export function checkOperation(
  model: EntityModel,
  key: Values,
  options: UntypedOptions = {},
): WriteOperation {
  return keyed('check', 'ConditionCheck', model, key, (scope) => {
    const conditions = conditionsOf(model, options, []);
    return writeCondition(model, scope, conditions.length > 0 ? conditions : [itemExists(model)]);
  });
}

function keyed(
  kind: 'delete' | 'check',
  action: 'Delete' | 'ConditionCheck',
  model: EntityModel,
  key: Values,
  condition: (scope: ExpressionScope) => Record<string, unknown>,
): WriteOperation {
  return {
    kind,
    model,
    write() {
      const primary = primaryKeyOf(model, key);
      const scope = new ExpressionScope();
      return {
        key: primary,
        action,
        request: { Key: wireKey(primary), ...condition(scope), ...scope.toRequest() },
      };
    },
  };
}
