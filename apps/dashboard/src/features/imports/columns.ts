import type { Schemas } from '#libs/client';
import { FIELDS } from './texts.js';

export type Kind = Schemas['ImportInspectionDto']['kind'];

export type Field = Schemas['ImportFieldDto'];

export const titleOf = (name: string): string => FIELDS[name] ?? name;

/** For each column of the file, the name of our field, or null. */
export type Mapping = readonly (string | null)[];

/** The fields still missing for an import, of which one is enough in each entry. */
export function missingFields(fields: readonly Field[], mapping: Mapping): string[] {
  const missing = fields.filter(
    ({ oneOf }) => oneOf.length > 0 && !oneOf.some((name) => mapping.includes(name)),
  );
  return [...new Set(missing.map(({ oneOf }) => oneOf.map(titleOf).join(' or ')))];
}
