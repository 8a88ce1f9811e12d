import { SingleTableError } from './errors.js';
import type { ExpressionScope } from './expression.js';
import { checkKeyLength, type KeyPrefix, type KeyTemplate } from './key-template.js';
import { shardSuffix, type CompiledKeys, type EntityModel } from './model.js';

type Values = Readonly<Record<string, unknown>>;

/** Bounds of a sort key range, each as values of key variables from the left. */
export interface Range {
  between?: readonly [Values, Values] | undefined;
  atLeast?: Values | undefined;
  greaterThan?: Values | undefined;
  atMost?: Values | undefined;
  lessThan?: Values | undefined;
  /** The start of the next string variable. */
  beginsWith?: Values | undefined;
}

/** The sort keys a query reads. `from` and `to` are included; `except` is a key inside them that is not wanted. */
export type SortRange =
  | { kind: 'all' }
  | { kind: 'empty' }
  | { kind: 'equal'; key: string }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'between'; from: string; to: string; except?: string | undefined };

/** A query before paging: which partitions (more than one when sharded), and which sort keys. */
export interface QueryPlan {
  index: string | undefined;
  partitionKey: string;
  sortKey: string | undefined;
  partitions: readonly string[];
  range: SortRange;
  /** The key templates of the entities, to tell their items from others in the range. */
  targets: readonly { model: EntityModel; keys: CompiledKeys; values: Values }[];
}

/** The first string after every string that starts with `prefix`: its last character counted up. */
function after(prefix: string): string {
  const points = Array.from(prefix);
  const last = points.pop()?.codePointAt(0) ?? 0;
  // Skips the surrogates, which are no characters.
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}

/** The lowest and highest sort key that a prefix (or whole key) stands for. */
function extent({ text, complete }: KeyPrefix): { low: string; high: string } {
  return { low: text, high: complete || text === '' ? text : after(text) };
}

function impossible(why: string): never {
  throw new SingleTableError('InvalidRequest', why, { operation: 'Query' });
}

function sortRange(template: KeyTemplate, values: Values, range: Range): SortRange {
  const base = template.prefix(values, range.beginsWith);
  const given = (['between', 'atLeast', 'greaterThan', 'atMost', 'lessThan'] as const).filter(
    (name) => range[name],
  );
  if (given.length === 0) {
    if (base.complete) return { kind: 'equal', key: base.text };
    return base.text === '' ? { kind: 'all' } : { kind: 'prefix', prefix: base.text };
  }
  if (base.complete) impossible('The sort key is given whole: there is no range left.');
  const bound = (more: Values) => extent(template.prefix({ ...values, ...more }));
  const lower = range.between?.[0] ?? range.atLeast;
  const upper = range.between?.[1] ?? range.atMost;
  let { low: from, high: to } = extent(base);
  let except: string | undefined;
  if (lower) from = bound(lower).low;
  // Nothing sorts between a string and itself followed by the lowest character.
  if (range.greaterThan) from = bound(range.greaterThan).high + '\u0000';
  if (upper) to = bound(upper).high;
  if (range.lessThan) to = except = bound(range.lessThan).low;
  if (from === '') from = '\u0000';
  if (to === '') to = '\u{10ffff}';
  if (compareKeys(from, to) > 0) return { kind: 'empty' };
  return { kind: 'between', from, to, except };
}

/** Plans a query of one entity by the table's key or one of its indexes. */
export function planQuery(
  target: { model: EntityModel; keys: CompiledKeys },
  values: Values,
  range: Range,
): QueryPlan {
  const { model, keys } = target;
  const sort: SortRange = keys.sort ? sortRange(keys.sort, values, range) : { kind: 'all' };
  return {
    index: keys.index,
    partitionKey: keys.attributes.partitionKey,
    sortKey: keys.attributes.sortKey,
    partitions: partitionsOf(keys, values),
    range: sort,
    targets: [{ model, keys, values }],
  };
}

function partitionsOf(keys: CompiledKeys, values: Values): string[] {
  const text = keys.partition.build(values);
  if (text === undefined) {
    const variable = keys.partition.variables.find((name) => values[name] === undefined) ?? '';
    throw new SingleTableError('InvalidKeyValue', `The query needs ${variable}.`, { variable });
  }
  const { shards } = keys;
  const all = shards
    ? Array.from({ length: shards.count }, (_, shard) => text + shardSuffix(shards, shard))
    : [text];
  return all.map((partition) => checkKeyLength(keys.attributes.partitionKey, partition, 2048));
}

/**
 * Plans one query over several entities that share a partition. Reads from the lowest to the highest sort key that any
 * of them can have there, no more.
 */
export function planCollection(
  targets: readonly { model: EntityModel; keys: CompiledKeys }[],
  values: Values,
): QueryPlan {
  const [first] = targets;
  if (first === undefined) return impossible('A collection needs at least one entity.');
  const plans = targets.map((target) => planQuery(target, valuesFor(target.keys, values), {}));
  for (const plan of plans) {
    if (
      plan.index !== first.keys.index ||
      plan.partitions.join('\0') !== (plans[0] as QueryPlan).partitions.join('\0')
    ) {
      impossible('The entities of a collection must share the partition they are queried by.');
    }
  }
  const extents = plans.map((plan) => rangeExtent(plan.range));
  const lows = extents.map(({ low }) => low).sort(compareKeys);
  const highs = extents.map(({ high }) => high).sort(compareKeys);
  const from = lows[0] as string;
  const to = highs.at(-1) as string;
  const open = from === '' || extents.some(({ high }) => high === '');
  const [only] = plans;
  const range: SortRange =
    plans.length === 1 && only ? only.range : open ? { kind: 'all' } : { kind: 'between', from, to };
  return { ...(plans[0] as QueryPlan), range, targets: plans.flatMap((plan) => plan.targets) };
}

/** What of the given values an entity's key can use: a collection may go deeper for one entity than for another. */
function valuesFor(keys: CompiledKeys, values: Values): Values {
  const known = [...keys.partition.variables, ...(keys.sort?.variables ?? [])];
  return Object.fromEntries(
    known.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

function rangeExtent(range: SortRange): { low: string; high: string } {
  switch (range.kind) {
    case 'all':
    case 'empty':
      return { low: '', high: '' };
    case 'equal':
      return { low: range.key, high: range.key };
    case 'prefix':
      return { low: range.prefix, high: after(range.prefix) };
    case 'between':
      return { low: range.from, high: range.to };
  }
}

/** DynamoDB sorts keys by their UTF-8 bytes, which differs from JavaScript's order beyond the basic plane. */
export function compareKeys(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The key condition for one partition of a plan. */
export function writeKeyCondition(plan: QueryPlan, partition: string, scope: ExpressionScope): string {
  const hash = `${scope.name(plan.partitionKey)} = ${scope.value({ S: partition })}`;
  const { range, sortKey } = plan;
  if (sortKey === undefined || range.kind === 'all' || range.kind === 'empty') return hash;
  const name = scope.name(sortKey);
  switch (range.kind) {
    case 'equal':
      return `${hash} AND ${name} = ${scope.value({ S: range.key })}`;
    case 'prefix':
      return `${hash} AND begins_with(${name}, ${scope.value({ S: range.prefix })})`;
    case 'between':
      return `${hash} AND ${name} BETWEEN ${scope.value({ S: range.from })} AND ${scope.value({ S: range.to })}`;
  }
}
