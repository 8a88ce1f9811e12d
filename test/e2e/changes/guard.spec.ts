import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authzenHandler, expressGuard, openGuard, type Guard, type GuardOptions } from '#libs/guard';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

let api: RunningApi;
let processor: ProcessorOfApi;
let folder: string;
const guards: Guard[] = [];

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-guard-'));
  processor = await startProcessorOf(api);
});
afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

async function guardOf(options: Partial<GuardOptions>): Promise<Guard> {
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  const guard = await openGuard({ baseUrl: api.url, token, ...options });
  guards.push(guard);
  return guard;
}

async function startDirectory() {
  const { id: accountId } = await createAccount(api);
  const [ada, prod] = [await createUser(api, accountId), await createServiceGroup(api, accountId)];
  const path = `/v1/accounts/${accountId}`;
  const member = `${path}/service-groups/${prod.id}/members/${ada.id}`;
  /** Makes a change, and says what position it has. */
  const change = async (method: string, at: string, body?: unknown): Promise<string> => {
    const { status, headers } = await api.operator(method, at, body, { 'if-match': '*' });
    expect(status).toBeLessThan(300);
    return headers.get('rollbook-position') ?? '';
  };
  return { accountId, ada, prod, path, member, change };
}

test('a guard that is asked with the position of a write never contradicts it', async () => {
  const { accountId, ada, prod, path, member, change } = await startDirectory();
  const guard = await guardOf({ accountId });
  const mayEnter = (atLeast: string) => guard.mayEnter(ada.id, prod.id, { atLeast });
  expect(await mayEnter(await change('PUT', member))).toBe(true);
  expect(guard.groupsOf(ada.id)).toEqual([prod.id]);
  expect(guard.membersOf(prod.id)).toEqual([ada.id]);
  expect(await mayEnter(await change('POST', `${path}/users/${ada.id}/suspend`))).toBe(false);
  expect([guard.groupsOf(ada.id), guard.membersOf(prod.id)]).toEqual([[], []]);
  expect(await mayEnter(await change('POST', `${path}/users/${ada.id}/reactivate`))).toBe(true);
  expect(await mayEnter(await change('POST', `${path}/suspend`))).toBe(false);
  expect(await mayEnter(await change('POST', `${path}/reactivate`))).toBe(true);
  expect(await mayEnter(await change('DELETE', member))).toBe(false);
  expect(await mayEnter(await change('PUT', member))).toBe(true);
  expect(await mayEnter(await change('DELETE', `${path}/service-groups/${prod.id}`))).toBe(false);
});

test('a membership ends at its instant in a guard, whether or not the event has come', async () => {
  const { accountId, ada, prod, member, change } = await startDirectory();
  const endsAt = Date.now() + 3_600_000;
  let clock = endsAt - 1;
  const guard = await guardOf({ accountId, now: () => clock });
  const atLeast = await change('PUT', member, { expiresAt: new Date(endsAt).toISOString() });
  expect(await guard.mayEnter(ada.id, prod.id, { atLeast })).toBe(true);
  clock = endsAt;
  expect(guard.mayEnter(ada.id, prod.id)).toBe(false);
  expect([guard.groupsOf(ada.id), guard.membersOf(prod.id)]).toEqual([[], []]);
  // Set back, it revives nothing.
  clock = endsAt - 1;
  expect(guard.mayEnter(ada.id, prod.id)).toBe(false);
});

test('a guard starts from a snapshot, and again from its own file, and is level with both', async () => {
  const { accountId, ada, prod, path, member, change } = await startDirectory();
  await change('PUT', member);
  const gone = await createUser(api, accountId);
  await change('PUT', member.replace(ada.id, gone.id));
  const last = await change('DELETE', `${path}/users/${gone.id}`);
  const file = join(folder, 'copy.json');
  const first = await guardOf({ accountId, file });
  expect(await first.mayEnter(ada.id, prod.id, { atLeast: last })).toBe(true);
  expect(first.mayEnter(gone.id, prod.id)).toBe(false);
  await first.close();
  expect(await readFile(file, 'utf8')).not.toContain(ada.name);
  const atLeast = await change('DELETE', member);
  const second = await guardOf({ accountId, file });
  expect(await second.mayEnter(ada.id, prod.id, { atLeast })).toBe(false);
  await second.close();
  // What cannot be read is made again.
  await writeFile(file, '{"format":1');
  const third = await guardOf({ accountId, file });
  expect(await third.mayEnter(ada.id, prod.id, { atLeast })).toBe(false);
  expect(third.status()).toMatchObject({ isReady: true, memberships: 0, serviceGroups: 1 });
});

test('one guard of the operators knows all accounts', async () => {
  const [one, other] = [await startDirectory(), await startDirectory()];
  const guard = await guardOf({});
  const positions = [await one.change('PUT', one.member), await other.change('PUT', other.member)];
  const atLeast = positions.join(',');
  expect(await guard.mayEnter(one.ada.id, one.prod.id, { atLeast })).toBe(true);
  expect(guard.mayEnter(other.ada.id, other.prod.id)).toBe(true);
  expect(guard.mayEnter(one.ada.id, other.prod.id)).toBe(false);
});

test('a copy that is too old refuses, or has the API asked, and says how old it is', async () => {
  const { accountId, ada, prod, member, change } = await startDirectory();
  const atLeast = await change('PUT', member);
  let isAway = false;
  const away: typeof fetch = (input, init) =>
    isAway && (input as string).includes('/changes')
      ? Promise.reject(new TypeError('The network is away.'))
      : fetch(input, init);
  const notices: string[] = [];
  let movedMs = 0;
  const elapsed = () => performance.now() + movedMs;
  const onNotice = (line: string) => notices.push(line);
  const options = { accountId, fetch: away, elapsed, onNotice };
  const [refusing, asking] = [await guardOf(options), await guardOf({ ...options, whenTooOld: 'ask' })];
  await refusing.mayEnter(ada.id, prod.id, { atLeast });
  await eventually('fresh', () => refusing.mayEnter(ada.id, prod.id));
  isAway = true;
  movedMs += 60_000;
  await eventually('too old', () => refusing.status().ageMs > 30_000);
  expect(refusing.mayEnter(ada.id, prod.id)).toBe(false);
  await eventually('too old', () => asking.status().ageMs > 30_000);
  expect(asking.mayEnter(ada.id, prod.id)).toBe(false);
  expect(await asking.mayEnter(ada.id, prod.id, {})).toBe(true);
  expect(notices.length).toBeGreaterThan(0);
  isAway = false;
  await eventually('fresh again', () => refusing.mayEnter(ada.id, prod.id), 30_000);
});

test('a position that is not reached in time is an error that says how far the copy is', async () => {
  const { accountId, ada, prod } = await startDirectory();
  const guard = await guardOf({ accountId });
  const ask = guard.mayEnter(ada.id, prod.id, { atLeast: `${ada.id}.99`, waitMs: 50 });
  await expect(ask).rejects.toMatchObject({ name: 'NotReachedError', version: 1 });
  await expect(guard.mayEnter(ada.id, prod.id, { atLeast: 'nonsense' })).rejects.toThrow('is not a position');
});

test('a guard that has to begin again says nothing of it before the feed has repeated what happened around the snapshot', async () => {
  const event = (type: string, sequence: string, data: object = {}) => ({
    ...{ type, subject: 'user_1', accountid: 'acct_1', sequence },
    data: { userId: 'user_1', serviceGroupId: 'sgrp_1', ...data },
  });
  const group = { ...event('service_group.created', '000000000001'), subject: 'sgrp_1' };
  const account = { ...event('account.created', '000000000001'), subject: 'acct_1' };
  // When it was read, the membership was gone.
  const lines = [account, group, { ...event('user.created', ''), sequence: undefined, stateversion: '9' }];
  const snapshot = [...lines, { cursor: 'c0' }].map((line) => `${JSON.stringify(line)}\n`).join('');
  const level = () => ({ readAt: new Date().toISOString(), completeTo: new Date().toISOString() });
  let isLost = false;
  let { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  sendRest();
  const answers: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname.endsWith('/snapshot')) return new Response(snapshot);
    const after = url.searchParams.get('after');
    if (isLost && after === 'c2') {
      isLost = false;
      const headers = { 'content-type': 'application/problem+json' };
      return Response.json({ code: 'invalid_cursor' }, { status: 400, headers });
    }
    if (after === 'c0') {
      const data = [event('service_group.member_added', '000000000008')];
      return Response.json({ data, nextCursor: 'c1', upToDate: false, ...level() });
    }
    await (after === 'c1' ? rest : new Promise((resolve) => setTimeout(resolve, 20)));
    const data = after === 'c1' ? [event('service_group.member_removed', '000000000009')] : [];
    return Response.json({ data, nextCursor: 'c2', upToDate: true, ...level() });
  };
  const guard = await guardOf({ accountId: 'acct_1', fetch: answers });
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(false);
  ({ promise: rest, resolve: sendRest } = Promise.withResolvers<void>());
  isLost = true;
  await eventually('it begins again', () => guard.status().memberships === 1);
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(false);
  const asked = guard.mayEnter('user_1', 'sgrp_1', { atLeast: 'user_1.9' });
  sendRest();
  expect(await asked).toBe(false);
  expect(guard.status()).toMatchObject({ memberships: 0, isReady: true });
});

test('what no repetition mends is said at the start', async () => {
  const { accountId } = await startDirectory();
  await expect(guardOf({ accountId, token: 'none' })).rejects.toMatchObject({
    name: 'RollbookError',
    status: 401,
  });
  const nobody = guardOf({ accountId: 'acct_01J00000000000000000000000' });
  await expect(nobody).rejects.toMatchObject({ code: 'account_not_found' });
});

test('it answers as middleware, and as AuthZEN to other languages', async () => {
  const { accountId, ada, prod, member, change } = await startDirectory();
  const guard = await guardOf({ accountId });
  await guard.mayEnter(ada.id, prod.id, { atLeast: await change('PUT', member) });
  const express = expressGuard<{ user?: string }>(guard, {
    user: ({ user }) => user,
    serviceGroup: prod.id,
  });
  const refused: unknown[] = [];
  let answered: (admitted: boolean) => void = () => {};
  const response = {
    status: (code: number) => (refused.push(code), response),
    type: (type: string) => (refused.push(type), response),
    json: (body: unknown) => {
      refused.push(body);
      answered(false);
    },
  };
  const passed = (request: { user?: string }) =>
    new Promise((resolve) => {
      answered = resolve;
      express(request, response, () => resolve(true));
    });
  expect(await passed({ user: ada.id })).toBe(true);
  expect(await passed({ user: 'user_nobody' })).toBe(false);
  expect(refused).toEqual([403, 'application/problem+json', expect.objectContaining({ status: 403 })]);
  // Who is not signed in is told to sign in: 401.
  for (const user of [undefined, '']) {
    refused.length = 0;
    expect(await passed({ ...(user !== undefined && { user }) })).toBe(false);
    expect(refused).toEqual([401, 'application/problem+json', expect.objectContaining({ status: 401 })]);
  }

  const server = createServer(authzenHandler(guard)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/access/v1`;
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const asked = (id: string) => ({
    subject: { type: 'user', id },
    action: { name: 'enter' },
    resource: { type: 'service_group', id: prod.id },
  });
  expect(await post('evaluation', asked(ada.id))).toEqual({ status: 200, body: { decision: true } });
  expect(await post('evaluation', [])).toMatchObject({ status: 400 });
  expect(await post('nothing', {})).toMatchObject({ status: 404 });
  const many = { ...asked(ada.id), evaluations: [{}, { subject: { type: 'user', id: 'user_nobody' } }] };
  expect((await post('evaluations', many)).body).toEqual({
    evaluations: [
      { decision: true },
      { decision: false, context: { error: expect.objectContaining({ status: 400 }) } },
    ],
  });
  await new Promise((resolve) => server.close(resolve));
});
