import { addCapacity, type Capacity } from './capacity.js';
import type { Condition } from './condition.js';
import { call, isAbsent, type Connection } from './connection.js';
import { cursorSecretOf, readCursor, writeCursor, type Position } from './cursor.js';
import { ExpressionScope } from './expression.js';
import { decodeItem, entityNameOf } from './item-codec.js';
import { keyNamesOf, type EntityModel } from './model.js';
import { compareKeys, writeKeyCondition, type QueryPlan } from './query-plan.js';
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

export interface QueryResult {
  found: Found[];
  cursor: string | undefined;
  capacity: Capacity | undefined;
}

/** A matching item that was read and not yet handed out. */
interface Candidate {
  found: Found;
  wire: WireItem;
}

/** One partition of a query, read page by page. */
interface Reader {
  partition: string;
  start: Position;
  /** The last item handed out. */
  last: WireItem | undefined;
  /** After the last item read. */
  readTo: Position;
  buffer: Candidate[];
}

interface Run {
  connection: Connection;
  plan: QueryPlan;
  paging: Paging;
  keyNames: string[];
  pages: number;
  capacity: Capacity | undefined;
}

const LARGEST_PAGE = 1000;

/** The names of the key attributes that a position holds, in order: the table's, then the index's. */
function positionNames(run: { connection: Connection; plan: QueryPlan }): string[] {
  const { definition } = run.connection;
  const { index } = run.plan;
  return [
    ...new Set([
      ...keyNamesOf(keyAttributesOf(definition)),
      ...(index === undefined ? [] : keyNamesOf(keyAttributesOf(definition, index))),
    ]),
  ];
}

function positionOf(names: readonly string[], wire: WireItem): string[] {
  return names.map((name) => (wire[name] as { S: string }).S);
}

/** Everything that decides which items a query gives, and in which order: what a cursor is bound to. */
function bindingOf({ connection, plan, paging }: Run): string {
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

async function readPage(run: Run, reader: Reader, limit: number | undefined): Promise<void> {
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

/** The reader whose next item is first in order, or undefined when every buffer is empty. */
function firstOf({ plan, paging }: Run, readers: readonly Reader[]): Reader | undefined {
  const { sortKey } = plan;
  const sortOf = (reader: Reader) => {
    const head = reader.buffer[0];
    return head && sortKey !== undefined ? (head.wire[sortKey] as { S: string }).S : '';
  };
  const filled = readers.filter((reader) => reader.buffer.length > 0);
  const direction = paging.order === 'descending' ? -1 : 1;
  return filled.reduce<Reader | undefined>(
    (best, each) => (best && compareKeys(sortOf(best), sortOf(each)) * direction <= 0 ? best : each),
    undefined,
  );
}

/** Hands out the next item in order, or undefined when every buffer is empty. */
function takeNext(run: Run, readers: readonly Reader[]): Found | undefined {
  const next = readers.length === 1 ? readers[0] : firstOf(run, readers);
  const candidate = next?.buffer.shift();
  if (!next || !candidate) return undefined;
  next.last = candidate.wire;
  return candidate.found;
}

/** Where a reader's partition goes on: after the last item handed out, or after all it has read. */
function positionAfter(run: Run, reader: Reader): Position {
  if (reader.buffer.length === 0) return reader.readTo;
  return reader.last ? positionOf(run.keyNames, reader.last) : reader.start;
}

function exhausted(run: Run): boolean {
  const { maxPages, maxReadUnits } = run.paging;
  return (
    (maxPages !== undefined && run.pages >= maxPages) ||
    (maxReadUnits !== undefined && (run.capacity?.read ?? 0) >= maxReadUnits)
  );
}

function startRun(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): { run: Run; readers: Reader[]; binding: () => string } {
  const run: Run = {
    connection,
    plan,
    paging,
    keyNames: positionNames({ connection, plan }),
    pages: 0,
    capacity: undefined,
  };
  const binding = () => bindingOf(run);
  const positions: Position[] =
    paging.cursor === undefined
      ? plan.partitions.map(() => null)
      : readCursor(cursorSecretOf(connection.cursorSecret), binding(), paging.cursor, plan.partitions.length);
  const readers = plan.partitions.map((partition, at): Reader => {
    const position = positions[at] as Position;
    return { partition, start: position, last: undefined, readTo: position, buffer: [] };
  });
  return { run, readers, binding };
}

/** Reads on wherever a partition has nothing buffered and is not at its end. */
async function refill(run: Run, readers: readonly Reader[], limit: number | undefined): Promise<boolean> {
  const empty = readers.filter((reader) => reader.buffer.length === 0 && reader.readTo !== 'done');
  await Promise.all(empty.map((reader) => readPage(run, reader, limit)));
  return empty.length > 0;
}

/**
 * Runs a query. With `limit`, reads on until that many items matched, the end, or a cap; without, reads one page of
 * each partition. One item more than the limit is asked for, so that a cursor means that there is more.
 */
export async function runQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): Promise<QueryResult> {
  const { run, readers, binding } = startRun(connection, plan, paging);
  if (plan.range.kind === 'empty') return { found: [], cursor: undefined, capacity: undefined };
  const { limit = Infinity } = paging;
  const found: Found[] = [];
  let pageSize = paging.limit === undefined ? undefined : limit + 1;
  for (let first = true; ; first = false) {
    const stop = !first && (paging.limit === undefined || exhausted(run));
    if (!stop && (await refill(run, readers, pageSize))) {
      if (pageSize !== undefined) pageSize = paging.filter ? Math.min(pageSize * 2, LARGEST_PAGE) : pageSize;
    }
    // Only while every unfinished partition has something buffered is the next item in order known.
    while (
      found.length < limit &&
      readers.every((each) => each.buffer.length > 0 || each.readTo === 'done')
    ) {
      const next = takeNext(run, readers);
      if (!next) break;
      found.push(next);
    }
    const ended = readers.every((each) => each.buffer.length === 0 && each.readTo === 'done');
    const more = readers.some((each) => each.buffer.length > 0);
    const full = found.length >= limit && (more || paging.filter !== undefined);
    if (stop || ended || full) {
      return { found, cursor: ended ? undefined : cursorOf(run, readers, binding()), capacity: run.capacity };
    }
  }
}

function cursorOf(run: Run, readers: readonly Reader[], binding: string): string | undefined {
  const positions = readers.map((reader) => positionAfter(run, reader));
  return writeCursor(cursorSecretOf(run.connection.cursorSecret), binding, positions);
}

/** Every item of a query, in order, holding no more than a page of each partition in memory. */
export async function* iterateQuery(
  connection: Connection,
  plan: QueryPlan,
  paging: Paging,
): AsyncGenerator<Found, void, undefined> {
  const { run, readers } = startRun(connection, plan, paging);
  let left = plan.range.kind === 'empty' ? 0 : (paging.limit ?? Infinity);
  while (left > 0) {
    while (readers.some((reader) => reader.buffer.length === 0 && reader.readTo !== 'done')) {
      if (exhausted(run)) return;
      await refill(
        run,
        readers,
        paging.limit === undefined || paging.filter ? undefined : Math.min(left, LARGEST_PAGE),
      );
    }
    const next = takeNext(run, readers);
    if (!next) return;
    left--;
    yield next;
  }
}
