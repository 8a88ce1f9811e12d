import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';
import { MemoryAdapter } from './memory-adapter.js';
import { messagePage } from './pages.js';
import { OPERATOR, type People, type Person } from './people.js';
import { CLIENT_ID, OPERATORS, SESSION_COOKIE } from './settings.js';

const ALGORITHM = 'ES256';
const SCOPE = 'openid profile email';

export interface ProviderOptions {
  issuer: string;
  /** The origin at which browsers reach the API. */
  publicUrl: string;
  people: People;
}

/** Its people are those of the API, and it asks for no password. It forgets everything when it ends, including its key. */
export async function openProvider({ issuer, publicUrl, people }: ProviderOptions): Promise<Provider> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    alg: ALGORITHM,
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  };
  const configuration: Configuration = {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [new URL('/auth/callback', publicUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: ALGORITHM,
        require_auth_time: true,
        scope: SCOPE,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')], names: cookieNames() },
    claims: { openid: ['sub'], profile: ['name', OPERATORS.claim], email: ['email', 'email_verified'] },
    // The API only asks for the ID token.
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 600,
      Session: 300,
    },
    findAccount: (_, subject) => {
      const person = people.chosen(subject);
      return person && { accountId: subject, claims: () => claimsOf(person) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT_ID,
        accountId: oidc.session?.accountId as string,
      });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html';
      ctx.body = messagePage('Signing in failed', `${error}: ${description ?? ''}`);
    },
  };
  return new Provider(issuer, configuration);
}

/** Cookies do not distinguish ports: those of other programs on this machine must not be overwritten. */
function cookieNames() {
  return {
    session: SESSION_COOKIE,
    interaction: 'rollbook_provider_interaction',
    resume: 'rollbook_provider_resume',
  };
}

function claimsOf({ subject, name, email }: Person) {
  const roles = subject === OPERATOR.subject ? { [OPERATORS.claim]: [OPERATORS.value] } : {};
  return { sub: subject, name, email, email_verified: true, ...roles };
}
