import { DomainError } from './errors.js';

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const EXTERNAL_ID_MAX_LENGTH = 128;
export const PLAN_MAX_LENGTH = 50;

/** Unfolded text grows under folding (one ligature can become 18 letters); what becomes a key must stay one. */
const FOLDED_MAX_BYTES = 512;

const ASCII = /^[\0-\x7f]*$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;
const DOTLESS_I = 'ı';

/**
 * The form in which two names or emails are compared: NFKC and full case folding, so that `Ａlice@x`, `ALICE@x` and
 * `alice@x` are one. Source: NFKC_Casefold, Unicode Standard, section 3.13.
 */
export function fold(text: string): string {
  // Most are, and come to the same.
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = Array.from(text.normalize('NFKC'), foldCodePoint).join('');
  return Array.from(folded.normalize('NFKC'), foldCodePoint).join('').normalize('NFKC');
}

/**
 * ECMAScript has no case folding, but lower → upper → lower of a single code point is the same mapping, also for
 * `ß`, `ẞ`, `ſ` and the final sigma. The dotless i is the exception: its upper case is the ordinary I.
 */
function foldCodePoint(character: string): string {
  return character === DOTLESS_I ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * @returns the name without surrounding white space
 * @throws DomainError `invalid_name`
 */
export function parseName(name: string, field = 'name'): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new DomainError('invalid_name', `${field} must not be empty.`, field);
  if (trimmed.length > NAME_MAX_LENGTH)
    throw new DomainError('invalid_name', `${field} must have at most ${NAME_MAX_LENGTH} characters.`, field);
  if (CONTROL_CHARACTER.test(trimmed) || LONE_SURROGATE.test(trimmed))
    throw new DomainError('invalid_name', `${field} must not contain control characters.`, field);
  if (utf8Length(fold(trimmed)) > FOLDED_MAX_BYTES)
    throw new DomainError('invalid_name', `${field} is too long in its compatibility form (NFKC).`, field);
  return trimmed;
}

/**
 * Checks the shape only: one @ with something on both sides, no white space. Whether mail arrives is for an
 * invitation to find out.
 *
 * @throws DomainError `invalid_email`
 */
export function parseEmail(email: string): string {
  const trimmed = email.trim();
  const shaped = /^[^\s@]+@[^\s@]+$/u.test(trimmed) && /^[^\s@]+@[^\s@]+$/u.test(fold(trimmed));
  if (!shaped || CONTROL_CHARACTER.test(trimmed) || LONE_SURROGATE.test(trimmed))
    throw new DomainError('invalid_email', 'email must have the form name@domain.', 'email');
  if (trimmed.length > EMAIL_MAX_LENGTH || utf8Length(fold(trimmed)) > FOLDED_MAX_BYTES)
    throw new DomainError(
      'invalid_email',
      `email must have at most ${EMAIL_MAX_LENGTH} characters.`,
      'email',
    );
  return trimmed;
}

/**
 * Another system's id, kept as it is and compared as it is: what its letters mean is not for us to know.
 *
 * @throws DomainError `invalid_external_id`
 */
export function parseExternalId(externalId: string): string {
  const refuse = (why: string) => new DomainError('invalid_external_id', `externalId ${why}.`, 'externalId');
  if (externalId === '' || externalId.trim() !== externalId)
    throw refuse('must neither be empty nor begin or end with white space');
  if (externalId.length > EXTERNAL_ID_MAX_LENGTH)
    throw refuse(`must have at most ${EXTERNAL_ID_MAX_LENGTH} characters`);
  if (CONTROL_CHARACTER.test(externalId) || LONE_SURROGATE.test(externalId))
    throw refuse('must not contain control characters');
  return externalId;
}

/**
 * The name of what an account has subscribed to. Limits are not derived from it: whoever sells plans sets both.
 *
 * @throws DomainError `invalid_name`
 */
export function parsePlan(plan: string): string {
  const parsed = parseName(plan, 'plan');
  if (parsed.length > PLAN_MAX_LENGTH)
    throw new DomainError('invalid_name', `plan must have at most ${PLAN_MAX_LENGTH} characters.`, 'plan');
  return parsed;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}
