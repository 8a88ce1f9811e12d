import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { IdentityProvider } from '../../../apps/api/src/configuration/sign-in-configuration.js';
import { signingKey, type SigningKey } from '../api/issuer.js';

interface Grant {
  query: URLSearchParams;
  claims: Record<string, unknown>;
}

/** An OpenID Connect provider that signs in whomever a test says, and can be made to misbehave. */
export interface TestProvider {
  configuration: IdentityProvider;
  /** The person at the browser, unless a login hint names one, and further claims of the ID token. */
  person: Record<string, unknown>;
  /** The keys it publishes; the last one signs. */
  keys: SigningKey[];
  /** Changes the parameters of its answer to the browser. */
  answer: (parameters: Record<string, string>) => Record<string, string>;
  codesAreGoodTwice: boolean;
  /** Makes the ID token in place of the honest one. */
  idToken: ((claims: Record<string, unknown>) => Promise<string>) | undefined;
  /** The authorization requests it has received. */
  asked: URLSearchParams[];
  sign(claims: Record<string, unknown>, header?: Record<string, string>): Promise<string>;
  logoutToken(claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function startProvider(
  name = 'test',
  more: Partial<IdentityProvider> = {},
): Promise<TestProvider> {
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    void handle(request).then(([status, headers, body]) => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: TestProvider = {
    configuration: {
      name,
      title: name,
      issuer,
      clientId: `rollbook-at-${name}`,
      clientSecret: undefined,
      scope: 'openid profile email',
      operators: { claim: 'groups', value: 'rollbook-operators' },
      ...more,
    },
    person: { sub: 'somebody' },
    keys: [await signingKey('RS256', 'first')],
    answer: (parameters) => parameters,
    codesAreGoodTwice: false,
    idToken: undefined,
    asked: [],
    sign(claims, header = {}) {
      const key = self.keys.at(-1) as SigningKey;
      return new SignJWT({
        iss: issuer,
        aud: self.configuration.clientId,
        exp: Math.floor(Date.now() / 1_000) + 300,
        iat: Math.floor(Date.now() / 1_000),
        ...claims,
      })
        .setProtectedHeader({ alg: key.jwk.alg as string, kid: key.jwk.kid, ...header })
        .sign(key.privateKey);
    },
    logoutToken: (claims) =>
      self.sign(
        {
          jti: randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        { typ: 'logout+jwt' },
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  type Reply = [number, Record<string, string>, string];
  const json = (value: unknown, status = 200): Reply => [
    status,
    { 'content-type': 'application/json' },
    JSON.stringify(value),
  ];

  async function handle(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return json(metadata(issuer, self.keys));
    if (url.pathname === '/keys') return json({ keys: self.keys.map(({ jwk }) => jwk) });
    if (url.pathname === '/authorize') return authorize(url.searchParams);
    if (url.pathname === '/token') return token(new URLSearchParams(await bodyOf(request)));
    return [404, {}, ''];
  }

  function authorize(query: URLSearchParams): Reply {
    self.asked.push(query);
    const code = randomUUID();
    const hint = query.get('login_hint');
    grants.set(code, { query, claims: { ...self.person, ...(hint && { sub: hint, email: hint }) } });
    const parameters = self.answer({ code, state: query.get('state') ?? '', iss: issuer });
    const location = new URL(query.get('redirect_uri') ?? '');
    location.search = new URLSearchParams(parameters).toString();
    return [302, { location: location.href }, ''];
  }

  async function token(form: URLSearchParams): Promise<Reply> {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    if (!self.codesAreGoodTwice) grants.delete(code);
    const challenge = await sha256(form.get('code_verifier') ?? '');
    if (!grant || grant.query.get('code_challenge') !== challenge)
      return json({ error: 'invalid_grant' }, 400);
    const claims = {
      nonce: grant.query.get('nonce'),
      auth_time: Math.floor(Date.now() / 1_000),
      ...grant.claims,
    };
    const idToken = await (self.idToken ?? self.sign)(claims);
    return json({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
  }
  return self;
}

function metadata(issuer: string, keys: readonly SigningKey[]) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/sign-out`,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ jwk }) => jwk.alg))],
  };
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
