import { DomainError } from '../values/errors.js';
import { parseIssuer } from '../values/identities.js';
import { parseEmail } from '../values/email.js';
import { fold } from '../values/text/fold.js';
import { flawIn } from '../values/text/characters.js';

/** How far an account trusts an identity provider to say which of its users a person is. */
export interface SignInRule {
  issuer: string;
  /** The provider verifies emails of these domains, folded: each on its own, without its subdomains. */
  domains: readonly string[];
  externalIdClaim?: string;
}

/** What a provider says about a person who signs in, as far as an account may trust it. */
export interface PersonSigningIn {
  issuer: string;
  subject: string;
  email: string | undefined;
  textOf: (claim: string) => string | undefined;
}

/** Each domain is an item in the transaction that changes the rules. */
const MAX_RULES = 5;
const MAX_DOMAINS = 5;
export const signInRulesRule = { type: 'list', most: MAX_RULES, optional: true, removable: true } as const;
const CLAIM_MAX_LENGTH = 100;

/** @throws DomainError `invalid_sign_in_rules` */
export function parseSignInRules(given: readonly SignInRule[]): SignInRule[] {
  require(given.length <= MAX_RULES, `must have at most ${MAX_RULES} entries`);
  const rules = given.map(parseRule);
  const issuers = new Set(rules.map(({ issuer }) => issuer));
  require(issuers.size === rules.length, 'must name each issuer once');
  return rules;
}

function parseRule({ issuer, domains, externalIdClaim }: SignInRule): SignInRule {
  require(parsed(() => parseIssuer(issuer)), 'must have an issuer that is a URL without query or fragment');
  require(domains.length <= MAX_DOMAINS, `must have at most ${MAX_DOMAINS} domains for an issuer`);
  require(domains.length > 0 || externalIdClaim !== undefined, 'must have domains or an externalIdClaim');
  const folded = domains.map(parseDomain);
  require(new Set(folded).size === folded.length, 'must name each domain of an issuer once');
  if (externalIdClaim === undefined) return { issuer, domains: folded };
  const isClaim =
    externalIdClaim !== '' &&
    externalIdClaim.length <= CLAIM_MAX_LENGTH &&
    !flawIn(externalIdClaim, { plain: true });
  require(isClaim, `must have an externalIdClaim of 1 to ${CLAIM_MAX_LENGTH} visible characters`);
  return { issuer, domains: folded, externalIdClaim };
}

function parseDomain(domain: string): string {
  require(parsed(() => parseEmail(`a@${domain}`)), 'must have domains like example.com');
  return domainOf(fold(parseEmail(`a@${domain}`)));
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function parsed(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function require(holds: boolean, rule: string): void {
  if (!holds) throw new DomainError('invalid_sign_in_rules', `signInRules ${rule}.`, 'signInRules');
}

/** How an account's rules establish that a person is one of its users; undefined if they do not. */
export function linkMethodOf(
  rules: readonly SignInRule[] | undefined,
  user: { email: string; externalId?: string },
  { issuer, email, textOf }: PersonSigningIn,
): 'verified_email' | 'scim' | undefined {
  const rule = rules?.find((each) => each.issuer === issuer);
  if (!rule) return undefined;
  const { externalIdClaim: claim, domains } = rule;
  if (claim !== undefined && user.externalId !== undefined && textOf(claim) === user.externalId)
    return 'scim';
  const folded = fold(user.email);
  const isVerified = email !== undefined && fold(email) === folded && domains.includes(domainOf(folded));
  return isVerified ? 'verified_email' : undefined;
}
