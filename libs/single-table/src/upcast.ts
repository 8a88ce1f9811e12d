import { SingleTableError } from './errors.js';
import type { EntityModel } from './model.js';
import type { Schema } from './schema-version.js';
import { decodeUnknown, encodeUnknown, type WireItem } from './wire.js';

/** The schema version a stored item carries. */
export function storedVersion(model: EntityModel, wire: WireItem): number {
  const value = wire[model.versionMark];
  return value && 'N' in value ? Number(value.N) : 1;
}

/** A stored item in its present shape, still as attribute values. Items of the present version pass as they are. */
export function upcast(model: EntityModel, wire: WireItem): WireItem {
  const { schema } = model;
  if (!schema) return wire;
  let version = storedVersion(model, wire);
  if (version === schema.version) return wire;
  if (version > schema.version || version < 1 || !Number.isInteger(version)) {
    throw new SingleTableError(
      'UnknownSchemaVersion',
      `${model.name} of version ${version} cannot be read here.`,
      {
        entity: model.name,
        version,
      },
    );
  }
  let stored: Record<string, unknown> = {};
  for (const name in wire) {
    if (!model.reserved.has(name)) stored[name] = decodeUnknown(wire[name] as WireItem[string], name);
  }
  for (; version < schema.version; version++) {
    stored = (schema.upcasters as NonNullable<Schema['upcasters']>)[version]!(stored);
  }
  const present: WireItem = {};
  for (const name of model.reserved) if (wire[name]) present[name] = wire[name];
  for (const name in stored)
    if (stored[name] !== undefined) present[name] = encodeUnknown(stored[name], name);
  return present;
}
