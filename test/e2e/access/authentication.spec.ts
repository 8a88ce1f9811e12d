import { createHmac } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportJWK, exportSPKI, generateKeyPair, CompactSign, SignJWT, type CryptoKey, type JWK } from 'jose';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { ProbeModule } from '../../support/api/probe.js';
import { holdClock } from '../../support/clock.js';

const now = () => Math.floor(Date.now() / 1000);
const ISSUER = 'https://issuer.test';

interface KeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
}

async function keyPair(alg: string, kid: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

const claims = { scope: 'rollbook:operator' };

function sign(key: KeyPair, changes: Record<string, unknown> = {}, header: Record<string, string> = {}) {
  return new SignJWT({ iss: ISSUER, aud: 'rollbook', sub: 'op', exp: now() + 60, ...claims, ...changes })
    .setProtectedHeader({ alg: key.jwk.alg as string, kid: key.jwk.kid, ...header })
    .sign(key.privateKey);
}

/** Signed as it should be, with claims that no library would sign. */
async function forged(changes: Record<string, unknown>): Promise<string> {
  const payload = { iss: ISSUER, aud: 'rollbook', sub: 'op', exp: now() + 60, ...claims, ...changes };
  const signer = new CompactSign(new TextEncoder().encode(JSON.stringify(payload)));
  return signer.setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'JWT' }).sign(es256.privateKey);
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

let folder: string;
let keysFile: string;
let es256: KeyPair;
let rs256: KeyPair;
let api: RunningApi;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-keys-'));
  keysFile = join(folder, 'jwks.json');
  [es256, rs256] = await Promise.all([keyPair('ES256', 'one'), keyPair('RS256', 'two')]);
  await writeFile(keysFile, JSON.stringify({ keys: [es256.jwk, rs256.jwk] }));
  api = await startApi({
    additionalModules: [ProbeModule],
    tokens: { issuer: ISSUER, jwksUrl: pathToFileURL(keysFile) },
  });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const ask = (authorization?: string, url = api.url) =>
  fetch(`${url}/probe/operator`, { headers: authorization === undefined ? {} : { authorization } });
const bearer = (token: string) => ask(`Bearer ${token}`);

/** A refused token is challenged (RFC 6750), and costs no table call. */
async function expectRefused(answer: Response, code: string): Promise<void> {
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="rollbook"/);
  expect(answer.headers.get('server-timing')).toContain('calls;desc="0"');
  await expectProblem(answer, 401, code);
}

describe('a token', () => {
  test('signed by the issuer with ES256 or RS256 is accepted', async () => {
    expect((await bearer(await sign(es256))).status).toBe(200);
    const answer = await bearer(await sign(rs256));
    expect(await answer.json()).toEqual({ caller: { kind: 'operator', id: 'op' } });
  });

  test('for several audiences is accepted when this API is one of them', async () => {
    expect((await bearer(await sign(es256, { aud: ['billing', 'rollbook'] }))).status).toBe(200);
    for (const aud of [['billing', 'rollbook.example'], [], { rollbook: true }])
      await expectProblem(await bearer(await sign(es256, { aud })), 401, 'token_invalid');
  });

  test('whose critical header is not understood is refused', async () => {
    const token = await new SignJWT({ iss: ISSUER, aud: 'rollbook', sub: 'op', exp: now() + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', crit: ['urn:x'], 'urn:x': 1 })
      .sign(es256.privateKey, { crit: { 'urn:x': true } });
    await expectProblem(await bearer(token), 401, 'token_invalid');
  });

  test.each(['exp', 'nbf', 'iat', 'sub', 'iss'])('whose %s is of a wrong type is refused', async (name) => {
    const otherType = name === 'sub' || name === 'iss' ? 1 : '1';
    for (const value of [otherType, {}, [], true, null])
      expect((await bearer(await forged({ [name]: value }))).status).toBe(401);
  });

  test('is accepted again from memory, but not once it has expired', async () => {
    const clock = holdClock();
    try {
      const token = await sign(es256, { exp: now() - 58 });
      expect((await bearer(token)).status).toBe(200);
      expect((await bearer(token)).status).toBe(200);
      clock.turn(3_500);
      await expectRefused(await bearer(token), 'token_expired');
    } finally {
      clock.letGo();
    }
  });

  test('that is missing is asked for', async () => {
    const answer = await ask();
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rollbook"');
    await expectRefused(answer, 'token_missing');
  });

  test.each<[string, string, () => Promise<string> | string]>([
    ['of another scheme', 'token_invalid', () => 'Basic b3A6b3A='],
    ['that is no token', 'token_invalid', () => 'Bearer something'],
    ['with more than one part after Bearer', 'token_invalid', () => 'Bearer a b'],
    ['that is huge', 'token_invalid', () => `Bearer ${'a'.repeat(9_000)}`],
    [
      'of another issuer',
      'token_invalid',
      async () => `Bearer ${await sign(es256, { iss: 'https://other' })}`,
    ],
    ['for another audience', 'token_invalid', async () => `Bearer ${await sign(es256, { aud: 'billing' })}`],
    ['without an expiry', 'token_invalid', async () => `Bearer ${await sign(es256, { exp: undefined })}`],
    ['without a subject', 'token_invalid', async () => `Bearer ${await sign(es256, { sub: undefined })}`],
    ['that has expired', 'token_expired', async () => `Bearer ${await sign(es256, { exp: now() - 70 })}`],
    ['not valid yet', 'token_not_yet_valid', async () => `Bearer ${await sign(es256, { nbf: now() + 120 })}`],
    [
      'signed with a foreign key',
      'token_invalid',
      async () => `Bearer ${await sign(await keyPair('ES256', 'one'))}`,
    ],
    [
      'with an unknown key id',
      'token_invalid',
      async () => `Bearer ${await sign(es256, {}, { kid: 'nine' })}`,
    ],
    [
      'without a signature',
      'token_invalid',
      async () => `Bearer ${(await sign(es256)).replace(/[^.]*$/, '')}`,
    ],
    [
      'whose algorithm is none',
      'token_invalid',
      () =>
        `Bearer ${base64url({ alg: 'none' })}.${base64url({ iss: ISSUER, aud: 'rollbook', sub: 'op', exp: now() + 60, ...claims })}.`,
    ],
    [
      'signed with the public key as an HMAC secret',
      'token_invalid',
      async () => {
        const input = `${base64url({ alg: 'HS256', kid: 'two' })}.${base64url({ iss: ISSUER, aud: 'rollbook', sub: 'op', exp: now() + 60, ...claims })}`;
        const secret = await exportSPKI(rs256.publicKey);
        return `Bearer ${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      },
    ],
    [
      'that names neither an operator nor a user',
      'token_invalid',
      async () => `Bearer ${await sign(es256, { scope: 'profile' })}`,
    ],
    [
      'of a user whose ids are not ids',
      'token_invalid',
      async () => `Bearer ${await sign(es256, { scope: '', sub: 'user_1', account_id: 'acct_1' })}`,
    ],
  ])('%s is refused', async (_what, code, authorization) => {
    await expectRefused(await ask(await authorization()), code);
  });
});

describe('the keys of the issuer', () => {
  test('in a file are read again when it changes', async () => {
    const added = await keyPair('ES256', 'three');
    const token = await sign(added);
    await expectRefused(await bearer(token), 'token_invalid');
    await writeFile(keysFile, JSON.stringify({ keys: [es256.jwk, rs256.jwk, added.jwk] }));
    await utimes(keysFile, now() + 5, now() + 5);
    expect((await bearer(token)).status).toBe(200);
  });

  test('behind a URL are fetched, and while they cannot be, the API says to come back', async () => {
    const keys: { served: JWK[]; server?: Server } = { served: [] };
    const server = createServer((_request, response) => {
      if (keys.served.length === 0) response.writeHead(500).end();
      else response.writeHead(200).end(JSON.stringify({ keys: keys.served }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const other = await startApi({
      additionalModules: [ProbeModule],
      tokens: { issuer: ISSUER, jwksUrl: new URL(`http://127.0.0.1:${port}/keys`) },
    });
    const token = `Bearer ${await sign(es256)}`;
    const unavailable = await ask(token, other.url);
    expect(unavailable.headers.get('retry-after')).toBe('2');
    await expectProblem(unavailable, 503, 'service_unavailable');
    keys.served = [es256.jwk];
    expect((await ask(token, other.url)).status).toBe(200);
    await other.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
