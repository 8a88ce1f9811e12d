import { SingleTableError } from '../wire/errors.js';
import { rawCondition } from '../expressions/condition.js';
import { migrateItem, migrationOf } from './migrate.js';
import type { EntityModel, SchemaVersions } from '../model/model.js';
import { decodeStored, define, encodeUnknown, type WireItem } from '../wire/wire.js';

type Stored = Record<string, unknown>;

export interface Schema {
  /** The version items are written with. Items without one count as version 1. */
  version: number;
  /**
   * From each older version to the next, as pure functions over attributes as they are stored: a Date is ISO 8601 text, and an
   * integer beyond 2^53 a bigint.
   * Every version from 1 on needs one, so that old items never break.
   */
  // An old shape has no type any more; each upcaster says what it reads.
  // oxlint-disable-next-line typescript/no-explicit-any
  upcasters?: Readonly<Record<number, (stored: any) => Stored>>;
}

/** The operations that meet an item in an older shape; a put replaces it, and a delete takes it as it is. */
const CHANGES = ['update', 'upsert'];

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
      const flat = model.packs?.flat(wire) ?? wire;
      for (const name in flat) {
        if (model.reserved.has(name)) continue;
        define(stored, name, decodeStored(flat[name] as WireItem[string], name));
      }
      for (; version < present; version++) stored = upcasters[version]!(stored);
      const upcasted: WireItem = {};
      for (const name of model.reserved) if (flat[name]) upcasted[name] = flat[name];
      for (const name in stored) {
        if (stored[name] !== undefined) define(upcasted, name, encodeUnknown(stored[name], name));
      }
      return upcasted;
    },
    present(model) {
      if (present === 1) return [];
      const version = { N: String(present) };
      return [rawCondition((scope) => `${scope.name(model.versionMark)} = ${scope.value(version)}`)];
    },
    async migrate(connection, failed) {
      const isFlat = connection.packs ? !(await connection.packs()) : false;
      const migrations = failed.map(({ kind, model, item }) => {
        const isOlder =
          CHANGES.includes(kind) && item && storedVersion(model, item) < (model.schema?.version ?? 1);
        return { model, migration: isOlder ? migrationOf(model, item, isFlat) : undefined };
      });
      if (migrations.some(({ migration }) => !migration)) return false;
      for (const { model, migration } of migrations) await migrateItem(connection, model, migration!);
      return true;
    },
  };
}
