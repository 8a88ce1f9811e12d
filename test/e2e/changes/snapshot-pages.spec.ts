import { MAX_BODY_BYTES } from '../../../apps/api/src/lambda/answer-limit.js';
import {
  RollbookError,
  snapshotOf,
  type AccessLine,
  type SnapshotEnd,
  type SnapshotEvent,
} from '#libs/client';
import { AccessCopy, applyAccess, applyEvent } from '#libs/guard';
import { putAccessRoles } from '../../support/api/access-roles.js';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** A snapshot in pages, each of which a function can answer. */

const PEOPLE = 12;

let api: RunningApi;
let accountId: string;
let feed: string;
beforeAll(async () => {
  api = await startApi();
  ({ id: accountId } = await createAccount(api));
  const path = `/v1/accounts/${accountId}`;
  feed = `${path}/changes`;
  const accessRole = 'reader';
  await putAccessRoles(api, path, { [accessRole]: ['logs.read'] });
  const groups = [await createServiceGroup(api, accountId), await createServiceGroup(api, accountId)];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { id } = await createUser(api, accountId);
    const terms = n % 2 === 0 ? { accessRole } : {};
    for (const group of groups)
      await api.operator('PUT', `${path}/service-groups/${group.id}/members/${id}`, terms);
    if (n === 3) await api.operator('DELETE', `${path}/users/${id}`);
  }
  const [inBoth, suspended, named] = await Promise.all(
    Array.from({ length: 3 }, () => createUser(api, accountId)),
  );
  const [group] = groups;
  const end = { expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  const member = (id: string) => `${path}/service-groups/${group!.id}/members/${id}`;
  await api.operator('PUT', member(inBoth!.id), { ...end, accessRole });
  await api.operator('PUT', member(suspended!.id), end);
  await api.operator('POST', `${path}/users/${suspended!.id}/suspend`);
  await api.operator('PATCH', `${path}/users/${named!.id}`, { externalId: 'okta-1' });
  await api.operator('PATCH', `${path}/service-groups/${group!.id}`, { externalId: 'prod' });
  await indexesSettled();
});
afterAll(() => api.close());

type Line = SnapshotEvent | SnapshotEnd | { next: string };

async function lines(query = ''): Promise<Line[]> {
  const { status, body } = await api.operator('GET', `${feed}/snapshot${query}`);
  expect(status).toBe(200);
  return (body as string)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const withoutLast = (all: Line[]) => all.slice(0, -1) as SnapshotEvent[];

test.each([1, 2, 5, 7, 1_000])('pages of %d lines have together what one answer has', async (limit) => {
  const whole = withoutLast(await lines());
  expect(whole.length).toBe(1 + 1 + 2 + 11 + 22 + (3 + 1) + 2);
  const read: SnapshotEvent[] = [];
  let page = await lines(`?limit=${limit}`);
  for (let last = page.at(-1)!; 'next' in last; last = page.at(-1)!) {
    read.push(...withoutLast(page));
    // Of somebody suspended there are two lines, which stay together, as do the account and its access role.
    expect([limit + 1, limit + 2]).toContain(page.length);
    page = await lines(`?limit=${limit}&after=${last.next}`);
  }
  read.push(...withoutLast(page));
  expect(page.at(-1)).toMatchObject({ cursor: expect.any(String), completeTo: null });
  expect(read).toEqual(whole);
});

test('the client reads the pages, and gives the cursor once, at the end', async () => {
  const read: (SnapshotEvent | SnapshotEnd)[] = [];
  for await (const line of snapshotOf(api.client, accountId, 'events')) read.push(line);
  expect(read.slice(0, -1)).toEqual(withoutLast(await lines()));
  expect(read.filter((line) => 'cursor' in line)).toHaveLength(1);
});

async function copyOf(query: string): Promise<AccessCopy> {
  const copy = new AccessCopy();
  let next = '';
  do {
    const read = (await lines(`${query}${next}`)) as (Line | AccessLine)[];
    const last = read.at(-1)!;
    for (const line of read.slice(0, -1))
      if ('subject' in line) applyEvent(copy, line);
      else applyAccess(copy, accountId, line as AccessLine);
    next = 'next' in last ? `&after=${last.next}` : '';
  } while (next !== '');
  return copy;
}

test.each([1, 2, 1_000])(
  'the form for access, in pages of %d lines, makes the copy that the events make',
  async (limit) => {
    const expected = await copyOf('?form=events');
    expect(expected.sizes).toEqual({ accounts: 1, serviceGroups: 2, users: 14, memberships: 24 });
    const stored = expected.stored();
    expect(stored.accessRoles).toEqual([
      [expect.any(String), accountId, 1, [[expect.any(String), ['logs.read']]]],
    ]);
    expect(stored.memberRoles).toEqual([[stored.accessRoles![0]![3][0]![0], expect.any(Array)]]);
    expect((await copyOf(`?form=access&limit=${limit}`)).stored()).toEqual(stored);
  },
);

test('of an account without access roles the form for access is as before there were any', async () => {
  const { id } = await createAccount(api);
  const group = await createServiceGroup(api, id);
  const user = await createUser(api, id);
  await api.operator('PUT', `/v1/accounts/${id}/service-groups/${group.id}/members/${user.id}`);
  await indexesSettled();
  const { body } = await api.operator('GET', `/v1/accounts/${id}/changes/snapshot?form=access`);
  const read = (body as string).trimEnd().split('\n');
  expect(read.slice(0, -1).map((line) => JSON.parse(line) as object)).toEqual([
    { account: { id, isOpen: true, version: 1 } },
    { serviceGroups: [[group.id, 1]] },
    { users: [[user.id, 'active', 2]] },
    { serviceGroup: group.id, members: [user.id] },
  ]);
  expect(Object.keys(JSON.parse(read.at(-1)!) as object)).toEqual(['cursor', 'completeTo', 'readAt']);
});

test('a reader from before access roles passes over their line', async () => {
  const all = (await lines('?form=access')) as object[];
  const [line, ...others] = all.filter((each) => 'accessRoles' in each);
  expect(others).toEqual([]);
  // By its type it takes it for an event, of a type that it does not know.
  expect(line).toMatchObject({ type: 'access_roles', version: 1 });
  const copy = new AccessCopy();
  const before = copy.stored();
  applyEvent(copy, line as never);
  expect(copy.stored()).toEqual(before);
});

test('the form for access names no person: only ids, versions, states, external ids and ends', async () => {
  const { body } = await api.operator('GET', `${feed}/snapshot?form=access`);
  expect(body).toContain('okta-1');
  expect(body).not.toMatch(/@|name/i);
});

test('somebody who is not among the users has come since, and is left to the feed', () => {
  const copy = new AccessCopy();
  applyAccess(copy, 'acct_1', {
    serviceGroup: 'sgrp_1',
    members: ['user_1', ['user_2', '2030-01-01T00:00Z']],
  });
  expect(copy.sizes).toMatchObject({ users: 0, memberships: 0 });
});

test('an API from before that form is read in events', async () => {
  const asked: string[] = [];
  const client = {
    ...api.client,
    download: (path: string, request: { query: { form?: string } }) => {
      asked.push(request.query.form ?? 'none');
      if (request.query.form !== undefined)
        return Promise.reject(new RollbookError(400, { code: 'unknown_field' } as never));
      return api.client.download(path as never, request as never);
    },
  } as unknown as typeof api.client;
  const copy = new AccessCopy();
  for await (const line of snapshotOf(client, accountId, 'access'))
    if ('subject' in line) applyEvent(copy, line);
  expect(copy.stored()).toEqual((await copyOf('?form=events')).stored());
  expect(asked).toEqual(['access', 'none']);
});

test('a place in another snapshot, and one that was made up, are refused', async () => {
  const other = await createAccount(api);
  const { body } = await api.operator('GET', `/v1/accounts/${other.id}/changes/snapshot?limit=1`);
  const [, last] = (body as string).trimEnd().split('\n');
  const { next } = JSON.parse(last!) as { next: string };
  for (const after of [next, 'made-up'])
    await expectProblem(await api.operator('GET', `${feed}/snapshot?after=${after}`), 400, 'invalid_cursor');
});

describe('on functions', () => {
  let functions: RunningApi;
  beforeAll(async () => {
    const { table, masterKey } = api.configuration;
    functions = await startApi({ table: table.name, masterKey, oneRequestAtATime: true });
    const metadata = { text: 'x'.repeat(16_000) };
    const create = async (_: unknown, n: number) => {
      const user = { name: `User ${n}`, email: `large-${n}@example.com`, metadata };
      expect(await api.operator('POST', `/v1/accounts/${accountId}/users`, user)).toMatchObject({
        status: 201,
      });
    };
    await Promise.all(Array.from({ length: Math.ceil(MAX_BODY_BYTES / 16_000) }, create));
  }, 60_000);
  afterAll(() => functions.close());

  test('what is larger than a function can answer is refused, and can be read in pages', async () => {
    for (const path of [`${feed}/snapshot`, `/v1/accounts/${accountId}/export/events?format=ndjson`])
      await expectProblem(await functions.operator('GET', path), 422, 'answer_too_large');
    const sizes: number[] = [];
    let [query, isWhole] = ['?limit=1000', false];
    while (!isWhole) {
      const { body } = await functions.operator('GET', `${feed}/snapshot${query}`);
      sizes.push(Buffer.byteLength(body as string));
      const last = JSON.parse((body as string).trimEnd().split('\n').at(-1)!) as { next?: string };
      [query, isWhole] = [`?limit=1000&after=${last.next}`, last.next === undefined];
    }
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  });
});
