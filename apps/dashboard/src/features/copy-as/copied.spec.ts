import { clientCallOf, commandOf, curlOf } from './copied.js';
import type { ApiCall, Write } from '../../api/writes.js';

const ORIGIN = 'https://rollbook.example';
const rename = (name: string): Write => ({
  method: 'patch',
  path: '/v1/accounts/{accountId}/service-groups/{serviceGroupId}',
  request: { path: { accountId: 'acct_1', serviceGroupId: 'sgrp_1' }, body: { name }, ifMatch: 3 },
});

test('a write is a request of curl, whatever its texts contain', () => {
  expect(curlOf(ORIGIN, rename(`Ops' $(rm -rf) "x"`))).toBe(
    [
      'curl -X PATCH https://rollbook.example/v1/accounts/acct_1/service-groups/sgrp_1',
      '-H "Authorization: Bearer $TOKEN"',
      `-H 'If-Match: "3"'`,
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"name":"Ops'\'' $(rm -rf) \"x\""}'`,
    ].join(' \\\n  '),
  );
});

test('a write is a call of the client', () => {
  const suspend: Write = { method: 'post', path: '/v1/accounts/{accountId}/suspend', request: {} };
  expect(clientCallOf(suspend)).toBe("await client.post('/v1/accounts/{accountId}/suspend');");
  expect(clientCallOf(rename('prod'))).toBe(
    `await client.patch('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
  path: {
    accountId: "acct_1",
    serviceGroupId: "sgrp_1"
  },
  body: {
    name: "prod"
  },
  ifMatch: 3
});`,
  );
});

test('a write is a command where there is one that says all of it', () => {
  expect(commandOf(rename('the lot'))).toBe("rollbook groups rename sgrp_1 'the lot' --account acct_1");
  const more: Write = { ...rename('prod'), request: { ...rename('prod').request, body: { metadata: {} } } };
  expect(commandOf(more)).toBeUndefined();
  const role: Write = {
    method: 'patch',
    path: '/v1/accounts/{accountId}/users/{userId}',
    request: { path: { accountId: 'acct_1', userId: 'user_1' }, body: { role: 'admin' } },
  };
  expect(commandOf(role)).toBe('rollbook users change user_1 --role admin --account acct_1');
  expect(commandOf({ ...role, path: '/v1/accounts/{accountId}/bulk-jobs' })).toBeUndefined();
  const key: Write = {
    method: 'post',
    path: '/v1/accounts/{accountId}/api-keys',
    request: {
      path: { accountId: 'acct_1' },
      body: {
        name: 'Nightly import',
        scopes: ['users:read', 'jobs:read'],
        expiresAt: '2027-03-01T00:00:00Z',
      },
    },
  };
  expect(commandOf(key)).toBe(
    "rollbook api-keys create 'Nightly import' users:read jobs:read --expires 2027-03-01T00:00:00Z --account acct_1",
  );
  const rotate = { path: { accountId: 'acct_1', apiKeyId: 'akey_1' }, body: { graceSeconds: 0 } };
  expect(
    commandOf({
      method: 'post',
      path: '/v1/accounts/{accountId}/api-keys/{apiKeyId}/rotate',
      request: rotate,
    }),
  ).toBe('rollbook api-keys rotate akey_1 --grace 0 --account acct_1');
});

test('access is given by a command with its end, its reason and its access role; without one it takes a request', () => {
  const give = (body: Record<string, unknown>): Write => ({
    method: 'put',
    path: '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}',
    request: { path: { accountId: 'acct_1', serviceGroupId: 'sgrp_1', userId: 'user_1' }, body },
  });
  const terms = { expiresAt: '2030-12-31T18:00:00.000Z', reason: 'On call', accessRole: 'log-reader' };
  expect(commandOf(give(terms))).toBe(
    "rollbook members add sgrp_1 user_1 --until 2030-12-31T18:00:00.000Z --reason 'On call' --access-role log-reader --account acct_1",
  );
  expect(commandOf({ ...give({ accessRole: 'log-reader' }), method: 'patch' })).toBe(
    'rollbook members change sgrp_1 user_1 --access-role log-reader --account acct_1',
  );
  expect(commandOf(give({ accessRole: null }))).toBeUndefined();
  expect(commandOf(give({ expiresAt: null }))).toBeUndefined();
});

const keys: ApiCall = {
  method: 'get',
  path: '/v1/accounts/{accountId}/api-keys',
  request: { path: { accountId: 'acct_1' }, query: { limit: 100, order: 'desc', cursor: undefined } },
};

test('a read is a request of curl with its query, and a call of the client with an answer', () => {
  expect(curlOf(ORIGIN, keys)).toBe(
    `curl 'https://rollbook.example/v1/accounts/acct_1/api-keys?limit=100&order=desc' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
  expect(clientCallOf(keys)).toBe(
    `const answer = await client.get('/v1/accounts/{accountId}/api-keys', {
  path: {
    accountId: "acct_1"
  },
  query: {
    limit: 100,
    order: "desc"
  }
});`,
  );
});

test('a read is a command where there is one that asks for the same; how it is paged is the command’s own affair', () => {
  expect(commandOf(keys)).toBe('rollbook api-keys list --account acct_1');
  const events = (query: object): ApiCall => ({
    method: 'get',
    path: '/v1/accounts/{accountId}/events',
    request: { path: { accountId: 'acct_1' }, query: { ...query } },
  });
  expect(commandOf(events({ include: 'actor', limit: 5, type: 'user.created,user.removed' }))).toBe(
    'rollbook events list --limit 5 --type user.created,user.removed --account acct_1',
  );
  expect(commandOf(events({ q: 'Milton' }))).toBeUndefined();
});
