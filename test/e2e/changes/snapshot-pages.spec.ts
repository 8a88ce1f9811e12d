import { MAX_BODY_BYTES } from '../../../apps/api/src/lambda/answer-limit.js';
import { feedOf, type SnapshotEnd, type SnapshotEvent } from '#libs/client';
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
  const groups = [await createServiceGroup(api, accountId), await createServiceGroup(api, accountId)];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { id } = await createUser(api, accountId);
    for (const group of groups) await api.operator('PUT', `${path}/service-groups/${group.id}/members/${id}`);
    if (n === 3) await api.operator('DELETE', `${path}/users/${id}`);
  }
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
  expect(whole.length).toBe(1 + 2 + 11 + 22);
  const read: SnapshotEvent[] = [];
  let page = await lines(`?limit=${limit}`);
  for (let last = page.at(-1)!; 'next' in last; last = page.at(-1)!) {
    read.push(...withoutLast(page));
    expect(page.length).toBe(limit + 1);
    page = await lines(`?limit=${limit}&after=${last.next}`);
  }
  read.push(...withoutLast(page));
  expect(page.at(-1)).toMatchObject({ cursor: expect.any(String), completeTo: null });
  expect(read).toEqual(whole);
});

test('the client reads the pages, and gives the cursor once, at the end', async () => {
  const read: (SnapshotEvent | SnapshotEnd)[] = [];
  for await (const line of feedOf(api.client, accountId).snapshot()) read.push(line);
  expect(read.slice(0, -1)).toEqual(withoutLast(await lines()));
  expect(read.filter((line) => 'cursor' in line)).toHaveLength(1);
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
