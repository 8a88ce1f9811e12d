import { DomainError } from './errors.js';
import { utf8Length } from './text/characters.js';
import { mergePatch } from './json.js';
import { NOT_NEEDED, type Setting } from './settings.js';

/** Data that an integrator stores with an account, user or service group: a JSON object that means nothing to Rollbook. */
export type Metadata = Readonly<Record<string, unknown>>;

/** As JSON without white space, in UTF-8. */
const METADATA_MAX_BYTES = 16 * 1024;

/** Lists and objects included. Each takes far more memory than its bytes. What was stored before there was a limit is still read. */
const METADATA_MAX_VALUES = 500;

/** A change is a merge patch. */
export const metadata: Setting<Metadata, Metadata> & { always: true; given: string } = {
  type: 'object',
  given: 'Any JSON object of up to 16 KB and 500 values, with lists and objects counted.',
  changed:
    'A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything.',
  parse: parseMetadata,
  ...NOT_NEEDED,
  none: {},
  merge: (before: Metadata, patch: Metadata) => mergePatch(before, patch) as Metadata,
  descriptions: {
    created: 'Data that another system stores here. Absent if there is none.',
    changed: 'All data that another system stores here, after the change.',
  },
  always: true,
};

/** @throws DomainError `invalid_metadata` */
export function parseMetadata(metadata: Metadata): Metadata {
  const bytes = utf8Length(JSON.stringify(metadata));
  if (bytes > METADATA_MAX_BYTES)
    throw invalidMetadata(
      `metadata must have at most ${METADATA_MAX_BYTES} bytes as JSON; with this change it would have ${bytes}.`,
    );
  const values = valuesIn(metadata);
  if (values > METADATA_MAX_VALUES)
    throw invalidMetadata(
      `metadata must have at most ${METADATA_MAX_VALUES} values; with this change it would have ${values}.`,
    );
  if (hasEmptyKey(metadata)) throw invalidMetadata('A key in metadata must not be empty.');
  return metadata;
}

function invalidMetadata(message: string): DomainError {
  return new DomainError('invalid_metadata', message, 'metadata');
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, child: unknown) => sum + valuesIn(child), 1);
}

/** DynamoDB does not store attributes without a name, at any depth. */
function hasEmptyKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptyKey);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => key === '' || hasEmptyKey(child));
}
