import { get } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { FeedWatch } from '../../../apps/api/src/changes/feed-watch.js';
import { dataSchema, type EventType } from '#libs/event-contracts';
import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { expectValid } from '../../support/contract.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

let api: RunningApi;
let processor: ProcessorOfApi;

beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
});

interface Changes {
  completeTo: string | null;
  readAt: string;
  data: { id: string; type: string; subject: string; sequence: string }[];
  nextCursor: string;
  upToDate: boolean;
}

function query(values: Record<string, string | number>): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(texts).toString()}`;
}

async function changes(path: string, values: Record<string, string | number> = {}): Promise<Changes> {
  const { status, body } = await api.operator('GET', `${path}${query(values)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Changes;
}

/** Waits until the feed has as many events. */
async function readUntil(path: string, count: number, after?: string): Promise<Changes> {
  const data: Changes['data'] = [];
  let next = after;
  for (;;) {
    const page = await changes(path, { wait: 20, ...(next !== undefined && { after: next }) });
    data.push(...page.data);
    next = page.nextCursor;
    if (data.length >= count) return { ...page, data };
  }
}

async function startDirectory() {
  const account = await createAccount(api);
  const ada = await createUser(api, account.id, 'owner');
  const prod = await createServiceGroup(api, account.id);
  const path = `/v1/accounts/${account.id}`;
  return { account, ada, prod, path, feed: `${path}/changes` };
}

test('a reader that keeps only its cursor gets every event once, as subscribers get it', async () => {
  const { path, feed, ada, prod } = await startDirectory();
  const first = await readUntil(feed, 3);
  expect(first.data.map(({ type }) => type)).toEqual([
    'account.created',
    'user.created',
    'service_group.created',
  ]);
  await api.operator('PUT', `${path}/service-groups/${prod.id}/members/${ada.id}`);
  const { data, nextCursor } = await readUntil(feed, 1, first.nextCursor);
  expect(data).toMatchObject([
    { type: 'service_group.member_added', subject: ada.id, sequence: '000000000002' },
  ]);
  // The feed and the bus are filled by two consumers of the stream, either of which may be first.
  await eventually('the bus has it', () =>
    processor.bus.received.some(({ detail }) => isDeepStrictEqual(JSON.parse(detail), data[0])),
  );
  expect(await changes(feed, { after: nextCursor })).toMatchObject({ data: [], nextCursor, upToDate: true });
  expect((await changes(feed, { type: 'user.created' })).data).toHaveLength(1);
  expect((await changes(feed, { subject: prod.id })).data.map(({ type }) => type)).toEqual([
    'service_group.created',
    'service_group.member_added',
  ]);
});

test('a page, an event stream and a snapshot say up to when they are complete', async () => {
  const { feed } = await startDirectory();
  const { nextCursor: after } = await readUntil(feed, 3);
  const madeAt = Date.now();
  let page = await changes(feed, { after });
  await eventually('it is complete up to then', async () => {
    page = await changes(feed, { after });
    return page.upToDate && Date.parse(page.completeTo ?? '') > madeAt;
  });
  expect(Date.parse(page.readAt)).toBeGreaterThanOrEqual(Date.parse(page.completeTo!));
  const complete = /^event: complete\ndata: \{"completeTo":"[^"]+","readAt":"[^"]+"\}\n\n/m;
  await streamed(feed, { 'last-event-id': after }, (text) => complete.test(text));
  const { body } = await api.operator('GET', `${feed}/snapshot`);
  const lines = (body as string).trimEnd().split('\n');
  const end = JSON.parse(lines.at(-1)!) as Changes & { cursor: string };
  expect(end).toMatchObject({ cursor: expect.any(String) as string, readAt: expect.any(String) as string });
  // What is read from the index is younger than a minute.
  expect(Date.parse(end.readAt) - Date.parse(end.completeTo!)).toBeGreaterThanOrEqual(60_000);
});

test('a reader that waits is answered when something happens, and others when it does not', async () => {
  const { path, feed, account } = await startDirectory();
  await readUntil(feed, 3);
  const { nextCursor: after } = await changes(feed, { after: 'now' });
  expect(await changes(feed, { after, wait: 1 })).toMatchObject({ data: [], upToDate: true });
  const waiting = Array.from({ length: 20 }, () => changes(feed, { after, wait: 20 }));
  const ofAll = changes('/v1/changes', { after: 'now', wait: 20 });
  await api.operator('PATCH', path, { name: 'Acme Ltd' }, { 'if-match': '*' });
  for (const { data } of await Promise.all([...waiting, ofAll]))
    expect(data).toMatchObject([{ type: 'account.renamed', accountid: account.id }]);
});

test('the feed of all accounts has what each of theirs has, in the order of each subject', async () => {
  const [one, other] = [await startDirectory(), await startDirectory()];
  await Promise.all([readUntil(one.feed, 3), readUntil(other.feed, 3)]);
  const seen = new Map<string, string[]>();
  let [after, upToDate]: [string | undefined, boolean] = [undefined, false];
  while (!upToDate) {
    const page: Changes = await changes('/v1/changes', { limit: 5, ...(after && { after }) });
    for (const { subject, sequence } of page.data)
      seen.set(subject, [...(seen.get(subject) ?? []), sequence]);
    ({ nextCursor: after, upToDate } = page);
  }
  for (const { account, ada, prod } of [one, other])
    for (const subject of [account.id, ada.id, prod.id]) expect(seen.get(subject)).toEqual(['000000000001']);
});

test('server-sent events go on where a client was', async () => {
  const { path, feed } = await startDirectory();
  await readUntil(feed, 3);
  const all = await received(feed, {}, 3);
  expect(all.map(({ type }) => type)).toEqual(['account.created', 'user.created', 'service_group.created']);
  const rest = received(feed, { 'last-event-id': all[1]!.cursor }, 2);
  await api.operator('PATCH', path, { name: 'Acme Ltd' }, { 'if-match': '*' });
  expect((await rest).map(({ type }) => type)).toEqual(['service_group.created', 'account.renamed']);
});

/** The first events of a stream, each with the id that it was sent with. */
async function received(
  path: string,
  headers: Record<string, string>,
  count: number,
): Promise<{ type: string; cursor: string }[]> {
  const eventsOf = (text: string) =>
    [...text.matchAll(/^id: (.+)\ndata: (.+)\n\n/gm)].map(([, cursor, data]) => ({
      cursor: cursor!,
      type: (JSON.parse(data!) as { type: string }).type,
    }));
  return eventsOf(await streamed(path, headers, (text) => eventsOf(text).length >= count));
}

/** What a stream sends until it is enough. */
async function streamed(
  path: string,
  headers: Record<string, string>,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const token = await api.issuer.signOperatorToken({ subject: 'tester' });
  return new Promise((resolve, reject) => {
    const asked = {
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      authorization: `Bearer ${token}`,
    };
    const request = get(`${api.url}${path}`, { headers: { ...asked, ...headers } }, (answer) => {
      expect(answer.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      expect(answer.headers['content-encoding']).toBeUndefined();
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (!isEnough(text)) return;
        request.destroy();
        resolve(text);
      });
    }).on('error', reject);
  });
}

test('a cursor from before an erasure goes on, and what comes of it names nobody', async () => {
  const { path, feed } = await startDirectory();
  const { nextCursor } = await readUntil(feed, 3);
  const { body } = await api.operator('POST', `${path}/users`, { name: 'Grace', email: 'grace@x.example' });
  const { id } = body as { id: string };
  await api.operator('DELETE', `${path}/users/${id}`);
  await readUntil(feed, 2, nextCursor);
  await api.operator('POST', `${path}/users/${id}/erase`);
  const { data } = await readUntil(feed, 3, nextCursor);
  expect(data.map(({ type }) => type)).toEqual(['user.created', 'user.removed', 'user.erased']);
  expect(data[0]).toMatchObject({ subject: id, erased: true, data: { name: '[erased]' } });
  expect(JSON.stringify(data)).not.toMatch(/grace/i);
});

test('says what is wrong with a request, and shows nobody the feed of another account', async () => {
  const [ours, theirs] = [await startDirectory(), await startDirectory()];
  const { nextCursor } = await readUntil(theirs.feed, 3);
  const refused = async (values: Record<string, string | number>, parameter: string, code: string) => {
    const answer = await api.operator('GET', `${ours.feed}${query(values)}`);
    expect(await expectProblem(answer, 400, code)).toMatchObject({ errors: [{ parameter }] });
  };
  await refused({ after: nextCursor }, 'after', 'invalid_cursor');
  await refused({ after: 'made-up' }, 'after', 'invalid_cursor');
  await refused({ wait: 21 }, 'wait', 'out_of_range');
  await refused({ limit: 0 }, 'limit', 'out_of_range');
  await refused({ type: 'user.invented' }, 'type', 'invalid_format');
  const owner = await api.as({ id: ours.ada.id, accountId: ours.account.id });
  await expectProblem(await owner('GET', theirs.feed), 404, 'account_not_found');
  await expectProblem(await owner('GET', '/v1/changes'), 403, 'not_permitted');
  // It may see the accounts, but not what happens in them.
  const key = await api.operator('POST', '/v1/api-keys', { name: 'Billing', scopes: ['platform:read'] });
  const billing = askWith(api.url, (key.body as { key: string }).key);
  await expectProblem(await billing('GET', '/v1/changes'), 403, 'not_permitted');
  const nobody = await api.operator('GET', '/v1/accounts/acct_01J00000000000000000000000/changes?wait=20');
  await expectProblem(nobody, 404, 'account_not_found');
});

test('however many wait, the table is asked once a second, and not at all when nobody waits', async () => {
  const { account } = await startDirectory();
  const watch = api.app.get(FeedWatch);
  let calls = 0;
  const { table } = api.directory;
  const query = table.query.bind(table);
  table.query = ((...asked: Parameters<typeof query>) => {
    calls += 1;
    return query(...asked);
  }) as typeof query;
  const { signal } = new AbortController();
  const position = { sequence: 9_999_999, offset: 0 };
  await Promise.all(Array.from({ length: 100 }, () => watch.wait(account.id, position, 2_500, signal)));
  // Not for each of those who wait, and more often only just after a change.
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(15);
  calls = 0;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(calls).toBe(0);
  table.query = query;
});

test('a snapshot is what there is, as the events that would make it, and its cursor misses nothing', async () => {
  const { path, feed, ada, prod } = await startDirectory();
  const [grace, removed] = [await createUser(api, ada.accountId), await createUser(api, ada.accountId)];
  const member = (id: string) => `${path}/service-groups/${prod.id}/members/${id}`;
  const expiresAt = '2099-01-01T00:00:00.000Z';
  await api.operator('PUT', member(ada.id), { expiresAt, reason: 'On call' });
  for (const { id } of [grace, removed]) await api.operator('PUT', member(id));
  await api.operator('PUT', `${path}/service-groups/${prod.id}/managers/${grace.id}`);
  await api.operator('POST', `${path}/users/${grace.id}/suspend`);
  await api.operator('DELETE', `${path}/users/${removed.id}`);
  await readUntil(feed, 11);
  await indexesSettled();
  const { body } = await api.operator('GET', `${feed}/snapshot`);
  const lines = (body as string).trimEnd().split('\n');
  const events = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.map(({ type, subject }) => [type, subject])).toEqual([
    ['account.created', ada.accountId],
    ['service_group.created', prod.id],
    ['service_group.manager_added', prod.id],
    ['user.created', ada.id],
    ['user.created', grace.id],
    ['user.suspended', grace.id],
    ['service_group.member_added', ada.id],
    ['service_group.member_added', grace.id],
  ]);
  expect(events[6]).toMatchObject({
    specversion: '1.0',
    dataschema: 'urn:rollbook:event:service_group.member_added:1',
    data: { userId: ada.id, userName: ada.name, serviceGroupId: prod.id, expiresAt, reason: 'On call' },
  });
  expect(events.filter((event) => 'sequence' in event)).toEqual([]);
  for (const { type, data } of events) expectValid(dataSchema(type as EventType), data, String(type));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const { cursor } = JSON.parse(lines.at(-1)!) as { cursor: string };
  await api.operator('DELETE', member(ada.id));
  const after = await readUntil(feed, 12, cursor);
  expect(after.data.at(-1)).toMatchObject({ type: 'service_group.member_removed', subject: ada.id });
});
