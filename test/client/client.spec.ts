import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConnectionError, createClient, isRollbookError, type RollbookClient } from '#libs/client';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createTeam, createUser } from '../support/api/people.js';

let api: RunningApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.issuer.signOperatorToken();
});
afterAll(() => api.close());

const USERS = '/v1/accounts/{accountId}/users';
const USER = '/v1/accounts/{accountId}/users/{userId}';

/** A network that does something else to the first requests, and lets the later ones through. */
function withNetwork(...faults: ((send: () => Promise<Response>) => Promise<Response>)[]) {
  const sent: Request[] = [];
  const send: typeof fetch = (input, init) => {
    sent.push(new Request(input, init));
    const fault = faults.shift();
    const through = () => fetch(input, init);
    return fault ? fault(through) : through();
  };
  const retries = { attempts: 4, longestWaitMs: 2_000 };
  return { sent, client: createClient({ baseUrl: api.url, token, fetch: send, retries }) };
}
const lostBefore = () => Promise.reject(new TypeError('fetch failed'));
const lostAfter = async (send: () => Promise<Response>) => {
  await send();
  throw new TypeError('terminated');
};
const answering = (status: number, headers: Record<string, string>, type = 'text/html') =>
  (() =>
    Promise.resolve(
      new Response('<h1>later</h1>', { status, headers: { ...headers, 'content-type': type } }),
    )) as () => Promise<Response>;

describe('a call', () => {
  test('gives the resource, typed', async () => {
    const account = await createAccount(api);
    const path = { accountId: account.id };
    const user = await api.client.post(USERS, { path, body: { name: 'Ada', email: 'ada@example.com' } });
    expect(user).toMatchObject({ name: 'Ada', role: 'member', version: 1 });
    const one = { accountId: account.id, userId: user.id };
    const changed = await api.client.patch(USER, {
      path: one,
      body: { role: 'admin' },
      ifMatch: user.version,
    });
    expect(changed.role).toBe('admin');
    expect(await api.client.get(USER, { path: one })).toEqual(changed);
    expect(await api.client.delete(USER, { path: one, ifMatch: changed.version })).toBeUndefined();
    const { status, headers } = await api.client.request('get', '/v1/me');
    expect({ status, id: headers.get('x-request-id') }).toEqual({
      status: 200,
      id: expect.stringMatching(/^req_/),
    });
  });

  test('that is refused throws the problem, by its code', async () => {
    const { account, owner } = await createTeam(api);
    const path = { accountId: account.id, userId: owner.id };
    const blind = api.client.patch(USER, { path, body: { name: 'X' }, ifMatch: 9 });
    await expect(blind).rejects.toMatchObject({
      name: 'RollbookError',
      status: 412,
      code: 'version_mismatch',
    });
    const refusal = await api.client.delete(USER, { path }).catch((error: unknown) => error);
    expect(isRollbookError(refusal, 'last_owner')).toBe(true);
    expect(isRollbookError(refusal, 'user_not_found')).toBe(false);
    expect(isRollbookError(refusal) && refusal.requestId).toMatch(/^req_/);
    expect(isRollbookError(new Error('other'))).toBe(false);
  });

  test('can be tried only', async () => {
    const body = { name: 'Tried' };
    const { events } = await api.client.dryRun('post', '/v1/accounts', { body });
    expect(events).toMatchObject([{ type: 'account.created', data: body }]);
  });

  test('with a path value that looks like a path stays where it is', async () => {
    const path = { accountId: '../../v1/me', userId: 'a?b=c' };
    await expect(api.client.get(USER, { path })).rejects.toMatchObject({ code: 'invalid_id' });
  });

  test('that does not fit its route does not compile', () => {
    const check = async (client: RollbookClient) => {
      // @ts-expect-error There is no such path.
      await client.get('/v1/nothing');
      // @ts-expect-error The list of users cannot be patched.
      await client.patch(USERS, { path: { accountId: 'a' } });
      // @ts-expect-error The path needs values.
      await client.get(USER, { path: { accountId: 'a' } });
      // @ts-expect-error A user needs an email.
      await client.post(USERS, { path: { accountId: 'a' }, body: { name: 'Ada' } });
      // @ts-expect-error There is no such role.
      await client.get(USERS, { path: { accountId: 'a' }, query: { role: 'boss' } });
      // @ts-expect-error A read takes no body.
      await client.get('/v1/me', { body: {} });
      // @ts-expect-error One account is no list.
      for await (const _ of client.each('/v1/accounts/{accountId}', { path: { accountId: 'a' } }));
      // @ts-expect-error A user has no such field.
      return (await client.get(USER, { path: { accountId: 'a', userId: 'u' } })).surname;
    };
    expect(check).toBeInstanceOf(Function);
  });
});

describe('a list', () => {
  let accountId: string;
  const ids: string[] = [];
  beforeAll(async () => {
    ({ id: accountId } = await createAccount(api));
    for (let n = 0; n < 5; n += 1) ids.push((await createUser(api, accountId)).id);
  });

  test('is iterated over to its end, page by page', async () => {
    const { client, sent } = withNetwork();
    const { each } = client;
    const found: string[] = [];
    for await (const { id } of each(USERS, { path: { accountId }, query: { limit: 2 } })) found.push(id);
    expect(found).toEqual(ids);
    expect(sent).toHaveLength(3);
  });

  test('is not read further than it is wanted', async () => {
    const { client, sent } = withNetwork();
    for await (const { id } of client.each(USERS, { path: { accountId }, query: { limit: 2 } }))
      if (id === ids[1]) break;
    expect(sent).toHaveLength(1);
  });
});

describe('what passes', () => {
  const body = { name: 'Once' };
  const accountsNamed = async (name: string) => {
    const found = [];
    for await (const account of api.client.each('/v1/accounts', { query: { limit: 100 } }))
      if (account.name === name) found.push(account.id);
    return found;
  };

  test('a lost answer to a POST: it is sent again with its key, and has one effect', async () => {
    const name = `Lost ${Date.now()}`;
    const { client, sent } = withNetwork(lostBefore, lostAfter, lostAfter);
    const { id } = await client.post('/v1/accounts', { body: { name } });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(sent).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await accountsNamed(name)).toEqual([id]);
  });

  test('two calls have two keys, and a key of the caller is kept', async () => {
    const { client, sent } = withNetwork();
    await client.post('/v1/accounts', { body });
    await client.post('/v1/accounts', { body });
    const own = { body, idempotencyKey: 'mine' };
    const [first, again] = [await client.post('/v1/accounts', own), await client.post('/v1/accounts', own)];
    expect(again).toEqual(first);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys.at(-1)).toBe('mine');
  });

  test('the client waits as Retry-After says, whether it comes from the API or a proxy', async () => {
    const { client, sent } = withNetwork(answering(503, { 'retry-after': '1' }), answering(502, {}));
    const before = performance.now();
    expect(await client.get('/v1/me')).toMatchObject({ kind: 'operator' });
    expect(sent).toHaveLength(3);
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
  });

  test('the rate limit of the API', async () => {
    const limited = await startApi({ rateLimit: { perSecond: 2, burst: 2 } });
    const own = await limited.issuer.signOperatorToken();
    const client = createClient({ baseUrl: limited.url, token: own });
    for (let n = 0; n < 4; n += 1) expect(await client.get('/v1/me')).toMatchObject({ kind: 'operator' });
    await limited.close();
  });

  test('what does not is given up: too many attempts, too long a wait, a refusal, an abort', async () => {
    const dead = withNetwork(lostBefore, lostBefore, lostBefore, lostBefore, lostBefore);
    await expect(dead.client.get('/v1/me')).rejects.toThrow(ConnectionError);
    expect(dead.sent).toHaveLength(4);
    const problem = answering(503, { 'retry-after': '3600' }, 'application/problem+json');
    const patient = withNetwork(async () => {
      const answer = await problem();
      return new Response(JSON.stringify({ code: 'service_unavailable', detail: 'x' }), answer);
    });
    await expect(patient.client.get('/v1/me')).rejects.toMatchObject({ status: 503 });
    expect(patient.sent).toHaveLength(1);
    const wrong = withNetwork();
    await expect(wrong.client.get(USERS, { path: { accountId: 'x' } })).rejects.toMatchObject({
      status: 400,
    });
    expect(wrong.sent).toHaveLength(1);
    const aborted = withNetwork(lostBefore, lostBefore);
    const signal = AbortSignal.abort();
    await expect(aborted.client.get('/v1/me', { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(aborted.sent).toHaveLength(0);
  });
});

test('the token may be renewed between attempts', async () => {
  const tokens = ['expired', token];
  const client = createClient({ baseUrl: api.url, token: () => tokens.shift() ?? token });
  await expect(client.get('/v1/me')).rejects.toMatchObject({ code: 'token_invalid' });
  expect(await client.get('/v1/me')).toMatchObject({ kind: 'operator' });
});

test('a caller who is unknown by now is renewed once, and the request is sent again with its key', async () => {
  const name = `Renewed ${Date.now()}`;
  const keys: (string | null)[] = [];
  let [bearer, renewals] = ['expired', 0];
  const client = createClient({
    baseUrl: api.url,
    token: () => bearer,
    fetch: (url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return fetch(url, init);
    },
    onUnauthorized({ code }, path) {
      expect({ code, path }).toEqual({ code: 'token_invalid', path: '/v1/accounts' });
      renewals += 1;
      if (renewals === 1) bearer = token;
      return Promise.resolve(renewals < 3);
    },
  });
  expect(await client.post('/v1/accounts', { body: { name } })).toMatchObject({ name });
  expect(keys).toEqual([keys[0], keys[0]]);
  bearer = 'expired';
  await expect(client.post('/v1/accounts', { body: { name } })).rejects.toMatchObject({
    code: 'token_invalid',
  });
  expect(renewals).toBe(2);
});

test('the types are what the OpenAPI document says: `npm run client` after a change', () => {
  const tool = fileURLToPath(new URL('../../tools/generate-client.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('answers that lead back to a page that was read', () => {
  const page = (body: object) => () =>
    Promise.resolve(
      Response.json({ data: [], ...body }, { headers: { 'content-type': 'application/json' } }),
    );
  const path = { accountId: 'acc' };
  const drained = async (pages: AsyncIterable<unknown>) => {
    for await (const _ of pages);
  };

  test.each([
    ['one page', ['a', 'a', 'a', 'a']],
    ['two pages', ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']],
  ])('end a list that comes round in %s', async (_, cursors) => {
    const { client, sent } = withNetwork(...cursors.map((nextCursor) => page({ nextCursor })));
    await expect(drained(client.each(USERS, { path }))).rejects.toThrow(ConnectionError);
    expect(sent.length).toBeLessThanOrEqual(cursors.length);
  });

  test('end the feed, unless nothing has happened', async () => {
    const still = page({ nextCursor: 'a', upToDate: true });
    const idle = withNetwork(still, still, still);
    const pages = idle.client.changes({ ...path, after: 'a' });
    for (let n = 0; n < 3; n += 1) expect((await pages.next()).done).toBe(false);
    const standing = withNetwork(page({ nextCursor: 'a', upToDate: false }));
    await expect(drained(standing.client.changes({ ...path, after: 'a' }))).rejects.toThrow(ConnectionError);
  });
});
