import { keyNamesOf } from '../definitions/table.js';
import type { CompiledKeys, EntityModel } from '../definitions/model.js';
import { after, compareKeys, planQuery, refuseQuery, type QueryPlan, type SortRange } from './query-plan.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Plans one query over several entities that share a partition. It reads exactly from the lowest to the highest sort key
 * that any of them can have there.
 */
export function planCollection(
  targets: readonly { model: EntityModel; keys: CompiledKeys }[],
  given: Values,
): QueryPlan {
  const plans = targets.map((target) => planQuery(target, valuesFor(target.keys, given)));
  const [first] = plans;
  if (!first) return refuseQuery('A collection needs at least one entity.');
  const { keys } = first;
  const partition = ({ keys: { index }, partitions }: QueryPlan) => JSON.stringify([index, partitions]);
  if (plans.some((plan) => partition(plan) !== partition(first))) {
    refuseQuery('The entities of a collection must share the partition they are queried by.');
  }
  if (plans.length === 1 || keyNamesOf(targets[0]!.model.table, keys.index).length === 1) {
    return { ...first, models: targets.map(({ model }) => model) };
  }
  const extents = plans.map(({ range }) => extentOf(range));
  const isOpen = extents.some(([low, high]) => low === '' || high === '');
  const byKey = (a: string, b: string) => compareKeys(keys, a, b);
  const from = extents.map(([low]) => low).sort(byKey)[0] as string;
  const to = extents
    .map(([, high]) => high)
    .sort(byKey)
    .at(-1) as string;
  const sorts = new Map(
    targets.map((target) => [target.model, target.keys.templates[1]?.prefix(valuesFor(target.keys, given))]),
  );
  return {
    keys,
    partitions: first.partitions,
    range: isOpen ? { kind: 'all' } : { kind: 'between', from, to, except: [] },
    models: targets.map(({ model }) => model),
    // The range covers all entities; each item must also match the conditions of its own.
    accepts: (model, sortKey) => {
      const sort = sorts.get(model);
      return !sort || (sort.complete ? sortKey === sort.text : sortKey.startsWith(sort.text));
    },
  };
}

/** The given values that an entity's key can use: a collection may specify more for one entity than for another. */
function valuesFor({ variables }: CompiledKeys, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => variables.includes(name)));
}

/** The lowest and highest sort key of a range without bounds; an empty text if there is none. */
function extentOf(range: SortRange): readonly [string, string] {
  if (range.kind === 'equal') return [range.key, range.key];
  return range.kind === 'prefix' ? [range.prefix, after(range.prefix)] : ['', ''];
}
