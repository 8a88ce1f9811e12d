import { createHmac, randomUUID } from 'node:crypto';
import { exportSPKI } from 'jose';
import { readIssuers } from '../../../apps/api/src/configuration/issuer-configuration.js';
import { askWith, expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { eventually } from '../../support/eventually.js';
import { signingKey, startIssuer, type TestIssuer } from '../../support/api/issuer.js';
import { createTeam } from '../../support/api/people.js';

/** Beside the development issuer: the company's own provider, and one that a customer brought for its account. */
let company: TestIssuer;
let customer: TestIssuer;
let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
const accounts: string[] = [];
beforeAll(async () => {
  company = await startIssuer('https://login.company.test', {
    operators: true,
    audience: 'directory',
    algorithms: ['ES256'],
    claims: { subject: 'uid', account: 'org', scope: 'scp', operatorScope: 'admin' },
  });
  customer = await startIssuer('https://login.customer.test', { accounts, algorithms: ['RS256', 'ES256'] });
  api = await startApi({ moreIssuers: [company.configuration, customer.configuration] });
  team = await createTeam(api);
  accounts.push(team.account.id);
});
afterAll(() => Promise.all([api.close(), company.close(), customer.close()]));

const me = (token: string) => askWith(api.url, token)('GET', '/v1/me');
async function refused(token: string): Promise<void> {
  const answer = await me(token);
  await expectProblem(answer, 401, 'token_invalid');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="rollbook", error="invalid_token"/);
  expectCalls(answer, 0);
}
const person = () => ({ sub: team.owner.id, account_id: team.account.id });

describe('each issuer', () => {
  test('speaks with its own claims, audience and keys', async () => {
    const operator = await company.sign({ uid: 'ops', scp: ['admin', 'other'] });
    expect((await me(operator)).body).toMatchObject({ kind: 'operator', id: 'ops' });
    const owner = await company.sign({ uid: team.owner.id, org: team.account.id });
    expect((await me(owner)).body).toMatchObject({ kind: 'user', id: team.owner.id, role: 'owner' });
    expect((await me(await customer.sign(person()))).body).toMatchObject({ id: team.owner.id });
  });

  test('is believed only what it is configured for', async () => {
    await refused(await customer.sign({ sub: 'ops', scope: 'rollbook:operator' }));
    const other = await createTeam(api);
    await refused(await customer.sign({ sub: other.owner.id, account_id: other.account.id }));
    await refused(await company.sign({ sub: team.owner.id, account_id: team.account.id }));
    await refused(await company.sign({ uid: 'ops', scp: 'admin', aud: 'rollbook' }));
    await refused(await customer.sign({ ...person(), aud: 'directory' }));
  });

  test('cannot sign for another, nor with an algorithm that is not its own', async () => {
    await refused(await company.sign({ uid: 'ops', scp: 'admin' }, customer.served[0]));
    await refused(await customer.sign({ ...person(), iss: company.configuration.issuer }));
    await refused(await company.sign({ iss: 'https://login.nobody.test', uid: 'ops', scp: 'admin' }));
    const rsa = await signingKey('RS256', 'rsa');
    company.served.push(rsa);
    customer.served.push(rsa);
    await eventually('the customer may sign with RSA', async () => {
      return (await me(await customer.sign(person(), rsa))).status === 200;
    });
    await refused(await company.sign({ uid: 'ops', scp: 'admin' }, rsa));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: customer.configuration.issuer, aud: 'rollbook', exp: Date.now(), ...person() };
    for (const alg of ['HS256', 'HS512', 'none', 'RS1', 'ES256K']) {
      const input = `${encode({ alg, kid: 'rsa' })}.${encode(claims)}`;
      const mac = createHmac('sha256', await exportSPKI(rsa.publicKey))
        .update(input)
        .digest('base64url');
      await refused(`${input}.${alg === 'none' ? '' : mac}`);
    }
  });

  test('of a token that is huge, nested or no JSON is not even looked for', async () => {
    const before = company.fetches() + customer.fetches();
    for (const text of ['a'.repeat(9_000), 'a.b.c', `${'e30.'.repeat(40)}e30`, 'e30.W10.e30'])
      await refused(text);
    expect(company.fetches() + customer.fetches()).toBe(before);
  });
});

describe('the keys behind a URL', () => {
  test('may be rotated without a restart, and a withdrawn one is forgotten with it', async () => {
    const [old] = customer.served;
    const token = () => customer.sign({ ...person(), jti: randomUUID() }, old);
    expect((await me(await token())).status).toBe(200);
    const next = await signingKey('ES256', 'second');
    customer.served = [next];
    await eventually('the new key is known', async () => {
      return (await me(await customer.sign({ ...person(), jti: randomUUID() }, next))).status === 200;
    });
    await refused(await token());
  });

  test('are not fetched for each made-up key id', async () => {
    const calm = await startIssuer('https://login.calm.test', { keysCooldownSeconds: 60 });
    const other = await startApi({ moreIssuers: [calm.configuration] });
    const stranger = await signingKey('ES256', 'stranger');
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const token = await calm.sign(person(), stranger, { kid: `made-up-${n}` });
        return (await askWith(other.url, token)('GET', '/v1/me')).status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([401]));
    expect(calm.fetches()).toBe(1);
    await Promise.all([other.close(), calm.close()]);
  });
});

describe('the list of issuers', () => {
  const right = { issuer: 'https://a.test', jwksUrl: 'https://a.test/keys' };

  test('needs a name and keys, and takes the rest from the defaults', () => {
    expect(readIssuers(JSON.stringify([{ ...right, claims: { account: 'org_id' } }]))).toMatchObject([
      {
        issuer: 'https://a.test',
        audience: 'rollbook',
        operators: false,
        algorithms: ['ES256', 'RS256', 'EdDSA'],
        claims: { subject: 'sub', account: 'org_id' },
      },
    ]);
  });

  test.each([
    ['no JSON', '[', 'must be a JSON list'],
    ['no list', '{}', 'must be a JSON list'],
    ['no name', JSON.stringify([{ ...right, issuer: '' }]), '[0].issuer must be a string'],
    ['no keys', JSON.stringify([{ issuer: 'a' }]), '[0].jwksUrl must be given'],
    ['subjects of another kind', JSON.stringify([{ ...right, subjects: 'x' }]), '[0].subjects must be'],
    ['an unknown setting', JSON.stringify([{ ...right, aud: 'x' }]), '[0].aud is not a known setting'],
    [
      'an unknown claim',
      JSON.stringify([{ ...right, claims: { user: 'x' } }]),
      '[0].claims.user is not a known setting',
    ],
    ['a shared secret', JSON.stringify([{ ...right, algorithms: ['HS256'] }]), 'HS256 is not one of'],
    ['no signature', JSON.stringify([{ ...right, algorithms: ['none'] }]), 'none is not one of'],
    ['a clock of another day', JSON.stringify([{ ...right, clockToleranceSeconds: 1e6 }]), 'up to 3600'],
  ])('with %s is refused', (_what, text, reason) => {
    expect(() => readIssuers(text)).toThrow(reason);
  });
});
