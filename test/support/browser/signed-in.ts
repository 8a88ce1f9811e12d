import type { IdentityProvider } from '../../../apps/api/src/configuration/sign-in-configuration.js';
import { startApi, type ApiOptions, type RunningApi } from '../api/api.js';
import { Browser } from './browser.js';
import { freePort } from '../processes/local-rollbook.js';
import { created } from '../api/people.js';
import { startProvider, type TestProvider } from './test-provider.js';

/** An API with sign-in, and its provider. */
export interface SignInApi extends RunningApi {
  provider: TestProvider;
  /** Links a person of the provider to a user. */
  link(user: { id: string; accountId: string }, subject: string): Promise<string>;
  /** A browser in which a person of the provider has signed in. */
  signIn(subject: string, returnTo?: string): Promise<Browser>;
}

export const DEFAULT_SESSIONS = { idleSeconds: 3_600, absoluteSeconds: 43_200 };

interface SignInOptions {
  publicUrl?: string;
  moreProviders?: readonly IdentityProvider[];
  idleSeconds?: number;
  absoluteSeconds?: number;
}

export async function startSignInApi(
  options: ApiOptions = {},
  { publicUrl, moreProviders = [], ...sessions }: SignInOptions = {},
): Promise<SignInApi> {
  const provider = await startProvider();
  const port = await freePort();
  const origin = publicUrl ?? `http://127.0.0.1:${port}`;
  const signIn = {
    publicUrl: new URL(origin),
    providers: [provider.configuration, ...moreProviders],
    ...DEFAULT_SESSIONS,
    ...sessions,
  };
  const api = await startApi({ signIn, ...options, port });
  return {
    ...api,
    provider,
    async link({ id, accountId }, subject) {
      const identity = { issuer: provider.configuration.issuer, subject };
      const path = `/v1/accounts/${accountId}/users/${id}/identities`;
      return created<{ id: string }>(await api.operator('POST', path, identity)).id;
    },
    async signIn(subject, returnTo = '/health/live') {
      provider.person = { ...provider.person, sub: subject };
      const browser = new Browser({ served: { [origin]: api.url } });
      await browser.visit(
        `${origin}/auth/login?provider=${provider.configuration.name}&returnTo=${encodeURIComponent(returnTo)}`,
      );
      return browser;
    },
    async close() {
      await api.close();
      await provider.close();
    },
  };
}
