import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import {
  ISSUER_DEFAULTS,
  type IssuerConfiguration,
} from '../../../apps/api/src/configuration/issuer-configuration.js';

export interface SigningKey {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
}

export async function signingKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** An identity provider with its key set behind a URL, like real ones. */
export interface TestIssuer {
  configuration: IssuerConfiguration;
  /** The public keys it serves now; an empty list makes it fail. */
  served: SigningKey[];
  /** How often its key set was fetched. */
  fetches: () => number;
  sign(claims: Record<string, unknown>, key?: SigningKey, header?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export async function startIssuer(
  issuer: string,
  differs: Partial<IssuerConfiguration> = {},
): Promise<TestIssuer> {
  const served = [await signingKey('ES256', 'first')];
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    if (self.served.length === 0) return void response.writeHead(500).end();
    response.writeHead(200).end(JSON.stringify({ keys: self.served.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const self: TestIssuer = {
    configuration: {
      ...ISSUER_DEFAULTS,
      issuer,
      jwksUrl: new URL(`http://127.0.0.1:${port}/keys`),
      keysCooldownSeconds: 0.05,
      ...differs,
    },
    served,
    fetches: () => fetches,
    sign: (claims, key = self.served[0]!, header = {}) =>
      new SignJWT({
        iss: issuer,
        aud: self.configuration.audience,
        exp: Math.floor(Date.now() / 1000) + 300,
        ...claims,
      })
        .setProtectedHeader({ alg: key.jwk.alg as string, kid: key.jwk.kid, ...header })
        .sign(key.privateKey),
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
  return self;
}
