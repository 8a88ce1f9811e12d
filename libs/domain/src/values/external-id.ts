import { DomainError } from './errors.js';
import { textSetting } from './settings.js';

export const EXTERNAL_ID_MAX_LENGTH = 128;

export const externalId = {
  ...textSetting(
    { type: 'string', most: EXTERNAL_ID_MAX_LENGTH, parse: parseExternalId },
    'The id in another system',
  ),
  always: true,
  about: 'The id in another system.',
  given: 'The id in another system. Unique and case-sensitive.',
  changed: 'The id in another system. Unique and case-sensitive. Null removes it.',
} as const;

/**
 * Another system's id, stored and compared as it is: we do not know what its letters mean.
 * @throws DomainError `invalid_external_id`
 */
export function parseExternalId(externalId: string): string {
  const refuse = (why: string) => new DomainError('invalid_external_id', `externalId ${why}.`, 'externalId');
  if (externalId === '' || externalId.trim() !== externalId)
    throw refuse('must neither be empty nor begin or end with white space');
  if (externalId.length > EXTERNAL_ID_MAX_LENGTH)
    throw refuse(`must have at most ${EXTERNAL_ID_MAX_LENGTH} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(externalId)) throw refuse('must not contain control characters');
  return externalId;
}
