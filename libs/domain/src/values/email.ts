import { DomainError } from './errors.js';
import { codePointOf, flawIn, positionIn, utf8Length } from './text/characters.js';
import { fold, FOLDED_MAX_BYTES } from './text/fold.js';

/** RFC 5321, section 4.5.3.1: the path of 256 octets, less its angle brackets. */
export const EMAIL_MAX_BYTES = 254;
export const emailRule = { type: 'string', most: EMAIL_MAX_BYTES, parse: parseEmail } as const;
const LOCAL_PART_MAX_BYTES = 64;
const LABEL_MAX_BYTES = 63;

const ATOM_CHARACTER = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]/u;
const LABEL_CHARACTER = /[\p{L}\p{M}\p{N}-]/u;

/**
 * The part of RFC 5321 and, for letters of all scripts, RFC 6531 that mail systems agree on: a dot-atom, and a domain
 * of at least two labels. No quoted local parts, no address literals. Whether mail can be delivered is only known
 * once an invitation is sent.
 * @returns the email without surrounding white space
 * @throws DomainError `invalid_email`
 */
export function parseEmail(email: string): string {
  const trimmed = email.trim();
  const isTooLong = utf8Length(email) > EMAIL_MAX_BYTES;
  const flaw = isTooLong ? TOO_LONG : (flawInEmail(trimmed) ?? (isKeyable(trimmed) ? undefined : UNSTABLE));
  if (flaw !== undefined) throw new DomainError('invalid_email', `email ${flaw}.`, 'email');
  return trimmed;
}

const TOO_LONG = `must have at most ${EMAIL_MAX_BYTES} bytes in UTF-8`;
const UNSTABLE = 'is not an email in its compatibility form (NFKC)';

/** The folded form must be an email as well: one ligature can become several letters, a space or a dot. */
function isKeyable(email: string): boolean {
  const folded = fold(email);
  return folded === email || (utf8Length(folded) <= FOLDED_MAX_BYTES && !flawInEmail(folded));
}

function flawInEmail(email: string): string | undefined {
  if (email === '') return 'must not be empty';
  const unseen = flawIn(email, { plain: true });
  if (unseen) return `must not contain ${unseen.codePoint} (position ${unseen.position}): ${unseen.why}`;
  const at = email.indexOf('@');
  const place = (index: number) => `position ${positionIn(email, index)}`;
  if (at === -1) return 'must have the form name@domain: it has no @';
  if (email.indexOf('@', at + 1) !== -1)
    return `must have the form name@domain: it has a second @ (${place(email.indexOf('@', at + 1))})`;
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  return (
    flawInParts('name', local, ATOM_CHARACTER, (index) => place(index)) ??
    (utf8Length(local) > LOCAL_PART_MAX_BYTES
      ? `must have at most ${LOCAL_PART_MAX_BYTES} bytes before the @`
      : undefined) ??
    flawInParts('domain', domain, LABEL_CHARACTER, (index) => place(at + 1 + index)) ??
    flawInLabels(domain)
  );
}

/** Every part between dots must have characters, all of the given kind. */
function flawInParts(
  what: 'name' | 'domain',
  text: string,
  character: RegExp,
  place: (index: number) => string,
): string | undefined {
  if (text === '') return `must have the form name@domain: it has no ${what}`;
  let previous = '.';
  let index = 0;
  for (const each of text) {
    if (each === '.' ? previous === '.' : !character.test(each)) {
      const shown = each === '.' ? 'a dot' : `${codePointOf(each)}`;
      return `must not contain ${shown} here (${place(index)}): ${what === 'name' ? LOCAL_RULE : DOMAIN_RULE}`;
    }
    if (previous === '.' && /\p{M}/u.test(each))
      return `must not contain ${codePointOf(each)} here (${place(index)}): it is a mark without a letter`;
    previous = each;
    index += each.length;
  }
  if (previous === '.')
    return `must not contain a dot here (${place(text.length - 1)}): ${what === 'name' ? LOCAL_RULE : DOMAIN_RULE}`;
  return undefined;
}

const LOCAL_RULE = "before the @ use letters, digits and !#$%&'*+-/=?^_`{|}~, separated by single dots";
const DOMAIN_RULE = 'after the @ use letters, digits and hyphens, separated by single dots';

/** RFC 1035, section 2.3.1, applied to the form used for lookups. */
function flawInLabels(domain: string): string | undefined {
  const labels = domain.split('.');
  if (labels.length < 2) return 'must have a domain with a dot, like name@example.com';
  const hyphened = labels.find((label) => label.startsWith('-') || label.endsWith('-'));
  if (hyphened !== undefined)
    return `must not have a domain whose part ${hyphened} begins or ends with a hyphen`;
  if (/^(\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? ''))
    return 'must have a domain that does not end in a number';
  if (labels.some((label) => utf8Length(label) > LABEL_MAX_BYTES && /^[ -~]*$/.test(label)))
    return `must not have a domain with more than ${LABEL_MAX_BYTES} bytes between dots`;
  const url = URL.parse(`http://${domain}`);
  // From Node 24 on, `xn--…` is only decoded and checked next to something that is not ASCII.
  if (!url || !URL.parse(`http://ü.${domain}`))
    return 'must have a domain that is valid as an internationalized one (IDNA)';
  const lookedUp = url.hostname;
  if (lookedUp.length > 253 || lookedUp.split('.').some((label) => label.length > LABEL_MAX_BYTES))
    return `must not have a domain with more than ${LABEL_MAX_BYTES} bytes between dots, or 253 in all, in its IDNA form`;
  return undefined;
}
