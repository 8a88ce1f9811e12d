import {
  conditionBuilder,
  rawCondition,
  type Condition,
  type ConditionOf,
} from '../expressions/condition.js';
import type { AnyPacked, AttributeMap } from '../definitions/attribute-types.js';
import type {
  AttributesOf,
  IndexVariables,
  KeyVariables,
  Removable,
  Typed,
  WholeIndexKeys,
  WholePacks,
} from '../definitions/entity-types.js';
import type { Nested, NestedRemovable } from '../expressions/paths.js';
import { refuseRequest } from '../wire/errors.js';
import type { ExpressionScope } from '../expressions/expression.js';
import type { EntityModel } from '../model/model.js';
import type { CancellationReason } from '../wire/transaction-errors.js';
import type { UntypedChanges } from './update.js';

export interface WriteOptions<E extends Typed> {
  condition?: ConditionOf<E> | undefined;
  /** For an entity with a version attribute: write only over this version, and increment it. */
  expectedVersion?: number | undefined;
}

/** The paths within attributes where a value is of a kind. */
type NestedOf<A extends AttributeMap, Kind> = {
  [P in keyof Nested<A> as NonNullable<Nested<A>[P]> extends Kind ? P : never]: Nested<A>[P];
};
/** The values `set` accepts for an attribute. Each is evaluated only when it is used, which keeps the compiler fast. */
type Settable<E extends Typed, K extends keyof AttributesOf<E>> =
  K extends KeyVariables<E>
    ? never
    : AttributesOf<E>[K]['~access'] extends 'readOnly'
      ? never
      : AttributesOf<E>[K]['~value'] | undefined;
type Free<E extends Typed, K extends keyof AttributesOf<E>, Kind> =
  K extends IndexVariables<E>
    ? never
    : AttributesOf<E>[K]['~access'] extends AnyPacked
      ? never
      : Settable<E, K> extends infer Value
        ? NonNullable<Value> extends Kind
          ? Value
          : never
        : never;
type FreeOfKind<E extends Typed, Kind> = { [K in keyof AttributesOf<E>]?: Free<E, K, Kind> } & NestedOf<
  AttributesOf<E>,
  Kind
>;

/** The changes of an update. Attributes of an index key, or of a pack, are set all together or not at all. */
export interface Changes<E extends Typed> {
  /** New values, also at paths within maps and lists: `{ name: 'x', 'address.city': 'Bern' }`. */
  set?: { [K in keyof AttributesOf<E>]?: Settable<E, K> } & Nested<AttributesOf<E>> &
    WholeIndexKeys<E> &
    WholePacks<E>;
  /** Values for attributes that do not exist yet. */
  ifNotExists?: FreeOfKind<E, unknown>;
  remove?: readonly (Removable<E> | NestedRemovable<AttributesOf<E>>)[];
  /** Adds to numbers (missing counts as 0) and entries to sets. */
  add?: FreeOfKind<E, number | bigint | ReadonlySet<unknown>>;
  append?: FreeOfKind<E, readonly unknown[]>;
  prepend?: FreeOfKind<E, readonly unknown[]>;
  /** Removes entries from sets. */
  delete?: FreeOfKind<E, ReadonlySet<unknown>>;
  /**
   * The item as it was read, for an index key that is made of more than what is changed: the update is on the condition that
   * this is so still. Where it is needed and not given, it is read; a transaction with a token of the caller's has to be given it.
   */
  current?: { readonly [K in keyof AttributesOf<E>]?: AttributesOf<E>[K]['~value'] | undefined };
}

export interface UpdateOptions<E extends Typed> extends Changes<E>, WriteOptions<E> {}

/** What an upsert does besides setting: adds and appends, starting from nothing if there is no value yet. */
export interface UpsertOptions<E extends Typed> extends WriteOptions<E>, Pick<Changes<E>, 'add' | 'append'> {}

export interface ItemReference<E extends Typed = Typed> {
  readonly '~entity': E;
  readonly model: EntityModel;
  readonly key: Record<string, string>;
}

/** One write, not yet sent: `put`, `create`, `update`, `upsert`, `delete`, or `check`, which only tests a condition. */
export interface WriteOperation<E extends Typed = Typed> {
  readonly '~entity'?: E;
  readonly kind: CancellationReason['kind'];
  readonly model: EntityModel;
  /** The values of the operation's key; a put with a generated id knows it only when it is written. */
  readonly write: (now: Date, isFlat?: boolean) => WrittenOperation;
  /** Of a change of an item, whose index keys may need more of it than is given. */
  readonly change?: Change | undefined;
}

export interface Change {
  /** The values of the item's key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The attributes that have to be as they were read. */
  readonly reliesOn: readonly string[];
  /** The same change on the condition that the item is as it was read. */
  readonly over: (current: Readonly<Record<string, unknown>>) => WriteOperation;
}

/** A write as requests carry it. */
export interface WrittenOperation {
  key: Record<string, string>;
  action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  request: Record<string, unknown>;
  /** The item as stored after a put. */
  item?: Record<string, unknown>;
}

export interface UntypedOptions {
  condition?: ((builder: never) => Condition) | undefined;
  expectedVersion?: number | undefined;
  /** A condition of the table itself: that the item is the tenant's. */
  guard?: Condition | undefined;
}

export type UntypedUpdate = UntypedChanges & UntypedOptions;

/** `attribute_exists` or `attribute_not_exists` of the item as a whole, whatever it contains. */
const presence = (test: string, { key }: EntityModel): Condition =>
  rawCondition((scope) => `${test}(${scope.name(key.names[0])})`);
export const itemExists = (model: EntityModel) => presence('attribute_exists', model);
export const itemNotExists = (model: EntityModel) => presence('attribute_not_exists', model);

/** The request's condition: all of the operation's own conditions, the table's and the caller's. */
export function writeConditions(
  model: EntityModel,
  scope: ExpressionScope,
  { guard, expectedVersion, condition }: UntypedOptions,
  own: readonly Condition[] = [],
): Record<string, unknown> {
  const conditions = [...own, ...(guard ? [guard] : [])];
  if (expectedVersion !== undefined) {
    if (!model.versionAttribute) {
      return refuseRequest('expectedVersion', `${model.name} declares no versionAttribute.`);
    }
    conditions.push(conditionBuilder().eq(model.versionAttribute, expectedVersion));
  }
  if (condition) conditions.push(condition(conditionBuilder() as never));
  if (conditions.length === 0) return {};
  return {
    ConditionExpression: conditionBuilder()
      .and(...conditions)
      .write(scope, model.attributes),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}
