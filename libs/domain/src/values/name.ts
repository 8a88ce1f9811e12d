import { DomainError } from './errors.js';
import { flawIn, positionIn, utf8Length, visibleLength } from './text/characters.js';
import { fold, FOLDED_MAX_BYTES } from './text/fold.js';
import { wordOfMixedScripts } from './text/scripts.js';

/**
 * Of users and service groups: as long as in directories that provision them
 * (https://learn.microsoft.com/graph/api/resources/user, `displayName`). In bytes they have no more than other names: they are in keys.
 */
const NAME_MAX_LENGTH = 256;
const TITLE_MAX_LENGTH = 100;
const PLAN_MAX_LENGTH = 50;
const DESCRIPTION_MAX_LENGTH = 200;
const REASON_MAX_LENGTH = 200;
const MEMBERSHIP_REASON_MAX_LENGTH = 500;
/** In UTF-8, as sent: enough for larger emoji. A sort key can hold an escaped name of this size. */
const BYTES_PER_CHARACTER = 8;
export const NAME_MAX_BYTES = TITLE_MAX_LENGTH * BYTES_PER_CHARACTER;
export const PLAN_MAX_BYTES = PLAN_MAX_LENGTH * BYTES_PER_CHARACTER;
export const DESCRIPTION_MAX_BYTES = DESCRIPTION_MAX_LENGTH * BYTES_PER_CHARACTER;
export const REASON_MAX_BYTES = REASON_MAX_LENGTH * BYTES_PER_CHARACTER;

export const nameRule = { type: 'string', most: NAME_MAX_BYTES, parse: parseName } as const;
/** For names that people tell things apart by: of accounts and API keys. */
export const titleRule = { type: 'string', most: NAME_MAX_BYTES, parse: parseTitle } as const;
export const groupNameRule = { type: 'string', most: NAME_MAX_BYTES, parse: parseGroupName } as const;
export const descriptionRule = {
  type: 'string',
  most: DESCRIPTION_MAX_BYTES,
  parse: parseDescription,
} as const;

export function textRule(field: string, maxLength = TITLE_MAX_LENGTH) {
  const parse = (text: string) => parseText(text, { field, maxLength });
  return { type: 'string', most: maxLength * BYTES_PER_CHARACTER, parse } as const;
}

/** Why a membership is given or requested. */
export const membershipReasonRule = textRule('reason', MEMBERSHIP_REASON_MAX_LENGTH);

/** The name of an account's plan. Limits are not derived from it: the seller of the plans sets both. */
export const planRule = textRule('plan', PLAN_MAX_LENGTH);

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * @returns the name without surrounding white space, and with single spaces in it (RFC 8266, section 2.1)
 * @throws DomainError `invalid_name`
 */
export function parseName(name: string): string {
  return parseText(name, { field: 'name', maxLength: NAME_MAX_LENGTH, maxBytes: NAME_MAX_BYTES });
}

/**
 * A name that must not be taken for another by its look. Users' names may mix scripts: people are told apart by their emails,
 * and their names come from directories that spell them as they do.
 * @throws DomainError `invalid_name`
 */
export function parseTitle(title: string): string {
  return withoutMixedScripts(parseText(title, { field: 'name', maxLength: TITLE_MAX_LENGTH }));
}

/** @throws DomainError `invalid_name` */
export function parseGroupName(name: string): string {
  return withoutMixedScripts(parseName(name));
}

function withoutMixedScripts(name: string): string {
  const mixed = wordOfMixedScripts(name);
  if (!mixed) return name;
  const position = positionIn(name, mixed.index);
  throw new DomainError(
    'invalid_name',
    `name must not mix scripts within a word (${mixed.word}, position ${position}): it could be taken for another name.`,
    'name',
  );
}

/**
 * Unlike a name, a description may be empty.
 * @throws DomainError `invalid_name`
 */
export function parseDescription(description: string): string {
  if (description.trim() === '' && description.length <= DESCRIPTION_MAX_BYTES) return '';
  return parseText(description, { field: 'description', maxLength: DESCRIPTION_MAX_LENGTH });
}

/** @throws DomainError `invalid_name` */
export function parseReason(reason: string): string {
  return parseText(reason, { field: 'reason', maxLength: REASON_MAX_LENGTH });
}

interface TextRule {
  field: string;
  maxLength: number;
  maxBytes?: number;
}

function parseText(
  sent: string,
  { field, maxLength, maxBytes = maxLength * BYTES_PER_CHARACTER }: TextRule,
): string {
  const refuse = (why: string) => new DomainError('invalid_name', `${field} must ${why}.`, field);
  const trimmed = sent.trim();
  if (trimmed === '') throw refuse('not be empty');
  const flaw = flawIn(trimmed);
  if (flaw) throw refuse(`not contain ${flaw.codePoint} (position ${flaw.position}): ${flaw.why}`);
  if (!VISIBLE.test(trimmed)) throw refuse('contain a visible character');
  if (/^\p{M}/u.test(trimmed)) throw refuse('not begin with a combining mark');
  const text = trimmed.replace(/\p{Zs}+/gu, ' ');
  const length = visibleLength(text);
  if (length > maxLength) throw refuse(`have at most ${maxLength} characters; it has ${length}`);
  if (utf8Length(sent) > maxBytes) throw refuse(`have at most ${maxBytes} bytes in UTF-8`);
  if (maxBytes <= NAME_MAX_BYTES && utf8Length(fold(text)) > FOLDED_MAX_BYTES)
    throw refuse(`have at most ${FOLDED_MAX_BYTES} bytes in its compatibility form (NFKC)`);
  return text;
}

/** A value that does not change was valid when it was set, whatever the rules are now. */
export function parseUnlessKept<Value>(
  value: Value | undefined,
  kept: Value,
  parse: (value: Value) => Value,
): Value {
  return value === undefined || value === kept ? kept : parse(value);
}
