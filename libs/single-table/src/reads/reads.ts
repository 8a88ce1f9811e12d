import { conditionBuilder, type ConditionOf } from '../expressions/condition.js';
import { planCollection } from './collection.js';
import type { Connection } from '../connection/connection.js';
import type { Typed } from '../definitions/entity-types.js';
import { type QueryTarget, primaryKeyOf } from '../model/model.js';
import { iterateQuery, runQuery } from './query.js';
import type { Paging } from './query-page.js';
import { planQuery, type QueryPlan, type Range } from './query-plan.js';
import { itemOf } from './read-item.js';
import { wireKey } from '../definitions/table.js';
import { GetItem } from '../transport/transport.js';
import type { WireItem } from '../wire/wire.js';

type Values = Readonly<Record<string, unknown>>;
type Untyped = Record<string, unknown>;

export async function get(
  connection: Connection,
  { model }: Pick<QueryTarget, 'model'>,
  values: Values,
  { consistent, signal, stored }: { consistent?: boolean; signal?: AbortSignal; stored?: boolean } = {},
): Promise<Untyped | undefined> {
  const { definition, tableName: TableName, tenant } = connection;
  const key = primaryKeyOf(model, tenant?.fill(model, values) ?? values);
  const input = { TableName, Key: wireKey(definition, key), ConsistentRead: consistent || undefined };
  const { output } = await connection.call(GetItem, input, { entities: [model.name], keys: [key], signal });
  return itemOf(connection, model, output['Item'] as WireItem | undefined, { stored });
}

type QuerySettings = Omit<Paging, 'filter'> & Range & { filter?: ConditionOf<Typed> | undefined };

const pagingOf = ({ filter, ...rest }: QuerySettings): Paging => ({
  ...rest,
  filter: filter?.(conditionBuilder()),
});

function planOf({ tenant }: Connection, target: QueryTarget, key: Values, range: Range): QueryPlan {
  return planQuery(target, tenant?.fill(target.model, key) ?? key, range);
}

export async function query(
  connection: Connection,
  target: QueryTarget,
  key: Values,
  options: QuerySettings = {},
): Promise<{ items: Untyped[]; cursor: string | undefined }> {
  const plan = planOf(connection, target, key, options);
  const { found, ...page } = await runQuery(connection, plan, pagingOf(options));
  return { items: found.map(({ item }) => item), ...page };
}

export async function* each(
  connection: Connection,
  target: QueryTarget,
  key: Values,
  options: QuerySettings = {},
): AsyncGenerator<Untyped, void, undefined> {
  const plan = planOf(connection, target, key, options);
  for await (const { item } of iterateQuery(connection, plan, pagingOf(options))) yield item;
}

export async function queryCollection(
  connection: Connection,
  targets: readonly QueryTarget[],
  key: Values,
  options: QuerySettings = {},
): Promise<{ items: Record<string, Untyped[]>; cursor: string | undefined }> {
  const { tenant } = connection;
  const values = targets.reduce((known, { model }) => tenant?.fill(model, known) ?? known, key);
  const { between, atLeast, greaterThan, atMost, lessThan, beginsWith, ...paging } = options;
  const range = { between, atLeast, greaterThan, atMost, lessThan, beginsWith };
  const plan = planCollection(targets, values, range);
  const { found, ...page } = await runQuery(connection, plan, pagingOf(paging));
  const items: Record<string, Untyped[]> = {};
  for (const { model } of targets) items[model.name] = [];
  for (const { model, item } of found) items[model.name]?.push(item);
  return { items, ...page };
}
