import { isAbsent, type Connection } from './connection.js';
import { decodeItem, entityNameOf } from './item-codec.js';
import type { EntityModel } from './model.js';
import type { WireItem } from './wire.js';

/**
 * A stored item as an item of an entity: undefined when nothing is stored, when it is of another entity, or of another
 * tenant. Old items in the SDK's errors are read too: their binaries are bytes already, which the codec takes.
 */
export function itemOf(
  connection: Connection,
  model: EntityModel,
  wire: WireItem | undefined,
): Record<string, unknown> | undefined {
  if (wire === undefined || entityNameOf(model.discriminator, wire) !== model.name) return undefined;
  return isAbsent(connection, model, wire) ? undefined : decodeItem(model, wire);
}
