import { DomainError } from '../errors.js';
import { utf8Length } from './characters.js';
import { parseExternalId } from './external-id.js';
import { parseAll } from './parse-all.js';

/** Data that an integrator stores with an account, user or service group: a JSON object that means nothing to Rollbook. */
export type Metadata = Readonly<Record<string, unknown>>;

/** As JSON without white space, in UTF-8. */
export const METADATA_MAX_BYTES = 16 * 1024;

/** What accounts, users and service groups have in common. */
export interface Details {
  /** The id in another system. */
  externalId?: string;
  /** Absent if empty. */
  metadata?: Metadata;
}

export interface DetailsChange {
  /** Null removes it. */
  externalId?: string | null;
  /** A merge patch (RFC 7396) of the metadata. Null removes all of it. */
  metadata?: Metadata | null;
}

/** A change of details in an event: complete, before and after. */
export interface ChangedDetails {
  externalId: string | null;
  previousExternalId: string | null;
  metadata: Metadata;
  previousMetadata: Metadata;
}

/**
 * The details of something new. Contains only what is set, so that events without details stay as they are.
 * @throws DomainError `invalid_external_id`, `invalid_metadata`
 */
export function parseDetails({ externalId, metadata }: DetailsChange): Details {
  const parsed = parseAll({
    externalId: () => (typeof externalId === 'string' ? parseExternalId(externalId) : undefined),
    metadata: () => parseMetadata(metadata ?? {}),
  });
  return {
    ...(parsed.externalId !== undefined && { externalId: parsed.externalId }),
    ...(Object.keys(parsed.metadata).length > 0 && { metadata: parsed.metadata }),
  };
}

/**
 * What a change does to the details, or undefined if there is nothing to change.
 * @throws DomainError `invalid_external_id`, `invalid_metadata`
 */
export function changeDetails(before: Details, change: DetailsChange): ChangedDetails | undefined {
  const previousExternalId = before.externalId ?? null;
  const previousMetadata = before.metadata ?? {};
  const wanted = change.externalId === undefined ? previousExternalId : change.externalId;
  const patched =
    change.metadata === undefined ? previousMetadata : mergePatch(previousMetadata, change.metadata ?? {});
  const { externalId, metadata } = parseAll({
    externalId: () => (wanted === null ? null : parseExternalId(wanted)),
    metadata: () => (change.metadata === null ? {} : parseMetadata(patched as Metadata)),
  });
  if (externalId === previousExternalId && sameJson(metadata, previousMetadata)) return undefined;
  return { externalId, previousExternalId, metadata, previousMetadata };
}

export function detailsOf({
  externalId,
  metadata,
}: Pick<ChangedDetails, 'externalId' | 'metadata'>): Details {
  return {
    ...(externalId !== null && { externalId }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** @throws DomainError `invalid_metadata` */
export function parseMetadata(metadata: Metadata): Metadata {
  const bytes = utf8Length(JSON.stringify(metadata));
  if (bytes > METADATA_MAX_BYTES)
    throw invalidMetadata(
      `metadata must have at most ${METADATA_MAX_BYTES} bytes as JSON; with this change it would have ${bytes}.`,
    );
  if (hasEmptyKey(metadata)) throw invalidMetadata('A key in metadata must not be empty.');
  return metadata;
}

function invalidMetadata(message: string): DomainError {
  return new DomainError('invalid_metadata', message, 'metadata');
}

/** DynamoDB does not store attributes without a name, at any depth. */
function hasEmptyKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptyKey);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => key === '' || hasEmptyKey(child));
}

/** RFC 7396, section 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal regardless of the order of keys, which the table does not keep. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => sameJson(value, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
