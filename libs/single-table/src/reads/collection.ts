import { keyNamesOf } from '../definitions/table.js';
import type { CompiledKeys, EntityModel } from '../model/model.js';
import {
  after,
  compareKeys,
  planQuery,
  refuseQuery,
  type QueryPlan,
  type Range,
  type SortRange,
} from './query-plan.js';

type Values = Readonly<Record<string, unknown>>;

/** Reads exactly from the lowest to the highest sort key that any of them can have there, within the range given. */
export function planCollection(targets: readonly Target[], given: Values, range: Range = {}): QueryPlan {
  const bounds = Object.entries(range).filter(([, bound]) => bound !== undefined);
  checkBounds(targets, bounds);
  const plans = targets.map((target) => {
    const values = valuesFor(target.keys, given);
    return planQuery(target, values, rangeFor(target.keys, values, bounds));
  });
  const [first] = plans;
  if (!first) return refuseQuery('A collection needs at least one entity.');
  const { keys } = first;
  const partition = ({ keys: { index }, partitions }: QueryPlan) => JSON.stringify([index, partitions]);
  if (plans.some((plan) => partition(plan) !== partition(first))) {
    refuseQuery('The entities of a collection must share the partition they are queried by.');
  }
  const models = targets.map(({ model }) => model);
  if (plans.length === 1 || keyNamesOf(targets[0]!.model.table, keys.index).length === 1) {
    return { ...first, models };
  }
  return {
    keys,
    partitions: first.partitions,
    range: unionOf(keys, plans),
    models,
    bounds: bounds.length > 0 ? plans.map((plan) => plan.range) : undefined,
    // The range covers all entities; each item must also be in that of its own.
    accepts: (model, sortKey) => {
      const plan = plans[models.indexOf(model)];
      return !!plan && contains(plan, sortKey) && plan.accepts?.(model, sortKey) !== false;
    },
  };
}

type Bounds = readonly [string, Values | readonly [Values, Values]][];
type Target = { model: EntityModel; keys: CompiledKeys };

/** From the lowest to the highest sort key of several queries in one partition. */
function unionOf(keys: CompiledKeys, plans: readonly QueryPlan[]): SortRange {
  const extents = plans.flatMap(({ range }) => (range.kind === 'empty' ? [] : [extentOf(range)]));
  if (extents.length === 0) return { kind: 'empty' };
  if (extents.some(([low, high]) => low === '' || high === '')) return { kind: 'all' };
  const byKey = (a: string, b: string) => compareKeys(keys, a, b);
  const from = extents.map(([low]) => low).sort(byKey)[0] as string;
  const to = extents
    .map(([, high]) => high)
    .sort(byKey)
    .at(-1) as string;
  return { kind: 'between', from, to, except: [] };
}

function contains({ keys, range }: QueryPlan, sortKey: string): boolean {
  if (range.kind === 'equal') return sortKey === range.key;
  if (range.kind === 'prefix') return sortKey.startsWith(range.prefix);
  if (range.kind !== 'between') return range.kind === 'all';
  const { from, to, except } = range;
  if (except.includes(sortKey)) return false;
  return compareKeys(keys, from, sortKey) <= 0 && compareKeys(keys, sortKey, to) <= 0;
}

/** A bound that no entity has a variable for would bound nothing, silently. */
function checkBounds(targets: readonly Target[], bounds: Bounds): void {
  const known = new Set(targets.flatMap(({ keys }) => keys.templates[1]?.variables ?? []));
  for (const name of bounds.flatMap(([, bound]) => [bound].flat()).flatMap((bound) => Object.keys(bound))) {
    if (!known.has(name)) refuseQuery(`No entity of the collection has ${name} in its sort key.`);
  }
}

/** The bounds that an entity has variables for. One whose sort key is fixed, or has none of them, is read as it is. */
function rangeFor(keys: CompiledKeys, values: Values, bounds: Bounds): Range {
  const [, sort] = keys.templates;
  const open = sort?.variables.find((name) => values[name] === undefined);
  if (open === undefined) return {};
  const own = bounds.flatMap(([kind, bound]) => {
    const parts = [bound].flat().map((each) => valuesFor(keys, each));
    const lacks = parts.find((part) => part[open] === undefined);
    if (lacks && Object.keys(lacks).length > 0)
      refuseQuery(`A bound of ${keys.index ?? 'the sort key'} needs ${open}.`);
    return lacks ? [] : [[kind, Array.isArray(bound) ? parts : parts[0]]];
  });
  return Object.fromEntries(own) as Range;
}

function valuesFor({ variables }: CompiledKeys, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => variables.includes(name)));
}

/** The lowest and highest sort key of a range; an empty text if there is none. */
function extentOf(range: SortRange): readonly [string, string] {
  if (range.kind === 'equal') return [range.key, range.key];
  if (range.kind === 'between') return [range.from, range.to];
  return range.kind === 'prefix' ? [range.prefix, after(range.prefix)] : ['', ''];
}
