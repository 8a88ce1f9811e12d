import type { Connection } from '../connection/connection.js';
import { decodeItem, isItemOf, type DecodeOptions } from '../items/item-codec.js';
import type { EntityModel } from '../model/model.js';
import { withBinariesAsText, type WireItem } from '../wire/wire.js';

/** Undefined for another entity's or tenant's item. `stored` is for writes: with what is hidden, and even if it has expired. */
export function itemOf(
  connection: Connection,
  model: EntityModel,
  wire: WireItem | undefined,
  options?: { stored?: boolean | undefined },
): Record<string, unknown> | undefined {
  if (wire === undefined || !isItemOf(model, wire)) return undefined;
  const isGone = options?.stored ? isOfOther(connection, model, wire) : isAbsent(connection, model, wire);
  return isGone ? undefined : readItem(connection, model, wire, { hidden: options?.stored });
}

/** A stored item, decoded; an inspected connection sees what is stored besides. */
export function readItem(
  connection: Connection,
  model: EntityModel,
  wire: WireItem,
  options: DecodeOptions = {},
): Record<string, unknown> {
  const item = decodeItem(model, wire, options);
  if (!options.only) connection.inspect?.(model, wire, item, options.partial ?? false);
  // An update reads what is hidden for itself.
  if (!options.hidden) connection.afterRead?.({ entity: model.name, item });
  return item;
}

/** True for an item that reads treat as absent: an expired one, or another tenant's. */
export function isAbsent(connection: Connection, model: EntityModel, wire: WireItem): boolean {
  const { definition, now } = connection;
  const expiry = model.hideExpired && wire[definition.timeToLive ?? ''];
  // Time to live is in seconds since the epoch.
  if (expiry && 'N' in expiry && Number(expiry.N) * 1000 <= now()) return true;
  return isOfOther(connection, model, wire);
}

function isOfOther({ tenant, onForeignItem }: Connection, model: EntityModel, wire: WireItem): boolean {
  return !!tenant?.isForeign(model, wire, onForeignItem);
}

/** The item found by a failed condition, or undefined for any other error. */
export function failedCondition(error: unknown): { item: WireItem | undefined } | undefined {
  const { name, Item: item } = error as { name?: string; Item?: WireItem };
  return name === 'ConditionalCheckFailedException' ? { item: withBinariesAsText(item) } : undefined;
}
