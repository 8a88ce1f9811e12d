import { ulid } from 'ulid';
import { drawKey } from '../../../apps/api/src/auth/api-keys/api-key-format.js';
import { ApiKeyUses } from '../../../apps/api/src/auth/api-keys/api-key-uses.js';
import {
  askWith,
  costOf,
  expectProblem,
  startApi,
  type Ask,
  type RunningApi,
  expectCalls,
  expectCallsAtMost,
} from '../../support/api/api.js';
import { holdClock } from '../../support/clock.js';
import { engineClient } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { everyItem } from '../../support/directory/items.js';
import { created, createTeam } from '../../support/api/people.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let keys: string;
beforeAll(async () => {
  api = await startApi();
  team = await createTeam(api);
  keys = `${team.path}/api-keys`;
});
afterAll(() => api.close());

interface IssuedKey {
  id: `akey_${string}`;
  name: string;
  key: string;
  hint: string;
  version: number;
}

async function issue(scopes: string[], ask: Ask = team.asks.owner, path = keys): Promise<IssuedKey> {
  return created(await ask('POST', path, { name: 'machine', scopes }));
}
const as = ({ key }: { key: string }) => askWith(api.url, key);
async function refused(ask: Ask, code = 'token_invalid'): Promise<void> {
  await eventually('the key is refused', async () => (await ask('GET', '/v1/me')).status !== 200);
  const answer = await ask('GET', '/v1/me');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="rollbook"/);
  await expectProblem(answer, 401, code);
}

test('the scopes are listed for everybody who is signed in, and each of an account can be given to a key', async () => {
  const { status, body } = await team.asks.member('GET', '/v1/scopes');
  expect(status).toBe(200);
  const scopes = body.data as { scope: string; summary: string; level: string }[];
  expect(scopes.filter(({ summary }) => summary.length < 10)).toEqual([]);
  const of = (level: string) => scopes.filter((each) => each.level === level).map(({ scope }) => scope);
  expect(of('platform')).toEqual(['platform:read', 'platform:write', 'log:monitor']);
  const { id } = await issue(of('account'));
  const { body: key } = await team.asks.owner('GET', `${keys}/${id}`);
  expect(key['scopes']).toEqual(of('account'));
  await expectProblem(
    await team.asks.owner('POST', keys, { name: 'machine', scopes: of('platform') }),
    400,
    'invalid_scope',
  );
});

describe('a key of an account', () => {
  test('is shown once, acts by its scopes, and is named in what it causes', async () => {
    const key = await issue(['users:read', 'users:write']);
    expect(key.key).toMatch(/^rbk_/);
    const ask = as(key);
    const me = await ask('GET', '/v1/me');
    expect(me.body).toEqual({
      id: key.id,
      kind: 'api-key',
      managedServiceGroups: [],
      name: key.name,
      email: null,
      accountId: team.account.id,
      accountName: team.account.name,
      role: null,
      scopes: ['users:read', 'users:write'],
      permissions: ['users:read', 'users:write'],
    });
    const ada = created<{ id: string }>(
      await ask('POST', `${team.path}/users`, { name: 'Ada', email: 'ada@machine.example' }),
    );
    const { body } = await team.asks.owner('GET', `${team.path}/users/${ada.id}/events`);
    expect(body.data[0].actor).toBe(`api-key:${key.id}`);
    const lacking = await ask('GET', `${team.path}/service-groups`);
    await expectProblem(lacking, 403, 'not_permitted');
    expect((lacking.body as { detail: string }).detail).toBe(
      'The API key lacks the scope that this route needs: service-groups:read.',
    );
    await expectProblem(await ask('GET', '/v1/accounts'), 403, 'not_permitted');
    await expectProblem(await ask('GET', keys), 403, 'not_permitted');
    const { body: list } = await team.asks.owner('GET', keys);
    expect(list.data).toContainEqual(expect.objectContaining({ id: key.id, hint: key.key.slice(-4) }));
    expect(JSON.stringify(list)).not.toContain(key.key.slice(0, -4));
    const { body: newest } = await team.asks.owner('GET', `${keys}?order=desc&limit=1&fields=name,hint`);
    expect(newest.data).toEqual([
      { id: key.id, accountId: team.account.id, name: key.name, hint: key.key.slice(-4) },
    ]);
  });

  test('may not touch owners, as an admin may not', async () => {
    const ask = as(await issue(['users:write']));
    const input = { name: 'Eve', email: 'eve@machine.example', role: 'owner' };
    await expectProblem(await ask('POST', `${team.path}/users`, input), 403, 'owner_needed');
    await expectProblem(await ask('DELETE', `${team.path}/users/${team.owner.id}`), 403, 'owner_needed');
  });

  test('knows of no other account', async () => {
    const other = await createTeam(api);
    const ask = as(await issue(['users:read', 'access:check']));
    const foreign = await ask('GET', `${other.path}/users`);
    const missing = await ask('GET', `/v1/accounts/acct_${ulid()}/users`);
    await expectProblem(foreign, 404, 'account_not_found');
    // What is cached of the key itself depends on the moment only.
    for (const answer of [foreign, missing]) expectCallsAtMost(answer, 1);
    const question = {
      subject: { type: 'user', id: other.owner.id },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: `sgrp_${ulid()}` },
      context: { account_id: other.account.id },
    };
    expect((await ask('POST', '/access/v1/evaluation', question)).body).toEqual({ decision: false });
  });

  test('is made by owners and operators only, with scopes there are', async () => {
    const input = { name: 'm', scopes: ['users:read'] };
    for (const role of ['admin', 'member'] as const)
      await expectProblem(await team.asks[role]('POST', keys, input), 403, 'not_permitted');
    created(await api.operator('POST', keys, input));
    const ask = team.asks.owner;
    await expectProblem(
      await ask('POST', keys, { ...input, scopes: ['platform:read'] }),
      400,
      'invalid_scope',
    );
    await expectProblem(await ask('POST', keys, { ...input, scopes: ['all'] }), 400, 'not_allowed_value');
    await expectProblem(await ask('POST', keys, { ...input, scopes: [] }), 400, 'too_short');
    const past = { ...input, expiresAt: '2020-01-01T00:00:00Z' };
    await expectProblem(await ask('POST', keys, past), 400, 'out_of_range');
  });

  test('opens with both secrets after a rotation, and at once only with the new one without a grace', async () => {
    const first = await issue(['users:read']);
    const path = `${keys}/${first.id}`;
    const second = created<IssuedKey>(await team.asks.owner('POST', `${path}/rotate`, {}));
    for (const key of [first, second]) expect((await as(key)('GET', '/v1/me')).status).toBe(200);
    const third = created<IssuedKey>(
      await team.asks.owner('POST', `${path}/rotate`, { graceSeconds: 0 }, { 'if-match': '"2"' }),
    );
    await refused(as(first));
    await refused(as(second));
    expect((await as(third)('GET', '/v1/me')).status).toBe(200);
    await expectProblem(
      await team.asks.owner('POST', `${path}/rotate`, {}, { 'if-match': '"2"' }),
      412,
      'version_mismatch',
    );
  });

  test('opens at once with its new secret, and in its grace with the old one, in a process that knew the old one', async () => {
    const elsewhere = await startApi({
      table: api.configuration.table.name,
      tokens: api.configuration.issuers[0]!,
    });
    try {
      const first = await issue(['users:read']);
      const status = async ({ key }: { key: string }) =>
        (await askWith(elsewhere.url, key)('GET', '/v1/me')).status;
      expect(await status(first)).toBe(200);
      const second = created<IssuedKey>(await team.asks.owner('POST', `${keys}/${first.id}/rotate`, {}));
      expect(await Promise.all([second, second, first].map(status))).toEqual([200, 200, 200]);
      expect(await status({ key: drawKey(team.account.id, first.id).key })).toBe(401);
    } finally {
      await elsewhere.close();
    }
  });

  test('is refused everywhere soon after it is revoked, and is gone from the lists', async () => {
    const key = await issue(['users:read']);
    const ask = as(key);
    expect((await ask('GET', `${team.path}/users`)).status).toBe(200);
    expect((await team.asks.owner('DELETE', `${keys}/${key.id}`)).status).toBe(204);
    await refused(ask);
    await expectProblem(await team.asks.owner('GET', `${keys}/${key.id}`), 404, 'api_key_not_found');
    await expectProblem(await team.asks.owner('DELETE', `${keys}/${key.id}`), 404, 'api_key_not_found');
    const { body } = await team.asks.owner('GET', keys);
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(key.id);
  });

  test('is refused once it has expired', async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const input = { name: 'short', scopes: ['users:read'], expiresAt };
    await refused(as(created(await team.asks.owner('POST', keys, input))), 'token_expired');
  });

  test('is available only with its account', async () => {
    const other = await createTeam(api);
    const key = await issue(['users:read'], other.asks.owner, `${other.path}/api-keys`);
    const ask = as(key);
    expect((await ask('GET', `${other.path}/users`)).status).toBe(200);
    const { headers } = await api.operator('GET', other.path);
    const etag = { 'if-match': headers.get('etag') ?? '' };
    const suspended = await api.operator('POST', `${other.path}/suspend`, undefined, etag);
    const users = () => ask('GET', `${other.path}/users`);
    await eventually('the key is refused', async () => (await users()).status !== 200);
    await expectProblem(await users(), 403, 'account_suspended');
    const next = { 'if-match': suspended.headers.get('etag') ?? '' };
    expect((await api.operator('DELETE', other.path, undefined, next)).status).toBe(204);
    await eventually('the key is unknown', async () => (await users()).status === 401);
  });
});

describe('authentication by a key', () => {
  test('costs one read of two items, shared by the next moments', async () => {
    const ask = as(await issue(['users:read']));
    const first = await ask('GET', '/v1/me');
    expectCalls(first, 1);
    expect(costOf(first).writes).toBe(0);
    const costs = await Promise.all(
      Array.from({ length: 20 }, async () => costOf(await ask('GET', '/v1/me'))),
    );
    expect(costs.filter(({ calls }) => calls === 0).length).toBeGreaterThan(0);
  });

  test('refuses a mistyped key without any table call, and an invented one after one', async () => {
    const { key } = await issue(['users:read']);
    const mistyped = [key.slice(0, -1), `${key}0`, `rbk_${'a'.repeat(90)}`, 'rbk_', key.replace(/.$/, '_')];
    for (const text of mistyped) {
      const answer = await askWith(api.url, text)('GET', '/v1/me');
      await expectProblem(answer, 401, 'token_invalid');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="rollbook"/);
      expectCalls(answer, 0);
    }
    const invented = [
      drawKey(team.account.id, `akey_${ulid()}`).key,
      drawKey(`acct_${ulid()}`, `akey_${ulid()}`).key,
    ];
    for (const text of invented) {
      const answer = await askWith(api.url, text)('GET', '/v1/me');
      await expectProblem(answer, 401, 'token_invalid');
      expectCalls(answer, 1);
    }
  });

  test('is not fooled by a key with the ids of another', async () => {
    const real = await issue(['users:read']);
    const forged = drawKey(team.account.id, real.id).key;
    await expectProblem(await askWith(api.url, forged)('GET', '/v1/me'), 401, 'token_invalid');
  });

  test('notes the last use without a write for each, and not in the request', async () => {
    const key = await issue(['users:read']);
    const ask = as(key);
    for (let n = 0; n < 3; n += 1) expect(costOf(await ask('GET', '/v1/me')).writes).toBe(0);
    await api.app.get(ApiKeyUses).write();
    const used = async () =>
      (await team.asks.owner('GET', `${keys}/${key.id}`)).body as { lastUsedAt: string; version: number };
    const first = await used();
    expect(first).toMatchObject({ lastUsedAt: expect.stringMatching(/Z$/), version: 1 });
    await ask('GET', '/v1/me');
    await api.app.get(ApiKeyUses).write();
    expect(await used()).toEqual(first);
  });

  test('shows what the last reader of a feed with it understands, and of one that says nothing, nothing', async () => {
    const key = await issue(['events:read']);
    const understands = async () => {
      await api.app.get(ApiKeyUses).write();
      return ((await team.asks.owner('GET', `${keys}/${key.id}`)).body as { understands: unknown })
        .understands;
    };
    await as(key)('GET', `/v1/accounts/${team.account.id}/events`);
    expect(await understands()).toBeNull();
    const changes = `/v1/accounts/${team.account.id}/changes`;
    await as(key)('GET', changes);
    expect(await understands()).toEqual([]);
    const said = { 'rollbook-understands': 'teams, access-roles, <b>' };
    await as(key)('GET', changes, undefined, said);
    expect(await understands()).toEqual(['access-roles', 'teams']);
    await as(key)('GET', `/v1/accounts/${team.account.id}/events`);
    expect(await understands()).toEqual(['access-roles', 'teams']);
  });

  test('knows it within seconds of a key for SCIM, whose set-up somebody may be watching', async () => {
    const keysByScope = { scim: await issue(['scim']), other: await issue(['users:read']) };
    const useAll = async () => {
      for (const key of Object.values(keysByScope)) await as(key)('GET', '/v1/me');
      await api.app.get(ApiKeyUses).write();
      const lastUse = async ({ id }: { id: string }) =>
        ((await team.asks.owner('GET', `${keys}/${id}`)).body as { lastUsedAt: string }).lastUsedAt;
      return { scim: await lastUse(keysByScope.scim), other: await lastUse(keysByScope.other) };
    };
    const clock = holdClock();
    try {
      const first = await useAll();
      clock.turn(6_000);
      const second = await useAll();
      expect(second.other).toBe(first.other);
      expect(Date.parse(second.scim) - Date.parse(first.scim)).toBe(6_000);
    } finally {
      clock.letGo();
    }
  });
});

describe('a repeated request for a key', () => {
  test('is answered with the same key, which is nowhere in the table', async () => {
    const input = { name: 'twice', scopes: ['users:read'] };
    const once = { 'idempotency-key': 'a-key' };
    const first = await team.asks.owner('POST', keys, input, once);
    const again = await team.asks.owner('POST', keys, input, once);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const { key, id } = created<IssuedKey>(first);
    expect((await as({ key })('GET', '/v1/me')).body.id).toBe(id);
    const client = engineClient();
    const items = await everyItem({ client, tableName: api.configuration.table.name });
    client.destroy();
    expect(JSON.stringify(items)).toContain(id);
    expect(JSON.stringify(items)).not.toContain(key.slice(56, -6));
  });

  test('tried only, makes none', async () => {
    const input = { name: 'tried', scopes: ['users:read'] };
    const { body } = await team.asks.owner('POST', `${keys}?dryRun=true`, input);
    expect(body).toMatchObject({ dryRun: true, events: [{ type: 'api_key.created' }] });
    expect(JSON.stringify(body)).not.toContain('secretHash');
    const { body: list } = await team.asks.owner('GET', keys);
    expect(JSON.stringify(list)).not.toContain('tried');
  });
});

test('the audit log tells who made, rotated and revoked a key, and nothing of its secret', async () => {
  const key = await issue(['events:read']);
  await team.asks.owner('POST', `${keys}/${key.id}/rotate`, { graceSeconds: 60 });
  await team.asks.owner('DELETE', `${keys}/${key.id}`);
  const log = () => team.asks.owner('GET', `${team.path}/events?subject=${key.id}`);
  await eventually('the log shows it', async () => (await log()).body.data.length === 3);
  const { body } = await log();
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
    'api_key.revoked',
    'api_key.rotated',
    'api_key.created',
  ]);
  expect(body.data[2]).toMatchObject({
    actor: `user:${team.owner.id}`,
    data: { apiKeyId: key.id, scopes: ['events:read'], hint: key.hint },
  });
  expect(JSON.stringify(body)).not.toMatch(/secretHash/);
});

describe('a key of operators', () => {
  test('chooses its account, and is held to its scopes', async () => {
    const key = await issue(
      ['platform:write', 'users:write', 'admins:write', 'users:read'],
      api.operator,
      '/v1/api-keys',
    );
    const ask = as(key);
    expect((await ask('GET', '/v1/me')).body).toMatchObject({ kind: 'api-key', accountId: null });
    const account = created<{ id: string }>(await ask('POST', '/v1/accounts', { name: 'By machine' }));
    const owner = { name: 'First', email: 'first@machine.example', role: 'owner' };
    created(await ask('POST', `/v1/accounts/${account.id}/users`, owner));
    await expectProblem(await ask('GET', '/v1/accounts'), 403, 'not_permitted');
    await expectProblem(await ask('GET', '/v1/api-keys'), 403, 'not_permitted');
    const { body } = await api.operator('GET', '/v1/api-keys');
    expect(body.data).toMatchObject([{ id: key.id, accountId: null }]);
    created(await api.operator('POST', `/v1/api-keys/${key.id}/rotate`, { graceSeconds: 0 }));
    expect((await api.operator('DELETE', `/v1/api-keys/${key.id}`)).status).toBe(204);
    await refused(ask);
  });

  test('is none of an account, and no account is its', async () => {
    const key = await issue(['platform:read'], api.operator, '/v1/api-keys');
    await expectProblem(await api.operator('GET', `${keys}/${key.id}`), 404, 'api_key_not_found');
    for (const role of ['owner', 'member'] as const)
      await expectProblem(await team.asks[role]('GET', '/v1/api-keys'), 403, 'not_permitted');
  });
});
