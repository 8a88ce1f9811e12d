import { refuseRequest, SingleTableError } from '../wire/errors.js';
import type { ExpressionScope } from '../expressions/expression.js';
import { checkKeyLength, type KeyPrefix, type KeyTemplate } from '../keys/key-template.js';
import { shardSuffix, type CompiledKeys, type EntityModel } from '../model/model.js';
import { wireKeyValue, type TableDefinition } from '../definitions/table.js';

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

/** `from` and `to` are included; `except` are keys inside them that are not wanted; `empty` contains nothing. */
export type SortRange =
  | { kind: 'all' }
  | { kind: 'empty' }
  | { kind: 'equal'; key: string }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'between'; from: string; to: string; except: readonly string[] };

/** A query before paging: which partitions (more than one if sharded), and which sort keys. */
export interface QueryPlan {
  keys: CompiledKeys;
  partitions: readonly string[];
  range: SortRange;
  /** The wanted entities, of all in the range. */
  models: readonly EntityModel[];
  /** Further conditions on the sort key of an item in the range, which may end at a key that is not wanted. */
  accepts?: ((model: EntityModel, sortKey: string) => boolean) | undefined;
  /** The range of each entity of a collection, where it was given one. */
  bounds?: readonly SortRange[] | undefined;
}

/** In the order of UTF-8 bytes. Nothing follows strings that start with the highest character. */
export function after(prefix: string): string {
  const points = Array.from(prefix);
  while (points.at(-1) === HIGHEST.S) points.pop();
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return HIGHEST.S;
  // Skips the surrogates, which are not characters.
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}

export function refuseQuery(why: string): never {
  return refuseRequest('Query', why);
}

// As the end of a range, the highest key means no end: longer keys that begin with it sort after it.
const LOWEST = { S: '\0', N: '-9.9999999999999999999999999999999999999E+125' };
const HIGHEST = { S: '\u{10ffff}', N: '9.9999999999999999999999999999999999999E+125' };

function sortRange(keys: CompiledKeys, template: KeyTemplate, values: Values, range: Range): SortRange {
  const base = template.prefix(values, range.beginsWith);
  const longest = keys.limits[1] as number;
  const { between: [least, most] = [], atLeast = least, atMost = most, greaterThan, lessThan } = range;
  if (!(atLeast ?? atMost ?? greaterThan ?? lessThan)) {
    if (base.complete) return { kind: 'equal', key: base.text };
    if (Buffer.byteLength(base.text) > longest) return { kind: 'empty' };
    return base.text === '' ? { kind: 'all' } : { kind: 'prefix', prefix: base.text };
  }
  if (base.complete) refuseQuery('The sort key is given in full: there is no range left.');
  const bound = (more: Values): KeyPrefix => template.prefix({ ...values, ...more });
  const low = ({ text }: KeyPrefix) => text || LOWEST[keys.sortType];
  const high = ({ text, complete }: KeyPrefix) =>
    (complete ? text : text && endOf(text, longest)) || HIGHEST[keys.sortType];
  const from = greaterThan ? high(bound(greaterThan)) : low(atLeast ? bound(atLeast) : base);
  const to = lessThan ? low(bound(lessThan)) : high(atMost ? bound(atMost) : base);
  if (compareKeys(keys, from, to) > 0) return { kind: 'empty' };
  return { kind: 'between', from, to, except: [...(greaterThan ? [from] : []), ...(lessThan ? [to] : [])] };
}

export function planQuery(
  { model, keys }: { model: EntityModel; keys: CompiledKeys },
  values: Values,
  range: Range = {},
): QueryPlan {
  const [, sort] = keys.templates;
  return {
    keys,
    partitions: partitionsOf(keys, values),
    range: sort ? sortRange(keys, sort, values, range) : { kind: 'all' },
    models: [model],
    accepts: sort && keys.sortType === 'S' ? startsWith(sort.prefix(values, range.beginsWith)) : undefined,
  };
}

function startsWith({ text }: KeyPrefix) {
  return (_: EntityModel, sortKey: string) => sortKey.startsWith(text);
}

function partitionsOf({ names, limits, templates, shards }: CompiledKeys, values: Values): string[] {
  const [template] = templates;
  const text = template.build(values);
  if (text === undefined) {
    const variable = template.variables.find((name) => values[name] === undefined) as string;
    throw new SingleTableError('InvalidKeyValue', `The query needs ${variable}.`, { variable });
  }
  const suffixes = Array.from({ length: shards?.count ?? 1 }, (_, at) =>
    shards ? shardSuffix(shards, at) : '',
  );
  return suffixes.map((suffix) => checkKeyLength(names[0], text + suffix, limits[0] as number));
}

/** In DynamoDB's order: numbers by value, strings by their UTF-8 bytes, not JavaScript's order. */
export function compareKeys({ sortType }: CompiledKeys, a: string, b: string): number {
  return sortType === 'N' ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export interface PageStart {
  partition: string;
  /** The sort key at which an earlier page ended. */
  after: string | undefined;
  descending: boolean;
}

/**
 * The key condition for a page of one partition. The partition key's value comes first.
 *
 * A prefix is requested as a range, and a later page as a range that begins at its start key: that is the same for DynamoDB,
 * but an engine over SQLite reads the whole partition for `begins_with`, and for a start key alone.
 */
export function writeKeyCondition(
  table: TableDefinition,
  { keys, range }: QueryPlan,
  start: PageStart,
  scope: ExpressionScope,
): string {
  const [partitionKey, sortKey = ''] = keys.names;
  const value = (name: string, text: string) => scope.value(wireKeyValue(table, name, text));
  const hash = `${scope.name(partitionKey)} = ${value(partitionKey, start.partition)}`;
  const sort = (text: string) => value(sortKey, text);
  if (range.kind === 'equal') return `${hash} AND ${scope.name(sortKey)} = ${sort(range.key)}`;
  let [low, high] = boundsOf(range, keys.limits[1] as number);
  if (start.after !== undefined && start.descending) high = start.after;
  else low = start.after ?? low;
  if (low === undefined && high === undefined) return hash;
  const name = scope.name(sortKey);
  if (high === undefined) return `${hash} AND ${name} >= ${sort(low as string)}`;
  if (low === undefined) return `${hash} AND ${name} <= ${sort(high)}`;
  return `${hash} AND ${name} BETWEEN ${sort(low)} AND ${sort(high)}`;
}

/** The lowest and the highest sort key of a range; undefined if it has no such end. */
function boundsOf(range: SortRange, longest: number): [string | undefined, string | undefined] {
  if (range.kind === 'between') return [range.from, range.to === HIGHEST.S ? undefined : range.to];
  if (range.kind !== 'prefix') return [undefined, undefined];
  const end = endOf(range.prefix, longest);
  return [range.prefix, end === HIGHEST.S ? undefined : end];
}

/** A prefix with the maximum length of a key is a prefix only of itself; what follows it may be a byte longer than a key. */
function endOf(prefix: string, longest: number): string {
  const end = after(prefix);
  return Buffer.byteLength(end) > longest ? prefix : end;
}

/** Adds the keys and bounds of a plan, without a partition, to a scope: what its cursors are bound to. */
export function bindKeys(table: TableDefinition, { keys, range }: QueryPlan, scope: ExpressionScope): void {
  const [partitionKey, sortKey = ''] = keys.names;
  scope.name(partitionKey);
  scope.value(wireKeyValue(table, partitionKey, ''));
  for (const text of textsOf(range)) {
    scope.name(sortKey);
    scope.value(wireKeyValue(table, sortKey, text));
  }
}

/** The key, the prefix or the ends of a range. */
export function textsOf(range: SortRange): string[] {
  if (range.kind === 'between') return [range.from, range.to];
  return range.kind === 'equal' ? [range.key] : range.kind === 'prefix' ? [range.prefix] : [];
}
