import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createClient } from '#libs/client';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.issuer.signOperatorToken();
  team = await createTeam(api);
  for (let n = 0; n < 5; n += 1) await createUser(api, team.account.id);
});
afterAll(() => api.close());

const ask = (path: string, headers?: Record<string, string>) =>
  api.operator('GET', `${team.path}${path}`, undefined, headers);
const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';

describe.each([
  ['one resource', () => `/users/${team.member.id}`, /^"\d+-[\w-]{16}"$/],
  ['a list', () => '/users?limit=50', /^W\/"[\w-]{16}"$/],
])('%s', (_, path, form) => {
  test('is a 304 for who has it, and whole again after a change', async () => {
    const first = await ask(path());
    expect(etagOf(first)).toMatch(form);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const known = { 'if-none-match': `"other", ${etagOf(first)}` };
    const again = await ask(path(), known);
    expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: undefined });
    expect(etagOf(again)).toBe(etagOf(first));
    const name = `Renamed ${Math.random()}`;
    await api.operator('PATCH', `${team.path}/users/${team.member.id}`, { name });
    const changed = await ask(path(), known);
    expect(changed.status).toBe(200);
    expect(JSON.stringify(changed.body)).toContain(name);
  });

  test('is whole for who has what another may read', async () => {
    const known = { 'if-none-match': etagOf(await ask(path())) };
    const other = await createTeam(api);
    const foreign = await (await api.as(other.owner))('GET', `${team.path}${path()}`, undefined, known);
    expect(foreign.status).toBe(404);
  });
});

test('the ETag of a read is good for If-Match, and that of a change for the next', async () => {
  const path = `${team.path}/users/${team.member.id}`;
  const read = await api.operator('GET', path);
  const changed = await api.operator('PATCH', path, { name: 'Once' }, { 'if-match': etagOf(read) });
  expect(changed.status).toBe(200);
  const next = await api.operator('PATCH', path, { name: 'Twice' }, { 'if-match': etagOf(changed) });
  expect(next.status).toBe(200);
});

describe('a change that comes too late', () => {
  const stale = { 'if-match': '"999"' };

  test.each([
    ['PATCH', () => `/users/${team.member.id}`, () => `/users/${team.member.id}`],
    ['POST', () => `/users/${team.member.id}/suspend`, () => `/users/${team.member.id}`],
    ['DELETE', () => '', () => ''],
  ])('%s is shown what is there now', async (method, path, resource) => {
    const body = method === 'PATCH' ? { name: 'Late' } : undefined;
    const answer = await api.operator(method, `${team.path}${path()}`, body, stale);
    const problem = await expectProblem(answer, 412, 'version_mismatch');
    const now = await ask(resource());
    expect(problem).toHaveProperty('current', now.body);
    expect(etagOf(answer)).toBe(etagOf(now));
  });

  test('shows nothing that the caller may not read', async () => {
    const { body } = await api.operator('POST', `${team.path}/api-keys`, {
      name: 'Writer',
      scopes: ['service-groups:write'],
    });
    const group = await createServiceGroup(api, team.account.id);
    const client = createClient({ baseUrl: api.url, token: body.key as string });
    const late = client.patch('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
      path: { accountId: team.account.id, serviceGroupId: group.id },
      body: { name: 'Late' },
      ifMatch: 999,
    });
    await expect(late).rejects.toMatchObject({ status: 412 });
    await expect(late).rejects.not.toHaveProperty('problem.current');
  });
});

describe('an answer', () => {
  /** `fetch` would take the compression off. */
  async function raw(path: string, encodings: string) {
    return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encodings };
      request(`${api.url}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });
  }

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('of a list and of an export is compressed by %s for who takes it', async (encoding, open) => {
    for (const path of ['/users?limit=50', '/export/events']) {
      await indexesSettled();
      const plain = await raw(`${team.path}${path}`, 'identity');
      const { headers, bytes } = await raw(`${team.path}${path}`, encoding);
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('accept-encoding'),
      });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(open(bytes)).toHaveLength(plain.bytes.length);
    }
  });

  test('is not compressed where it is small, has a strong ETag, or may hold a secret', async () => {
    const metadata = { text: 'a'.repeat(4_000) };
    await api.operator('PATCH', `${team.path}/users/${team.member.id}`, { metadata });
    for (const path of [`/users/${team.member.id}`, '/users?limit=1'])
      expect((await raw(`${team.path}${path}`, 'br')).headers).not.toHaveProperty('content-encoding');
    const made = await fetch(`${api.url}${team.path}/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': 'br',
      },
      body: JSON.stringify({ name: 'Large', email: 'large@example.com', metadata }),
    });
    expect([made.status, made.headers.get('content-encoding')]).toEqual([201, null]);
  });
});
