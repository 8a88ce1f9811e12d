import { asObject, asSecureUrl, asText, readList, requireKnown } from './json-settings.js';

export interface SignInConfiguration {
  /** The origin at which browsers reach the API. A request's host is never trusted. */
  publicUrl: URL;
  providers: readonly IdentityProvider[];
  /** How long a session may be unused. */
  idleSeconds: number;
  absoluteSeconds: number;
}

export interface IdentityProvider {
  name: string;
  title: string;
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  scope: string;
  /** An ID token with this value in this claim is an operator's; without this setting nobody is one. */
  operators: { claim: string; value: string } | undefined;
}

const FIELDS = ['name', 'title', 'issuer', 'clientId', 'scope', 'operators'];
const DEFAULT_SCOPE = 'openid profile email';

/**
 * Reads `ROLLBOOK_PUBLIC_URL`: https, except on this machine.
 * @throws Error
 */
export function asPublicUrl(text: string): URL {
  const url = asSecureUrl(text);
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error(`must be an origin like https://directory.example.com, not "${text}".`);
  return url;
}

/**
 * Reads `ROLLBOOK_SIGN_IN_PROVIDERS`, a JSON list. Secrets have separate variables, so that the list can be shown.
 * @throws Error
 */
export function readProviders(text: string, environment: NodeJS.ProcessEnv): IdentityProvider[] {
  const providers = readList(text, (entry, at): IdentityProvider => {
    const given = asObject(entry, at);
    requireKnown(given, FIELDS, at);
    const name = asText(given['name'], `${at}.name`);
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name))
      throw new Error(
        `${at}.name must be 1 to 32 characters from a-z, 0-9 and "-", and begin with a letter.`,
      );
    return {
      name,
      title: asText(given['title'] ?? name, `${at}.title`),
      issuer: asIssuer(given['issuer'], `${at}.issuer`),
      clientId: asText(given['clientId'], `${at}.clientId`),
      clientSecret: environment[secretVariableOf(name)]?.trim() || undefined,
      scope: asText(given['scope'] ?? DEFAULT_SCOPE, `${at}.scope`),
      operators: given['operators'] === undefined ? undefined : asOperators(given['operators'], at),
    };
  });
  for (const field of ['name', 'issuer'] as const) {
    const values = providers.map((provider) => provider[field]);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) throw new Error(`names ${twice} twice.`);
  }
  return providers;
}

/** The variable for a provider's client secret: `ROLLBOOK_SIGN_IN_SECRET_KEYCLOAK`. */
function secretVariableOf(name: string): string {
  return `ROLLBOOK_SIGN_IN_SECRET_${name.toUpperCase().replaceAll('-', '_')}`;
}

function asIssuer(value: unknown, at: string): string {
  const text = asText(value, at);
  try {
    asSecureUrl(text);
  } catch (error) {
    throw new Error(`${at} ${(error as Error).message}`, { cause: error });
  }
  return text;
}

function asOperators(value: unknown, at: string): { claim: string; value: string } {
  const given = asObject(value, `${at}.operators`);
  requireKnown(given, ['claim', 'value'], `${at}.operators`);
  return {
    claim: asText(given['claim'], `${at}.operators.claim`),
    value: asText(given['value'], `${at}.operators.value`),
  };
}
