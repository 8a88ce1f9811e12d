import type { ApiKeyView, ScimRefusal } from '#libs/directory';
import { PROBLEMS, type ProblemCode } from '../../problems/catalogue.js';
import { remedyFor } from './remedies.js';

export class ScimKeyDto {
  /** `akey_` followed by a ULID. */
  id!: string;
  name!: string;
  /** The last four characters of the key. */
  hint!: string;
  /** Whether it may create, change and remove admins too. */
  changesAdmins!: boolean;
  /** Null if it does not expire. */
  expiresAt!: string | null;
  /** Accurate to a few seconds. Null if it has not been used since it was created or rotated. */
  lastUsedAt!: string | null;
}

/** A request that was refused. Nothing of its body or query is kept. */
export class ScimRefusalDto {
  /** ISO 8601, UTC. */
  at!: string;
  /** The key it was sent with. */
  apiKeyId!: string;
  method!: string;
  /** The requested type of resource, as in the path: `Users`. Null for a path that SCIM does not have. */
  resource!: string | null;
  /** The id of the user, service group or team, as in the path. Null if it has none, or not one of Rollbook’s. */
  resourceId!: string | null;
  status!: number;
  code!: string;
  /** What was wrong. */
  title!: string;
  /** What to do about it. */
  remedy!: string;
}

export class ScimSetUpDto {
  /** What identity providers call the base URL or tenant URL. Null if `ROLLBOOK_PUBLIC_URL` is not set. */
  baseUrl!: string | null;
  /** The same, for an identity provider whose groups are to be teams. */
  teamsBaseUrl!: string | null;
  /** The API keys that may use it, newest first; at most 100. */
  apiKeys!: ScimKeyDto[];
  /** The most recent requests of a week that were refused, newest first; at most 20. They are recorded within about ten seconds. */
  refusals!: ScimRefusalDto[];
}

export function toScimKeyDto({
  apiKeyId: id,
  name,
  hint,
  scopes,
  validUntil,
  lastUsedAt,
}: ApiKeyView): ScimKeyDto {
  return {
    id,
    name,
    hint,
    changesAdmins: scopes.includes('admins:write'),
    expiresAt: validUntil ?? null,
    lastUsedAt: lastUsedAt ?? null,
  };
}

export function toScimRefusalDto({ resource, resourceId, ...refusal }: ScimRefusal): ScimRefusalDto {
  const code = refusal.code as ProblemCode;
  // Written by another version, which may have had other codes.
  const title = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code].title : code;
  return {
    ...refusal,
    resource: resource ?? null,
    resourceId: resourceId ?? null,
    title,
    remedy: remedyFor(code),
  };
}
