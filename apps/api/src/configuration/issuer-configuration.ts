import {
  asBoolean,
  asObject,
  asSeconds,
  asSecureUrl,
  asText,
  asTexts,
  readList,
  requireKnown,
} from './json-settings.js';

export interface IssuerConfiguration {
  issuer: string;
  /** The `aud` they must have. */
  audience: string;
  /** A JSON Web Key Set (RFC 7517): a URL, or a file read again when it changes. By default found by discovery. */
  jwksUrl: URL | undefined;
  /** Whether the subject of its tokens is a user of ours, or a person as the provider calls them: an identity. */
  subjects: 'users' | 'identities';
  /** The `typ` that its tokens must have, for example `at+jwt` (RFC 9068); any without. */
  tokenType: string | undefined;
  /** The signatures it uses. Nothing else is accepted, whatever a token's header says. */
  algorithms: readonly string[];
  /** How far its clock and ours may be apart. */
  clockToleranceSeconds: number;
  /** The minimum time between two fetches of the set caused by an unknown key id: invented ids must not flood the issuer. */
  keysCooldownSeconds: number;
  /** Whether its tokens can speak for operators. */
  operators: boolean;
  /** Whether its tokens must say, in `auth_time`, that the person has just signed in, where that is required. */
  recentSignIn: boolean;
  accounts: readonly string[] | undefined;
  claims: ClaimMapping;
}

export interface ClaimMapping {
  subject: string;
  account: string;
  scope: string;
  operatorScope: string;
}

const OPERATOR_SCOPE = 'rollbook:operator';

/** Asymmetric only: an HMAC "signed" with a public key must not pass (RFC 8725, 2.1). */
const ALGORITHMS: readonly string[] = [
  'ES256',
  'ES384',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
];

export const ISSUER_DEFAULTS = {
  audience: 'rollbook',
  algorithms: ['ES256', 'RS256', 'EdDSA'],
  clockToleranceSeconds: 60,
  keysCooldownSeconds: 10,
  operators: false,
  recentSignIn: false,
  accounts: undefined,
  subjects: 'users',
  tokenType: undefined,
  claims: {
    subject: 'sub',
    account: 'account_id',
    scope: 'scope',
    operatorScope: OPERATOR_SCOPE,
  },
} satisfies Partial<IssuerConfiguration> as Omit<IssuerConfiguration, 'issuer' | 'jwksUrl'>;

/** @throws Error that says what is wrong */
export function readIssuers(text: string): IssuerConfiguration[] {
  return readList(text, readIssuer);
}

export function asKeySetUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && ['https:', 'http:', 'file:'].includes(url.protocol)) return url;
  throw new Error(`must be a URL with https: or http: or file:, not "${text}".`);
}

function readIssuer(entry: unknown, at: string): IssuerConfiguration {
  const given = asObject(entry, at);
  const { claims = {}, ...flat } = given;
  requireKnown(flat, ['issuer', 'jwksUrl', ...Object.keys(ISSUER_DEFAULTS)], at);
  const mapping = asObject(claims, `${at}.claims`);
  requireKnown(mapping, Object.keys(ISSUER_DEFAULTS.claims), `${at}.claims`);
  const read = {
    issuer: asText(flat['issuer'], `${at}.issuer`),
    jwksUrl: readKeySetUrl(flat, at),
    subjects: asSubjects(flat['subjects'] ?? ISSUER_DEFAULTS.subjects, `${at}.subjects`),
    tokenType: flat['tokenType'] === undefined ? undefined : asText(flat['tokenType'], `${at}.tokenType`),
    audience: asText(flat['audience'] ?? ISSUER_DEFAULTS.audience, `${at}.audience`),
    algorithms: asTexts(flat['algorithms'] ?? ISSUER_DEFAULTS.algorithms, `${at}.algorithms`),
    clockToleranceSeconds: asSeconds(
      flat['clockToleranceSeconds'] ?? ISSUER_DEFAULTS.clockToleranceSeconds,
      `${at}.clockToleranceSeconds`,
    ),
    keysCooldownSeconds: asSeconds(
      flat['keysCooldownSeconds'] ?? ISSUER_DEFAULTS.keysCooldownSeconds,
      `${at}.keysCooldownSeconds`,
    ),
    operators: asBoolean(flat['operators'] ?? ISSUER_DEFAULTS.operators, `${at}.operators`),
    recentSignIn: asBoolean(flat['recentSignIn'] ?? ISSUER_DEFAULTS.recentSignIn, `${at}.recentSignIn`),
    accounts: flat['accounts'] === undefined ? undefined : asTexts(flat['accounts'], `${at}.accounts`),
  };
  const weak = read.algorithms.find((algorithm) => !ALGORITHMS.includes(algorithm));
  if (weak !== undefined)
    throw new Error(`${at}.algorithms: ${weak} is not one of ${ALGORITHMS.join(', ')}.`);
  const names = Object.entries(mapping).map(([name, claim]) => [name, asText(claim, `${at}.claims.${name}`)]);
  return { ...read, claims: { ...ISSUER_DEFAULTS.claims, ...Object.fromEntries(names) } as ClaimMapping };
}

function readKeySetUrl({ issuer, jwksUrl }: Record<string, unknown>, at: string): URL | undefined {
  if (jwksUrl !== undefined) return asKeySetUrl(asText(jwksUrl, `${at}.jwksUrl`));
  try {
    asSecureUrl(asText(issuer, `${at}.issuer`));
    return undefined;
  } catch (cause) {
    throw new Error(`${at}.jwksUrl must be given, as the issuer is not an https: URL.`, { cause });
  }
}

function asSubjects(value: unknown, at: string): IssuerConfiguration['subjects'] {
  if (value !== 'users' && value !== 'identities') throw new Error(`${at} must be users or identities.`);
  return value;
}
