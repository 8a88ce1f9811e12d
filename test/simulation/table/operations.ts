import {
  conditionOf,
  keyConditionOf,
  project,
  projectionOf,
  valueOf,
  type Placeholders,
} from './expressions.js';
import type { StoredTable } from './stored-table.js';
import { updated } from './updates.js';
import { invalid, isEqual, itemSize, refuse, type Item } from './values.js';

/** A write of one item, alone or in a transaction. */
export interface WriteInput extends Placeholders {
  TableName: string;
  Key?: Item;
  Item?: Item;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ReturnValuesOnConditionCheckFailure?: string;
  ReturnValues?: string;
}

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** What a write will do, decided before anything is written. */
export interface Planned {
  table: StoredTable;
  key: Item;
  before: Item | undefined;
  after: Item | undefined;
  isHeld: boolean;
}

export function plan(table: StoredTable, kind: WriteKind, input: WriteInput): Planned {
  const key = kind === 'Put' ? table.keyIn(input.Item!, true) : table.keyIn(input.Key!, false);
  const before = table.get(key);
  const { ConditionExpression: condition } = input;
  if (condition !== undefined && !conditionOf(condition)(before ?? {}, input))
    return { table, key, before, after: before, isHeld: false };
  const after =
    kind === 'ConditionCheck'
      ? before
      : kind === 'Delete'
        ? undefined
        : kind === 'Put'
          ? input.Item
          : updated(before, key, input.UpdateExpression, input);
  if (after && after !== before) table.check(after);
  return { table, key, before, after, isHeld: true };
}

/** What a single write answers. */
export function returned({ before, after }: Planned, wanted: string | undefined): { Attributes?: Item } {
  const Attributes = wanted === 'ALL_OLD' ? before : wanted === 'ALL_NEW' ? after : undefined;
  return Attributes ? { Attributes } : {};
}

export function refuseCondition(
  { before }: Planned,
  { ReturnValuesOnConditionCheckFailure: wanted }: WriteInput,
): never {
  return refuse('ConditionalCheckFailedException', 'The conditional request failed', {
    ...(wanted === 'ALL_OLD' && before && { Item: before }),
  });
}

export interface QueryInput extends Placeholders {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  Limit?: number;
  ScanIndexForward?: boolean;
  ExclusiveStartKey?: Item;
}

const PAGE_BYTES = 2 ** 20;

export function query(table: StoredTable, input: QueryInput) {
  const {
    IndexName: index,
    KeyConditionExpression,
    ExclusiveStartKey: start,
    ScanIndexForward: isForward = true,
  } = input;
  const names = table.keysOf(index);
  const { partition, low, high, condition } = keyConditionOf(KeyConditionExpression);
  const value = valueOf(partition, input);
  const items = table.partition(index, value);
  const bound = (written: string) => ({ [names.sort ?? '']: valueOf(written, input) });
  if (start && !isEqual(start[names.partition], value))
    invalid('The provided starting key is outside query boundaries');
  let from = items ? (low === undefined ? 0 : items.from(bound(low))) : 0;
  let end = items ? (high === undefined ? items.length : items.after(bound(high))) : 0;
  if (start && items && isForward) from = Math.max(from, items.after(start));
  if (start && items && !isForward) end = Math.min(end, items.from(start));
  const found: Item[] = [];
  let [scanned, bytes, last] = [0, 0, undefined as Item | undefined];
  const step = isForward ? 1 : -1;
  for (let at = isForward ? from : end - 1; at >= from && at < end; at += step) {
    const item = items!.at(at)!;
    if (!condition(item, input)) continue;
    scanned += 1;
    bytes += itemSize(item);
    if (passes(input, item)) found.push(item);
    if (scanned === input.Limit || bytes > PAGE_BYTES) {
      last = item;
      break;
    }
  }
  const { ProjectionExpression: selected } = input;
  const Items =
    selected === undefined ? found : found.map((item) => project(item, projectionOf(selected), input));
  const LastEvaluatedKey = last && positionOf(table, index, last);
  return { Items, Count: found.length, ScannedCount: scanned, ...(LastEvaluatedKey && { LastEvaluatedKey }) };
}

function passes(input: QueryInput, item: Item): boolean {
  return input.FilterExpression === undefined || conditionOf(input.FilterExpression)(item, input);
}

function positionOf(table: StoredTable, index: string | undefined, item: Item): Item {
  const names = table.keysOf(index);
  const all = new Set([...table.names, names.partition, ...(names.sort === undefined ? [] : [names.sort])]);
  return Object.fromEntries([...all].map((name) => [name, item[name]!]));
}

export interface ScanInput extends Placeholders {
  TableName: string;
  Limit?: number;
  FilterExpression?: string;
  ExclusiveStartKey?: Item;
}

/** In the order in which the items were first written, which is as good as any. */
export function scan(table: StoredTable, input: ScanInput) {
  const { ExclusiveStartKey: start, Limit, FilterExpression: filter } = input;
  const after = start && table.textOf(start);
  const Items: Item[] = [];
  let [scanned, bytes, isPast, last] = [0, 0, after === undefined, undefined as Item | undefined];
  for (const item of table.all()) {
    if (!isPast) {
      isPast = table.textOf(item) === after;
      continue;
    }
    scanned += 1;
    bytes += itemSize(item);
    if (filter === undefined || conditionOf(filter)(item, input)) Items.push(item);
    if (scanned === Limit || bytes > PAGE_BYTES) {
      last = item;
      break;
    }
  }
  const LastEvaluatedKey = last && table.keyIn(last, true);
  return { Items, Count: Items.length, ScannedCount: scanned, ...(LastEvaluatedKey && { LastEvaluatedKey }) };
}
