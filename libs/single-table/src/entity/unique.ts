import type { AttributesOf, PutItem, Typed } from '../definitions/entity-types.js';
import type { Entity } from './entity.js';
import { type QueryTarget, primaryKeyOf } from '../model/model.js';
import { isSingleTableError } from '../wire/errors.js';
import { deleteOperation } from '../writes/keyed-operation.js';
import type { WriteOperation } from '../writes/operations.js';
import { createOperation } from '../writes/put-operation.js';
import { rawCondition } from '../expressions/condition.js';

/** The attributes of its owner that a claim needs. */
type Claimed<C extends Typed> = Pick<PutItem<C>, keyof PutItem<C> & string>;

/** A unique constraint: operations on claim items, to be part of the transaction that changes their owner. */
export interface UniqueClaim<C extends Typed> {
  claim(owner: Claimed<C>): WriteOperation;
  /** Nothing if the claimed values do not change. */
  move(before: Claimed<C>, after: Claimed<C>): WriteOperation[];
  /** Gives up a claim, if this owner still holds it. */
  release(owner: Claimed<C>): WriteOperation;
  /** True if a transaction was cancelled because somebody else holds the claim. */
  isTaken(error: unknown): boolean;
}

/** An item whose key contains the unique value: its `create` fails if the value is taken. */
export function uniqueClaim<C extends QueryTarget & Pick<Entity, 'name'>>(claim: C): UniqueClaim<C> {
  const { model } = claim;
  const pick = (owner: object) =>
    Object.fromEntries(
      Object.entries(owner).filter(([name, value]) => name in model.attributes && value !== undefined),
    );
  const create = (owner: object) => createOperation(model, pick(owner));
  const release = (owner: object) => {
    const own = pick(owner);
    const held = rawCondition((scope) => {
      const named = model.entries.filter(
        ([name]) => own[name] !== undefined && !model.key.variables.includes(name),
      );
      const same = named.map(
        ([name, { codec }]) => `${scope.name(name)} = ${scope.value(codec.encode(own[name], name))}`,
      );
      return same.length > 0 ? same.join(' AND ') : `attribute_exists(${scope.name(model.key.names[0])})`;
    });
    return deleteOperation(model, own, { condition: () => held });
  };
  return {
    claim: create,
    release,
    move: (before, after) => {
      const [old, next] = [before, after].map((owner) =>
        JSON.stringify(primaryKeyOf(model, owner as AttributesOf<C>)),
      );
      return old === next ? [] : [release(before), create(after)];
    },
    isTaken: (error) =>
      isSingleTableError(error, 'TransactionCanceled') &&
      error.details.reasons.some(
        (reason) =>
          reason.entity === model.name &&
          reason.kind === 'create' &&
          reason.code === 'ConditionalCheckFailed',
      ),
  };
}
