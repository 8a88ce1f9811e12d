import type { AnyAttribute, AttributeMap } from '../definitions/attribute-types.js';
import type { AttributesOf, Typed } from '../definitions/entity-types.js';
import type { AtPath, Path } from './paths.js';
import { refuseRequest } from '../wire/errors.js';
import { attributeAt, type ExpressionScope } from './expression.js';
import { encodeNumber, type WireValue } from '../wire/wire.js';

/** One condition, not yet written: it is written into the request it becomes part of. */
export interface Condition {
  write(scope: ExpressionScope, attributes: AttributeMap): string;
}

export type DynamoDBType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M' | 'SS' | 'NS' | 'BS';

/** The argument of `contains`: part of a string, an entry of a list or a set. */
type PartOf<Value> = Value extends string
  ? string
  : Value extends ReadonlySet<infer Entry>
    ? Entry
    : Value extends readonly (infer Entry)[]
      ? Entry
      : unknown;

type Comparison<A extends AttributeMap> = <P extends Path<A>>(path: P, value: AtPath<A, P>) => Condition;

/** Conditions over the attributes of an entity, as passed to `condition` and `filter`. */
export interface ConditionBuilder<A extends AttributeMap> {
  eq: Comparison<A>;
  ne: Comparison<A>;
  lt: Comparison<A>;
  lte: Comparison<A>;
  gt: Comparison<A>;
  gte: Comparison<A>;
  between<P extends Path<A>>(path: P, low: AtPath<A, P>, high: AtPath<A, P>): Condition;
  oneOf<P extends Path<A>>(path: P, values: readonly AtPath<A, P>[]): Condition;
  beginsWith(path: Path<A>, prefix: string): Condition;
  contains<P extends Path<A>>(path: P, part: PartOf<AtPath<A, P>>): Condition;
  exists(path: Path<A>): Condition;
  notExists(path: Path<A>): Condition;
  isType(path: Path<A>, type: DynamoDBType): Condition;
  size(path: Path<A>, comparison: '=' | '<>' | '<' | '<=' | '>' | '>=', size: number): Condition;
  and(...conditions: Condition[]): Condition;
  or(...conditions: Condition[]): Condition;
  not(condition: Condition): Condition;
}

export type ConditionOf<E extends Typed> = (builder: ConditionBuilder<AttributesOf<E>>) => Condition;

/** A condition on the attribute at a path: the path as written in the request, and a function that adds values to the request. */
function on(
  path: string,
  write: (
    target: string,
    value: (value: unknown) => string,
    attribute: AnyAttribute,
    scope: ExpressionScope,
  ) => string,
): Condition {
  return {
    write: (scope, attributes) => {
      const attribute = attributeAt(attributes, path);
      const value = (each: unknown) => scope.value(attribute.codec.encode(each, path));
      return write(scope.path(path, attributes), value, attribute, scope);
    },
  };
}

const compare = (operator: string) => (path: string, value: unknown) =>
  on(path, (target, put) => `${target} ${operator} ${put(value)}`);

/** A function whose argument is a string, whatever the attribute is. */
const text = (name: string) => (path: string, argument: string) =>
  on(path, (target, _, __, scope) => `${name}(${target}, ${scope.value({ S: argument })})`);

const unary = (name: string) => (path: string) => on(path, (target) => `${name}(${target})`);

const join =
  (operator: 'AND' | 'OR') =>
  (...conditions: Condition[]): Condition => {
    const [only, ...others] = conditions;
    if (!only) return refuseRequest('expression', `${operator} joins at least one condition.`);
    // DynamoDB refuses the redundant parentheses that a single condition would get.
    if (others.length === 0) return only;
    return {
      write: (scope, attributes) =>
        conditions.map((condition) => `(${condition.write(scope, attributes)})`).join(` ${operator} `),
    };
  };

/** The entry of a list or set, or the part of a string, that `contains` looks for. */
function writePart(part: unknown, path: string, { codec }: AnyAttribute): WireValue {
  return typeof part === 'string' ? { S: part } : (codec.entries?.codec ?? codec).encode(part, path);
}

/** DynamoDB's limit on the values of IN. */
const MAX_ONE_OF = 100;

const untyped = {
  eq: compare('='),
  ne: compare('<>'),
  lt: compare('<'),
  lte: compare('<='),
  gt: compare('>'),
  gte: compare('>='),
  between: (path: string, low: unknown, high: unknown) =>
    on(path, (target, put) => `${target} BETWEEN ${put(low)} AND ${put(high)}`),
  oneOf: (path: string, values: readonly unknown[]) =>
    on(path, (target, put) =>
      values.length < 1 || values.length > MAX_ONE_OF
        ? refuseRequest('expression', `oneOf takes 1 to ${MAX_ONE_OF} values.`)
        : `${target} IN (${values.map(put).join(', ')})`,
    ),
  beginsWith: text('begins_with'),
  contains: (path: string, part: unknown) =>
    on(
      path,
      (target, _, attribute, scope) =>
        `contains(${target}, ${scope.value(writePart(part, path, attribute))})`,
    ),
  exists: unary('attribute_exists'),
  notExists: unary('attribute_not_exists'),
  isType: text('attribute_type'),
  size: (path: string, comparison: string, size: number) =>
    on(
      path,
      (target, _, __, scope) =>
        `size(${target}) ${comparison} ${scope.value({ N: encodeNumber(size, path) })}`,
    ),
  and: join('AND'),
  or: join('OR'),
  not: (condition: Condition): Condition => ({
    write: (scope, attributes) => `NOT (${condition.write(scope, attributes)})`,
  }),
};

/** The only builder; its type says which attributes it is used with. */
export function conditionBuilder<A extends AttributeMap>(): ConditionBuilder<A> {
  return untyped;
}

/** A condition on something that is not an attribute of the entity: the table's keys and the discriminator. */
export function rawCondition(write: (scope: ExpressionScope) => string): Condition {
  return { write };
}
