import type { CallContext, Connection } from '../../connection/connection.js';
import { GetItem } from '../../transport/transport.js';
import { asRead, migrationOf } from '../../entity/migrate.js';
import { keyOfItem, type EntityModel } from '../../model/model.js';
import { wireKey } from '../../definitions/table.js';
import { ExpressionScope } from '../../expressions/expression.js';
import { decodeItem } from '../../items/item-codec.js';
import { differingNames, sameValue } from '../../wire/same-value.js';
import type { WireItem } from '../../wire/wire.js';
import type { ItemReference, WriteOperation } from '../../writes/operations.js';
import { refuseMigration, type Difference, type Rule } from './migration.js';

/** The source of a rule and the target of its migration. */
export interface Places {
  source: Connection;
  target: Connection;
  deleteSources: boolean;
}

export interface Part {
  action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  request: Record<string, unknown>;
}

/** What is left to do for one stored item. */
export interface Conversion {
  /** One transaction; none if nothing is left, or if the target has something else that is not to be overwritten. */
  parts: readonly Part[];
  /** What the target lacks, or has otherwise. */
  differences: readonly Difference[];
}

const NOTHING: Conversion = { parts: [], differences: [] };

/** Compares what a stored item becomes with what is there. */
export async function conversionOf(places: Places, rule: Rule, wire: WireItem): Promise<Conversion> {
  const { model } = rule.from;
  const own = rule.to && !rule.inPlace ? NOTHING : inPlace(places, model, wire);
  if (!rule.to) return own;
  const values = decodeItem(model, wire, { hidden: true }) as never;
  const references = rule.absorb?.(values) ?? [];
  const others = await Promise.all(references.map(({ key }) => readRaw(places.source, key)));
  const absorbed = references.map(({ model: of }, at) =>
    others[at] ? decodeItem(of, others[at], { hidden: true }) : undefined,
  );
  const operations = rule.to(values, absorbed as never);
  if (!operations) return own;
  const key = keyOfItem(model.key, wire);
  const wanted = operations.map((operation) => encoded(places.target, operation));
  const isInPlace = (at: EncodedPut) =>
    places.source.tableName === places.target.tableName && at.text === textOf(key);
  const targets = await Promise.all(
    wanted.map(async (put) => {
      if (!isInPlace(put)) return compare(rule, put, await readRaw(places.target, put.key));
      if (put.model.name === model.name)
        refuseMigration(`rewrites ${model.name} under its own key: give its entity a schema with upcasters`);
      return { put, state: 'replaces' as const, names: [] };
    }),
  );
  const made = targets
    .filter(({ state }) => state !== 'same')
    .map(({ put, names }) => ({ entity: model.name, key, target: put.key, attributes: names }));
  const differences = [...made, ...own.differences];
  if (targets.some(({ state }) => state === 'different')) return { parts: [], differences };
  const sources = [
    ...(wanted.some(isInPlace) ? [] : [{ model, key, wire, change: own.parts[0] }]),
    ...references.map((reference, at) => ({ ...reference, wire: others[at] })),
  ];
  return { parts: partsOf(places, targets, { sources, replaced: wire }), differences };
}

function inPlace({ source }: Places, model: EntityModel, wire: WireItem): Conversion {
  const update = migrationOf(model, wire);
  if (!update) return NOTHING;
  const { key, names, request } = update;
  return {
    parts: [{ action: 'Update', request: { TableName: source.tableName, ...request } }],
    differences: [{ entity: model.name, key, target: key, attributes: names }],
  };
}

interface EncodedPut {
  model: EntityModel;
  key: Record<string, string>;
  text: string;
  item: WireItem;
  /** What differs at each encoding, such as a time: it is not compared. */
  madeAnew: ReadonlySet<string>;
}

function encoded(target: Connection, { model, write }: WriteOperation): EncodedPut {
  if (model.table !== target.definition)
    refuseMigration(`puts ${model.name}, which is not of its target's definition`);
  const [first, second] = [new Date(0), new Date(1)].map((now) => write(now));
  if (first?.action !== 'Put') refuseMigration(`makes ${first?.action} of ${model.name}: only puts`);
  const [item, again] = [first.request['Item'], second?.request['Item']] as [WireItem, WireItem];
  const text = textOf(first.key);
  if (text !== textOf(second!.key)) refuseMigration(`gives ${model.name} another key each time`);
  const now = write(new Date(target.now())).request['Item'] as WireItem;
  return { model, key: first.key, text, item: now, madeAnew: new Set(differingNames(item, again)) };
}

type State = 'absent' | 'same' | 'replaces' | 'overwrites' | 'different';
interface Target {
  put: EncodedPut;
  state: State;
  found?: WireItem;
  names: string[];
}

function compare(rule: Rule, put: EncodedPut, found: WireItem | undefined): Target {
  if (!found) return { put, state: 'absent', names: [] };
  const { model, item, madeAnew } = put;
  const known = new Set([...model.reserved, ...Object.keys(model.attributes)]);
  const names = [...known].filter((name) => !madeAnew.has(name) && !sameValue(found[name], item[name]));
  if (names.length === 0) return { put, state: 'same', found, names };
  const decoded = (wire: WireItem) => decodeItem(model, wire, { hidden: true, partial: true });
  const winner = rule.wins?.(decoded(found), decoded(item));
  const state = winner === 'source' ? 'overwrites' : winner === 'target' ? 'same' : 'different';
  return { put, state, found, names };
}

/** One transaction: everything read is as it was, everything wanted is put, and the sources go if they are to. */
function partsOf(
  { source, target, deleteSources }: Places,
  targets: readonly Target[],
  { sources, replaced }: { sources: readonly Source[]; replaced: WireItem },
): Part[] {
  const leaves = deleteSources && sources.some(({ wire }) => wire);
  const isChanged = sources.some(({ change }) => change);
  if (!leaves && !isChanged && targets.every(({ state }) => state === 'same')) return [];
  const puts = targets.map(({ put, state, found }): Part => {
    const read = state === 'replaces' ? replaced : found;
    const { model, key } = put;
    if (state === 'same') return { action: 'ConditionCheck', request: guarded(target, model, key, read) };
    const { Key: _, ...condition } = guarded(target, model, key, read);
    const Item = state === 'overwrites' ? overwriting(put, found!) : put.item;
    return { action: 'Put', request: { ...condition, Item } };
  });
  const ends = sources.map(({ model, key, wire, change }): Part => {
    if (change && !deleteSources) return change;
    const action = deleteSources && wire ? 'Delete' : 'ConditionCheck';
    return { action, request: guarded(source, model, key, wire) };
  });
  return [...puts, ...ends];
}

/** Keeps what its entity does not know, or derives each time, as it was. */
function overwriting({ model, item, madeAnew }: EncodedPut, found: WireItem): WireItem {
  const isKnown = (name: string) => model.reserved.has(name) || Object.hasOwn(model.attributes, name);
  const kept = Object.entries(found).filter(([name]) => madeAnew.has(name) || !isKnown(name));
  return { ...item, ...Object.fromEntries(kept) };
}

type Source = Pick<ItemReference, 'model' | 'key'> & {
  wire: WireItem | undefined;
  change?: Part | undefined;
};

/** The request of a write that is made only while the item is as it was read, or still absent. */
function guarded(
  { tableName, definition }: Connection,
  model: EntityModel,
  key: Record<string, string>,
  wire: WireItem | undefined,
): Record<string, unknown> {
  const scope = new ExpressionScope();
  const known = wire ? [...model.reserved, ...Object.keys(model.attributes)] : [model.key.names[0]];
  const ConditionExpression = asRead(scope, wire ?? {}, known);
  return { TableName: tableName, Key: wireKey(definition, key), ConditionExpression, ...scope.toRequest() };
}

export async function readRaw(
  connection: Connection,
  key: Record<string, string>,
): Promise<WireItem | undefined> {
  const context: CallContext = { entities: [], keys: [key] };
  const Key = wireKey(connection.definition, key);
  const request = { TableName: connection.tableName, Key, ConsistentRead: true };
  return (await connection.call(GetItem, request, context)).output['Item'] as WireItem | undefined;
}

const textOf = (key: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(key).sort());
