import { SingleTableError } from './errors.js';
import type { ExpressionScope } from './expression.js';
import { checkKeyLength, type KeyPrefix, type KeyTemplate } from './key-template.js';
import { shardSuffix, type CompiledKeys, type EntityModel } from './model.js';
import { wireKeyValue, type TableDefinition } from './table.js';

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

/**
 * The sort keys a query reads. `from` and `to` are included; `except` are keys inside them that are not wanted.
 * `empty` is a range that nothing can be in.
 */
export type SortRange =
  | { kind: 'all' }
  | { kind: 'empty' }
  | { kind: 'equal'; key: string }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'between'; from: string; to: string; except: readonly string[] };

/** A query before paging: which partitions (more than one when sharded), and which sort keys. */
export interface QueryPlan {
  keys: CompiledKeys;
  partitions: readonly string[];
  range: SortRange;
  /** The entities whose items are wanted, of all that lie in the range. */
  models: readonly EntityModel[];
  /** For a query over several entities: what each of their items must be, by sort key. */
  accepts?: ((model: EntityModel, sortKey: string) => boolean) | undefined;
}

/** The first string after every string that starts with `prefix`: its last character counted up. */
export function after(prefix: string): string {
  const points = Array.from(prefix);
  const last = points.pop()?.codePointAt(0) ?? 0;
  // Skips the surrogates, which are no characters.
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}

export function refuseQuery(why: string): never {
  throw new SingleTableError('InvalidRequest', why, { operation: 'Query' });
}

const LOWEST = { S: '\0', N: '-9.9999999999999999999999999999999999999E+125' };
const HIGHEST = { S: '\u{10ffff}', N: '9.9999999999999999999999999999999999999E+125' };

function sortRange(keys: CompiledKeys, template: KeyTemplate, values: Values, range: Range): SortRange {
  const base = template.prefix(values, range.beginsWith);
  const { between: [least, most] = [], atLeast = least, atMost = most, greaterThan, lessThan } = range;
  if (!(atLeast ?? atMost ?? greaterThan ?? lessThan)) {
    if (base.complete) return { kind: 'equal', key: base.text };
    return base.text === '' ? { kind: 'all' } : { kind: 'prefix', prefix: base.text };
  }
  if (base.complete) refuseQuery('The sort key is given whole: there is no range left.');
  const bound = (more: Values): KeyPrefix => template.prefix({ ...values, ...more });
  const low = ({ text }: KeyPrefix) => text || LOWEST[keys.sortType];
  const high = ({ text, complete }: KeyPrefix) =>
    (complete ? text : text && after(text)) || HIGHEST[keys.sortType];
  const from = greaterThan ? high(bound(greaterThan)) : low(atLeast ? bound(atLeast) : base);
  const to = lessThan ? low(bound(lessThan)) : high(atMost ? bound(atMost) : base);
  if (compareKeys(keys, from, to) > 0) return { kind: 'empty' };
  return { kind: 'between', from, to, except: [...(greaterThan ? [from] : []), ...(lessThan ? [to] : [])] };
}

/** Plans a query of one entity by the table's key or one of its indexes. */
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
  };
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

/**
 * Less than, equal to or greater than 0, as DynamoDB sorts: numbers by value, strings by their UTF-8 bytes, which
 * differs from JavaScript's order beyond the basic plane.
 */
export function compareKeys({ sortType }: CompiledKeys, a: string, b: string): number {
  return sortType === 'N' ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The key condition for one partition of a plan. The partition key's value comes first. */
export function writeKeyCondition(
  table: TableDefinition,
  { keys, range }: QueryPlan,
  partition: string,
  scope: ExpressionScope,
): string {
  const [partitionKey, sortKey = ''] = keys.names;
  const value = (name: string, text: string) => scope.value(wireKeyValue(table, name, text));
  const hash = `${scope.name(partitionKey)} = ${value(partitionKey, partition)}`;
  if (range.kind === 'all' || range.kind === 'empty') return hash;
  const name = scope.name(sortKey);
  const sort = (text: string) => value(sortKey, text);
  if (range.kind === 'equal') return `${hash} AND ${name} = ${sort(range.key)}`;
  if (range.kind === 'prefix') return `${hash} AND begins_with(${name}, ${sort(range.prefix)})`;
  return `${hash} AND ${name} BETWEEN ${sort(range.from)} AND ${sort(range.to)}`;
}
