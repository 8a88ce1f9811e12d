import type { Capacity } from '../connection/capacity.js';
import type { Condition } from '../expressions/condition.js';
import type { Connection } from '../connection/connection.js';
import type { Position } from '../connection/cursor.js';
import { ExpressionScope } from '../expressions/expression.js';
import { modelOf, fromKeys } from '../items/item-codec.js';
import type { CompiledKeys, EntityModel } from '../model/model.js';
import {
  bindKeys,
  compareKeys,
  textsOf,
  writeKeyCondition,
  type PageStart,
  type QueryPlan,
} from './query-plan.js';
import { isAbsent, readItem } from './read-item.js';
import { distinctPaths, selector } from './selection/selection.js';
import { keyNamesOf, keyTextOf, wireKeyValue } from '../definitions/table.js';
import { Query } from '../transport/transport.js';
import { refuseStandstill } from '../wire/errors.js';
import type { WireItem } from '../wire/wire.js';

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

/** A matching item that was read but not yet returned. */
interface Candidate {
  found: Found;
  wire: WireItem;
}

export interface Reader {
  partition: string;
  start: Position;
  /** The last item returned. */
  last: WireItem | undefined;
  /** After the last item read. */
  readTo: Position;
  buffer: Candidate[];
}

export interface Run {
  connection: Connection;
  plan: QueryPlan;
  paging: Paging;
  /** The key attributes of a position, in order: the table's, then the index's. */
  keyNames: readonly string[];
  pages: number;
  capacity: Capacity | undefined;
}

export function positionNames({ definition }: Connection, { keys }: QueryPlan): string[] {
  return [...new Set([...keyNamesOf(definition), ...keys.names])] as string[];
}

export function positionOf({ keyNames }: Run, wire: WireItem): string[] {
  return keyNames.map((name) => keyTextOf(wire[name]));
}

/** Which items in which order: what a cursor is bound to, whatever the request. Clients store cursors. */
export function bindingOf({ connection, plan, paging }: Run): string {
  const scope = new ExpressionScope();
  bindKeys(connection.definition, plan, scope);
  const FilterExpression = filterExpression(plan, paging, scope);
  return JSON.stringify([
    connection.tableName,
    plan.keys.index,
    plan.partitions,
    plan.range,
    plan.models.map((model) => model.name),
    paging.order ?? 'ascending',
    FilterExpression,
    scope.names,
    scope.values,
    connection.tenant && [connection.tenant.attribute, connection.tenant.value],
    ...(plan.bounds ? [plan.bounds] : []),
  ]);
}

function filterExpression(plan: QueryPlan, paging: Paging, scope: ExpressionScope): string | undefined {
  const [model, ...others] = plan.models as [EntityModel];
  const { included } = plan.keys;
  // What is only in the keys of such an index cannot be filtered by; DynamoDB would find nothing.
  const attributes = included
    ? Object.fromEntries(model.entries.filter(([name]) => included.includes(name)))
    : model.attributes;
  const filters = paging.filter ? [`(${paging.filter.write(scope, attributes)})`] : [];
  if (others.length > 0 && !included && model.discriminator !== undefined) {
    // Keeps other entities of the partition off the wire; the entity is checked again on arrival.
    const names = plan.models.map(({ name }) => scope.value({ S: name }));
    filters.push(`${scope.name(model.discriminator)} IN (${names.join(', ')})`);
  }
  return filters.length > 0 ? filters.join(' AND ') : undefined;
}

/** The attributes to request, or undefined for all. */
function projection({ connection, plan, paging, keyNames }: Run, scope: ExpressionScope): string | undefined {
  if (!paging.select || readsWhole(plan)) return undefined;
  const model = plan.models[0] as EntityModel;
  const { discriminator, hideExpired } = model;
  const { timeToLive } = connection.definition;
  const names = [...keyNames];
  if (discriminator !== undefined) names.push(discriminator);
  if (connection.tenant) names.push(connection.tenant.attribute);
  if (hideExpired && timeToLive) names.push(timeToLive);
  const paths = distinctPaths(model, [...paging.select, ...names.filter((name) => model.attributes[name])]);
  const own = names.filter((name) => !model.attributes[name]).map((name) => scope.name(name));
  const selected =
    model.packs?.select(paths, scope) ?? paths.map((path) => scope.path(path, model.attributes));
  return [...new Set([...own, ...selected])].join(', ');
}

/** An upcaster needs the complete item; an index that holds little has no more than is wanted. */
const readsWhole = ({ models, keys }: QueryPlan) => !!models[0]?.schema || !!keys.included;

/** The attributes of an entity that an index gives back: those in its keys, and those it includes. */
function givenBack(model: EntityModel, { index }: CompiledKeys, included: readonly string[]): Set<string> {
  const variables = model.indexes.get(index ?? '')?.variables ?? [];
  return new Set([...model.key.variables, ...variables, ...included]);
}

/** Decodes the items of a page; what is the same for each of an entity is worked out once. */
function decoder({ connection, paging: { select }, plan }: Run) {
  const ofModel = (model: EntityModel): ((wire: WireItem) => Record<string, unknown>) => {
    const only = plan.keys.included && givenBack(model, plan.keys, plan.keys.included);
    if (!select) return (wire) => readItem(connection, model, wire, { only });
    const selected = selector(model, select, readsWhole(plan));
    return (wire) => selected(readItem(connection, model, wire, { partial: true, only }));
  };
  const decoders = new Map(plan.models.map((model) => [model, ofModel(model)]));
  return (model: EntityModel, wire: WireItem) => decoders.get(model)!(wire);
}

/** The entity of a stored item in the plan, or undefined for one that is merely in the same range. */
function wantedModel({ keys, range, models, accepts }: QueryPlan, wire: WireItem): EntityModel | undefined {
  const sortKey = keyTextOf(wire[keys.names[1] ?? '']);
  if (range.kind === 'between' && range.except.includes(sortKey)) return undefined;
  const model = modelOf(models, wire);
  return model && accepts?.(model, sortKey) === false ? undefined : model;
}

/** Reads the next page of one partition into its buffer. */
export async function readPage(run: Run, reader: Reader, limit: number | undefined): Promise<void> {
  const { connection, plan, paging, keyNames } = run;
  const { index } = plan.keys;
  const { partition, readTo } = reader;
  const startKey = Array.isArray(readTo) ? (readTo as string[]) : undefined;
  const start: PageStart = {
    partition,
    after: startKey?.[keyNames.indexOf(plan.keys.names[1] ?? '')],
    descending: paging.order === 'descending',
  };
  const scope = new ExpressionScope();
  const input = {
    TableName: connection.tableName,
    IndexName: index,
    KeyConditionExpression: writeKeyCondition(connection.definition, plan, start, scope),
    FilterExpression: filterExpression(plan, paging, scope),
    ProjectionExpression: projection(run, scope),
    Limit: limit,
    ScanIndexForward: start.descending ? false : undefined,
    ConsistentRead: paging.consistent || undefined,
    ExclusiveStartKey:
      startKey &&
      Object.fromEntries(
        keyNames.map((name, at) => [name, wireKeyValue(connection.definition, name, startKey[at] as string)]),
      ),
    ...scope.toRequest(),
  };
  const { output, capacity } = await connection.call(Query, input, {
    index,
    entities: plan.models.map((model) => model.name),
    keys: [keyReport(plan, partition)],
    signal: paging.signal,
  });
  run.pages++;
  if (capacity) run.capacity = connection.sumOf?.(run.capacity ? [run.capacity, capacity] : [capacity]);
  const decoded = decoder(run);
  for (const stored of (output['Items'] as WireItem[] | undefined) ?? []) {
    const wire = index && plan.keys.included ? fromKeys(plan.models, index, stored) : stored;
    const model = wantedModel(plan, wire);
    if (!model || isAbsent(connection, model, wire)) continue;
    reader.buffer.push({ found: { model, item: decoded(model, wire) }, wire });
  }
  const last = output['LastEvaluatedKey'] as WireItem | undefined;
  reader.readTo = last ? positionOf(run, last) : 'done';
  if (last && startKey) requireProgress(run, startKey, reader.readTo as string[]);
}

function requireProgress({ plan: { keys }, keyNames, paging }: Run, from: string[], to: string[]): void {
  const at = keyNames.indexOf(keys.names[1] ?? '');
  const order = at === -1 ? 0 : compareKeys(keys, to[at] ?? '', from[at] ?? '');
  const isBack = paging.order === 'descending' ? order > 0 : order < 0;
  if (isBack || to.every((text, index) => text === from[index])) refuseStandstill('Query');
}

/** The key condition for observers: `user:*` is a prefix, `a..b` a range. */
function keyReport({ keys, range }: QueryPlan, partition: string): Record<string, string> {
  const [partitionKey, sortKey = ''] = keys.names;
  const key = { [partitionKey]: partition };
  const texts = textsOf(range);
  if (texts.length > 0) key[sortKey] = texts.join('..') + (range.kind === 'prefix' ? '*' : '');
  return key;
}
