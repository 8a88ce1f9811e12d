import { DomainError } from './errors.js';
import { utf8Length } from './text/characters.js';

/** A person's account at an identity provider, as OpenID Connect identifies it (`iss` and `sub`). */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface LinkedIdentity extends Identity {
  linkedAt: string;
}

/** Each takes one item in the transaction that removes its user. */
export const MAX_IDENTITIES = 5;
/** OpenID Connect Core 1.0, section 2: a subject has at most 255 ASCII characters. */
const IDENTITY_MAX_BYTES = 255;

export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.issuer === b.issuer && a.subject === b.subject;
}

/**
 * An identity as stored: case-sensitive, so nothing is trimmed or folded.
 * @throws DomainError `invalid_identity`
 */
export function parseIdentity({ issuer, subject }: Identity): Identity {
  requireText('subject', subject);
  return { issuer: parseIssuer(issuer), subject };
}

/** @throws DomainError `invalid_identity` */
export function parseIssuer(issuer: string): string {
  requireText('issuer', issuer);
  if (!/^https?:\/\/[^\s?#]+$/.test(issuer))
    throw new DomainError('invalid_identity', 'issuer must be a URL without query or fragment.', 'issuer');
  return issuer;
}

function requireText(field: 'issuer' | 'subject', value: string): void {
  if (value === '' || utf8Length(value) > IDENTITY_MAX_BYTES || /[\p{Cc}\p{Cs}]/u.test(value))
    throw new DomainError(
      'invalid_identity',
      `${field} must have 1 to ${IDENTITY_MAX_BYTES} bytes, without control characters.`,
      field,
    );
}
