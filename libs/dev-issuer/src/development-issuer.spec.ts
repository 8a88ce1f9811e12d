import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { openDevelopmentIssuer } from './index.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-issuer-'));
});
afterEach(() => rm(folder, { recursive: true }));

const development = { environment: { NODE_ENV: 'development' } };

describe('the development issuer', () => {
  test('signs tokens that its published keys verify', async () => {
    const issuer = await openDevelopmentIssuer(folder, development);
    const keys = createLocalJWKSet(JSON.parse(await readFile(issuer.jwksUrl, 'utf8')));
    const expected = { issuer: issuer.issuer, audience: issuer.audience, algorithms: ['ES256'] };
    const operator = await jwtVerify(await issuer.signOperatorToken(), keys, expected);
    expect(operator.payload).toMatchObject({ sub: 'local-operator', scope: 'rollbook:operator' });
    const token = await issuer.signUserToken({ accountId: 'acct_1', userId: 'user_1', expiresIn: 60 });
    const { payload } = await jwtVerify(token, keys, expected);
    expect(payload).toMatchObject({ sub: 'user_1', account_id: 'acct_1' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  });

  test('keeps its key, also when two open it at once', async () => {
    const issuers = await Promise.all([1, 2, 3].map(() => openDevelopmentIssuer(folder, development)));
    const tokens = await Promise.all(issuers.map((issuer) => issuer.signOperatorToken()));
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1);
  });

  test('keeps the private key from others, and out of what it publishes', async () => {
    const issuer = await openDevelopmentIssuer(folder, development);
    expect((await stat(join(folder, 'issuer', 'private-key.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(issuer.jwksUrl, 'utf8')).not.toContain('"d"');
  });

  test('makes no key where it may not, and says which is missing', async () => {
    const opening = openDevelopmentIssuer(folder, { ...development, mayMakeKey: false });
    await expect(opening).rejects.toThrow(`${join(folder, 'issuer', 'private-key.json')} is missing`);
    expect(await readdir(folder)).toEqual([]);
  });

  test('does not run in production', async () => {
    await expect(openDevelopmentIssuer(folder, { environment: { NODE_ENV: 'production' } })).rejects.toThrow(
      'production',
    );
  });
});
