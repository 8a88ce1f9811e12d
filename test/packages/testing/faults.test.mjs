// Run by the spec beside this folder, in a project of its own: what a service's tests do with @rollbook/testing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createClient } from '@rollbook/client';
import { startRollbook } from '@rollbook/testing';

const USERS = '/v1/accounts/{accountId}/users';

let rollbook;
before(async () => (rollbook = await startRollbook()));
after(() => rollbook.stop());

/** A service's own client. */
const clientOf = ({ baseUrl }) =>
  createClient({ baseUrl, token: rollbook.operatorToken, retry: { maxAttempts: 4 } });

test('accounts do not see each other', async () => {
  const [one, other] = await Promise.all([rollbook.createAccount('One'), rollbook.createAccount('Other')]);
  const ada = await one.addUser('ada@example.com', { role: 'owner' });
  assert.equal((await one.events.waitFor('user.created')).subject, ada);
  assert.deepEqual(other.events.ofType('user.created'), []);
  await assert.rejects(
    other.events.waitFor('user.created', { timeoutMs: 100 }),
    /There was: account\.created/,
  );
  assert.equal(
    (
      await fetch(`${one.baseUrl}/v1/accounts/${other.accountId}/users`, {
        headers: { authorization: `Bearer ${one.key}` },
      })
    ).status,
    404,
  );
});

test('members have the access roles that the test gives them', async () => {
  const accessRoles = [{ key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] }];
  const account = await rollbook.createAccount('Roles', { accessRoles });
  const [ada, ben] = [await account.addUser('ada@example.com'), await account.addUser('ben@example.com')];
  const prod = await account.addServiceGroup('prod', [ada, { id: ben, accessRole: 'log-reader' }]);
  const client = createClient({ baseUrl: account.baseUrl, token: account.key });
  const mayRead = async (id) =>
    (
      await client.post('/access/v1/evaluation', {
        body: {
          subject: { type: 'user', id },
          action: { name: 'logs.read' },
          resource: { type: 'service_group', id: prod },
        },
      })
    ).decision;
  assert.deepEqual([await mayRead(ada), await mayRead(ben)], [false, true]);
});

test('a client gets over refusals, and over an answer that is lost, and writes once', async () => {
  const account = await rollbook.createAccount();
  const path = { accountId: account.accountId };
  const client = clientOf(account);
  const limited = rollbook.faults.rateLimited({ path: '/users', retryAfterSeconds: 0 });
  const unavailable = rollbook.faults.unavailable({ path: '/users', retryAfterSeconds: 0, times: 1 });
  const lost = rollbook.faults.lostAnswer({ method: 'post', path: /\/users$/ });
  const { id } = await client.post(USERS, { path, body: { name: 'Ada', email: 'ada@example.com' } });
  assert.deepEqual([limited.met, unavailable.met, lost.met], [1, 1, 1]);
  const { data } = await account.client.get(USERS, { path });
  assert.deepEqual(
    data.map((user) => user.id),
    [id],
  );
});

test('a fault that has ended is met by nobody', async () => {
  const account = await rollbook.createAccount();
  const fault = rollbook.faults.unavailable({ times: 5 });
  fault.end();
  await clientOf(account).get(USERS, { path: { accountId: account.accountId } });
  assert.equal(fault.met, 0);
});

test('deliveries come twice, late and out of order, each signed', async () => {
  const account = await rollbook.createAccount();
  const got = [];
  const service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({
      id: request.headers['webhook-id'],
      signature: request.headers['webhook-signature'],
      event: JSON.parse(body),
    });
    response.end();
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const to = `http://127.0.0.1:${service.address().port}/hook`;
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const deliveries = await account.deliver({ to, eventTypes: ['user.created'] });
  assert.match(deliveries.secret, /^whsec_/);
  deliveries.twice();
  const first = await account.addUser('first@example.com');
  await until(() => got.length === 2);
  assert.deepEqual([got[0].event.subject, got[0].id], [first, got[1].id]);
  assert.match(got[0].signature, /^v1,/);
  deliveries.hold(2);
  const second = await account.addUser('second@example.com');
  await until(() => deliveries.held === 1);
  const third = await account.addUser('third@example.com');
  await until(() => deliveries.held === 2);
  assert.equal(got.length, 2);
  assert.equal(await deliveries.release('reversed'), 2);
  assert.deepEqual(
    got.slice(2).map(({ event }) => event.subject),
    [third, second],
  );
  service.close();
});

test('what the clock is moved past has ended, also after a month, and it does not go back', async () => {
  const account = await rollbook.createAccount();
  const path = { accountId: account.accountId };
  const { id: userId } = await account.client.post('/v1/accounts/{accountId}/invitations', {
    path,
    body: { name: 'Ada', email: 'ada@example.com' },
  });
  const before = rollbook.clock.now();
  rollbook.clock.advanceTo(new Date(before.getTime() + 40 * 24 * 60 * 60 * 1000));
  assert.throws(() => rollbook.clock.advanceTo(before), RangeError);
  const invited = await account.client.get('/v1/accounts/{accountId}/invitations/{userId}', {
    path: { ...path, userId },
  });
  assert.ok(Date.parse(invited.expiresAt) < rollbook.clock.now().getTime());
  const later = await account.addUser('later@example.com');
  const created = await account.events.waitFor('user.created', { where: ({ subject }) => subject === later });
  assert.ok(Date.parse(created.time) - before.getTime() > 39 * 24 * 60 * 60 * 1000);
});
