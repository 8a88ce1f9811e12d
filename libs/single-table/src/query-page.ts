import { addCapacity, type Capacity } from './capacity.js';
import type { Condition } from './condition.js';
import { call, isAbsent, type Connection } from './connection.js';
import type { Position } from './cursor.js';
import { ExpressionScope } from './expression.js';
import { decodeItem, entityNameOf } from './item-codec.js';
import { keyNamesOf, type EntityModel } from './model.js';
import { writeKeyCondition, type QueryPlan } from './query-plan.js';
import { keyAttributesOf } from './table.js';
import { tenantBinding } from './tenant.js';
import type { WireItem } from './wire.js';

/** Paging of a query, before types. */
export interface Paging {
  limit?: number | undefined;
  cursor?: string | undefined;
  order?: 'ascending' | 'descending' | undefined;
  consistent?: boolean | undefined;
  filter?: Condition | undefined;
  select?: readonly string[] | undefined;
  maxPages?: number | undefined;
  maxReadUnits?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Found {
  model: EntityModel;
  item: Record<string, unknown>;
}

/** A matching item that was read and not yet handed out. */
interface Candidate {
  found: Found;
  wire: WireItem;
}

/** One partition of a query, read page by page. */
export interface Reader {
  partition: string;
  start: Position;
  /** The last item handed out. */
  last: WireItem | undefined;
  /** After the last item read. */
  readTo: Position;
  buffer: Candidate[];
}

export interface Run {
  connection: Connection;
  plan: QueryPlan;
  paging: Paging;
  keyNames: string[];
  pages: number;
  capacity: Capacity | undefined;
}

/** The names of the key attributes that a position holds, in order: the table's, then the index's. */
export function positionNames(run: { connection: Connection; plan: QueryPlan }): string[] {
  const { definition } = run.connection;
  const { index } = run.plan;
  return [
    ...new Set([
      ...keyNamesOf(keyAttributesOf(definition)),
      ...(index === undefined ? [] : keyNamesOf(keyAttributesOf(definition, index))),
    ]),
  ];
}

export function positionOf(names: readonly string[], wire: WireItem): string[] {
  return names.map((name) => (wire[name] as { S: string }).S);
}

/** Everything that decides which items a query gives, and in which order: what a cursor is bound to. */
export function bindingOf({ connection, plan, paging }: Run): string {
  const { scope, expressions } = requestExpressions(plan, plan.partitions[0] as string, paging);
  return JSON.stringify([
    connection.tableName,
    plan.index,
    plan.partitions,
    plan.range,
    plan.targets.map((target) => target.model.name),
    paging.order ?? 'ascending',
    expressions['FilterExpression'],
    scope.names,
    scope.values,
    tenantBinding(connection.tenant),
  ]);
}

function requestExpressions(plan: QueryPlan, partition: string, paging: Paging) {
  const scope = new ExpressionScope();
  const expressions: Record<string, unknown> = {
    KeyConditionExpression: writeKeyCondition(plan, partition, scope),
  };
  const filters: string[] = [];
  const { model } = plan.targets[0] as QueryPlan['targets'][number];
  if (plan.targets.length > 1) {
    // Keeps other entities of the partition off the wire; which are wanted is checked again on arrival.
    const names = plan.targets.map((target) => scope.value({ S: target.model.name }));
    filters.push(`${scope.name(model.discriminator)} IN (${names.join(', ')})`);
  }
  if (paging.filter) filters.push(`(${paging.filter.write(scope, model.attributes)})`);
  if (filters.length > 0) expressions['FilterExpression'] = filters.join(' AND ');
  return { scope, expressions };
}

function projection(run: Run, scope: ExpressionScope): string | undefined {
  const { select } = run.paging;
  const { model } = run.plan.targets[0] as QueryPlan['targets'][number];
  // An upcaster needs the whole item.
  if (!select || model.schema) return undefined;
  const tenant = run.connection.tenant?.attribute;
  const names = [...run.keyNames, model.discriminator, ...(tenant === undefined ? [] : [tenant]), ...select];
  return [...new Set(names)].map((name) => scope.name(name)).join(', ');
}

function decoded(run: Run, model: EntityModel, wire: WireItem): Record<string, unknown> {
  const { select } = run.paging;
  const item = decodeItem(model, wire, { partial: select !== undefined });
  return select ? Object.fromEntries(Object.entries(item).filter(([name]) => select.includes(name))) : item;
}

/** Which of the plan's entities a stored item is, or undefined for one that merely lies in the same range. */
function targetOf(plan: QueryPlan, wire: WireItem): EntityModel | undefined {
  const { range, sortKey } = plan;
  const sort = sortKey === undefined ? undefined : (wire[sortKey] as { S: string }).S;
  if (range.kind === 'between' && range.except !== undefined && sort === range.except) return undefined;
  const name = entityNameOf((plan.targets[0] as QueryPlan['targets'][number]).model.discriminator, wire);
  const target = plan.targets.find((each) => each.model.name === name);
  if (!target) return undefined;
  // A collection's range runs over all its entities; each item must also match what was asked of its own entity.
  if (plan.targets.length > 1 && sort !== undefined) {
    const prefix = target.keys.sort?.prefix(target.values);
    if (prefix && (prefix.complete ? sort !== prefix.text : !sort.startsWith(prefix.text))) return undefined;
  }
  return target.model;
}

/** Reads the next page of one partition into its buffer. */
export async function readPage(run: Run, reader: Reader, limit: number | undefined): Promise<void> {
  const { connection, plan, paging } = run;
  const { scope, expressions } = requestExpressions(plan, reader.partition, paging);
  const select = projection(run, scope);
  const start = reader.readTo;
  const { output, capacity } = await call(
    connection,
    'Query',
    {
      TableName: connection.tableName,
      ...(plan.index !== undefined && { IndexName: plan.index }),
      ...expressions,
      ...(select !== undefined && { ProjectionExpression: select }),
      ...(limit !== undefined && { Limit: limit }),
      ...(paging.order === 'descending' && { ScanIndexForward: false }),
      ...(paging.consistent && { ConsistentRead: true }),
      ...(Array.isArray(start) && {
        ExclusiveStartKey: Object.fromEntries(
          run.keyNames.map((name, at) => [name, { S: (start as string[])[at] }]),
        ),
      }),
      ...scope.toRequest(),
    },
    {
      index: plan.index,
      entities: plan.targets.map((target) => target.model.name),
      keys: [keyReport(plan, reader.partition)],
      signal: paging.signal,
    },
  );
  run.pages++;
  if (capacity) run.capacity = run.capacity ? addCapacity(run.capacity, capacity) : capacity;
  for (const wire of (output['Items'] as WireItem[] | undefined) ?? []) {
    const model = targetOf(plan, wire);
    if (!model || isAbsent(connection, model, wire)) continue;
    reader.buffer.push({
      found: { model, item: decoded(run, model, wire) },
      wire,
    });
  }
  const last = output['LastEvaluatedKey'] as WireItem | undefined;
  reader.readTo = last ? positionOf(run.keyNames, last) : 'done';
}

function keyReport(plan: QueryPlan, partition: string): Record<string, string> {
  const key = { [plan.partitionKey]: partition };
  const { range, sortKey } = plan;
  if (sortKey === undefined || range.kind === 'all' || range.kind === 'empty') return key;
  if (range.kind === 'equal') key[sortKey] = range.key;
  else key[sortKey] = range.kind === 'prefix' ? `${range.prefix}*` : `${range.from}..${range.to}`;
  return key;
}
