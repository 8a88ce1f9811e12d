import { SingleTableError } from '../errors.js';
import { migrationOf } from './migrate.js';
import type { EntityModel, SchemaVersions } from './model.js';
import { decodeUnknown, encodeUnknown, type WireItem } from '../items/wire.js';

type Stored = Record<string, unknown>;

export interface Schema {
  /** The version items are written with. Items without one count as version 1. */
  version: number;
  /**
   * From each older version to the next, as pure functions over attributes as they are stored (a Date is ISO 8601 text).
   * Every version from 1 on needs one, so that old items never break.
   */
  // An old shape has no type any more; each upcaster says what it reads.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  upcasters?: Readonly<Record<number, (stored: any) => Stored>>;
}

function storedVersion(model: EntityModel, wire: WireItem): number {
  const value = wire[model.versionMark];
  return value && 'N' in value ? Number(value.N) : 1;
}

/** Makes an entity's items versioned: `schema: schemaVersions({ version: 2, upcasters: { 1: … } })`. */
export function schemaVersions({ version: present, upcasters = {} }: Schema): SchemaVersions {
  return {
    version: present,
    check(entity) {
      for (let version = 1; version < present; version++) {
        if (!upcasters[version]) {
          throw new SingleTableError(
            'InvalidDefinition',
            `${entity} has no upcaster from version ${version}.`,
            { definition: entity },
          );
        }
      }
    },
    upcast(model, wire) {
      let version = storedVersion(model, wire);
      if (version === present) return wire;
      if (version > present || version < 1 || !Number.isInteger(version)) {
        throw new SingleTableError(
          'UnknownSchemaVersion',
          `${model.name} of version ${version} cannot be read here.`,
          { entity: model.name, version },
        );
      }
      let stored: Stored = {};
      for (const name in wire) {
        if (!model.reserved.has(name)) stored[name] = decodeUnknown(wire[name] as WireItem[string], name);
      }
      for (; version < present; version++) stored = upcasters[version]!(stored);
      const upcasted: WireItem = {};
      for (const name of model.reserved) if (wire[name]) upcasted[name] = wire[name];
      for (const name in stored) {
        if (stored[name] !== undefined) upcasted[name] = encodeUnknown(stored[name], name);
      }
      return upcasted;
    },
    migration: (model, wire) => (storedVersion(model, wire) < present ? migrationOf(model, wire) : undefined),
  };
}
