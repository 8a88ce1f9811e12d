import type { Schemas } from '#libs/client';
import { FIELDS } from './texts.js';

export type Kind = Schemas['ImportInspection']['kind'];

export type Field = Schemas['ImportField'];

export const titleOf = (name: string): string => FIELDS[name] ?? name;

/** The fields that a refusal is about, as far as its code tells. */
const WRONG_FIELDS: Readonly<Record<string, readonly string[]>> = {
  invalid_email: ['email', 'userEmail'],
  email_taken: ['email'],
  external_id_taken: ['externalId'],
  service_group_name_taken: ['name'],
  team_name_taken: ['name'],
  user_not_found: ['userEmail', 'userExternalId'],
  service_group_not_found: ['serviceGroupName', 'serviceGroupExternalId'],
  team_not_found: ['teamName', 'teamExternalId'],
  invalid_expires_at: ['until'],
  access_role_not_found: ['accessRole'],
  owner_needed: ['role'],
};

export const isAbout = (code: string | undefined, field: string): boolean =>
  code !== undefined && (WRONG_FIELDS[code] ?? []).includes(field);

/** For each column of the file, the name of our field, or null. */
export type Mapping = readonly (string | null)[];

/** The fields still missing for an import, of which one is enough in each entry. */
export function missingFields(fields: readonly Field[], mapping: Mapping): string[] {
  const missing = fields.filter(
    ({ oneOf }) => oneOf.length > 0 && !oneOf.some((name) => mapping.includes(name)),
  );
  return [...new Set(missing.map(({ oneOf }) => oneOf.map(titleOf).join(' or ')))];
}
