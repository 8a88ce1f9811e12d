import { SingleTableError } from './errors.js';

type Stored = Record<string, unknown>;

/** How items of older versions become items of the present one. */
export interface Schema {
  /** The version items are written with. Items without one count as version 1. */
  version: number;
  /**
   * From each older version to the next, as pure functions over attributes as they are stored (a Date is ISO 8601
   * text). Every version from 1 on needs one: old items never break.
   */
  // An old shape has no type any more; each upcaster says what it reads.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  upcasters?: Readonly<Record<number, (stored: any) => Stored>>;
}

/** Refuses a schema with a hole in its upcasters. */
export function checkSchema(entity: string, schema: Schema): void {
  for (let version = 1; version < schema.version; version++) {
    if (!schema.upcasters?.[version]) {
      throw new SingleTableError('InvalidDefinition', `${entity} has no upcaster from version ${version}.`, {
        definition: entity,
      });
    }
  }
}
