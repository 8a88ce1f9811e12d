import type { AttributeMap } from './attribute-types.js';
import type { AtPath, AttributesOf, Path, Typed } from './entity-types.js';
import { attributeAt, type ExpressionScope } from './expression.js';
import { encodeNumber, encodeUnknown, type WireValue } from './wire.js';

/** One condition, not yet written: it is put into whichever request it becomes part of. */
export interface Condition {
  write(scope: ExpressionScope, attributes: AttributeMap): string;
}

export type DynamoDBType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M' | 'SS' | 'NS' | 'BS';

/** What `contains` looks for: part of a string, an entry of a list or a set. */
type PartOf<Value> = Value extends string
  ? string
  : Value extends ReadonlySet<infer Entry>
    ? Entry
    : Value extends readonly (infer Entry)[]
      ? Entry
      : unknown;

type Comparison<A extends AttributeMap> = <P extends Path<A>>(path: P, value: AtPath<A, P>) => Condition;

/** Conditions over the attributes of an entity, as `condition` and `filter` take them. */
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

function compare(operator: string) {
  return (path: string, value: unknown): Condition => ({
    write: (scope, attributes) => {
      const wire = attributeAt(attributes, path).codec.encode(value, path);
      return `${scope.path(path)} ${operator} ${scope.value(wire)}`;
    },
  });
}

function call(name: string, path: string, argument?: (attributes: AttributeMap) => WireValue): Condition {
  return {
    write: (scope, attributes) => {
      attributeAt(attributes, path);
      const wire = argument?.(attributes);
      return `${name}(${scope.path(path)}${wire === undefined ? '' : `, ${scope.value(wire)}`})`;
    },
  };
}

function join(operator: 'AND' | 'OR', conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  // DynamoDB refuses the redundant parentheses that a single condition would get.
  if (only && others.length === 0) return only;
  return {
    write: (scope, attributes) =>
      conditions.map((condition) => `(${condition.write(scope, attributes)})`).join(` ${operator} `),
  };
}

const untyped = {
  eq: compare('='),
  ne: compare('<>'),
  lt: compare('<'),
  lte: compare('<='),
  gt: compare('>'),
  gte: compare('>='),
  between: (path: string, low: unknown, high: unknown): Condition => ({
    write: (scope, attributes) => {
      const { codec } = attributeAt(attributes, path);
      const bounds = [low, high].map((bound) => scope.value(codec.encode(bound, path)));
      return `${scope.path(path)} BETWEEN ${bounds.join(' AND ')}`;
    },
  }),
  oneOf: (path: string, values: readonly unknown[]): Condition => ({
    write: (scope, attributes) => {
      const { codec } = attributeAt(attributes, path);
      return `${scope.path(path)} IN (${values.map((value) => scope.value(codec.encode(value, path))).join(', ')})`;
    },
  }),
  beginsWith: (path: string, prefix: string) => call('begins_with', path, () => ({ S: prefix })),
  contains: (path: string, part: unknown) =>
    call('contains', path, (attributes) => {
      const { entries } = attributeAt(attributes, path).codec;
      return entries ? entries.codec.encode(part, path) : encodeUnknown(part, path);
    }),
  exists: (path: string) => call('attribute_exists', path),
  notExists: (path: string) => call('attribute_not_exists', path),
  isType: (path: string, type: string) => call('attribute_type', path, () => ({ S: type })),
  size: (path: string, comparison: string, size: number): Condition => ({
    write: (scope, attributes) => {
      attributeAt(attributes, path);
      return `size(${scope.path(path)}) ${comparison} ${scope.value({ N: encodeNumber(size, path) })}`;
    },
  }),
  and: (...conditions: Condition[]) => join('AND', conditions),
  or: (...conditions: Condition[]) => join('OR', conditions),
  not: (condition: Condition): Condition => ({
    write: (scope, attributes) => `NOT (${condition.write(scope, attributes)})`,
  }),
};

/** The one builder; its type says which attributes it is used with. */
export function conditionBuilder<A extends AttributeMap>(): ConditionBuilder<A> {
  return untyped;
}

/** A condition on an attribute that is no attribute of the entity: the table's keys and the discriminator. */
export function rawCondition(write: (scope: ExpressionScope) => string): Condition {
  return { write };
}
