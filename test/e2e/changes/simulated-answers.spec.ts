import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';
import { changesApi, type ChangesApi } from '../../simulation/processes/changes-api.js';

// What guards read in the simulation, which has the services without HTTP, is what the API answers.

let api: RunningApi;
let processor: Awaited<ReturnType<typeof startProcessorOf>>;
let simulated: ChangesApi;
let accountId: string;

beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  simulated = changesApi(api.directory);
  ({ id: accountId } = await createAccount(api));
  const group = await createServiceGroup(api, accountId);
  const path = `/v1/accounts/${accountId}`;
  for (let n = 0; n < 3; n += 1) {
    const { id } = await createUser(api, accountId);
    await api.operator('PUT', `${path}/service-groups/${group.id}/members/${id}`);
  }
  await indexesSettled();
  await eventually('the feed has the events', async () => {
    const { status, body } = await api.operator('GET', `${path}/changes`);
    return status === 200 && (body as { data: unknown[] }).data.length >= 8;
  });
});
afterAll(async () => {
  await processor.stop();
  await api.close();
});

/** Without the time, and without cursors, which are sealed anew each time. */
function lasting(body: unknown): unknown {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { readAt, completeTo, nextCursor, cursor, next, ...rest } = JSON.parse(line) as Record<
        string,
        unknown
      >;
      return [
        rest,
        [nextCursor, cursor, next].map((each) => typeof each),
        typeof readAt,
        completeTo === undefined,
      ];
    });
}

async function nextCursor(): Promise<string> {
  const { body } = await api.operator('GET', `/v1/accounts/${accountId}/changes?limit=3`);
  return (body as { nextCursor: string }).nextCursor;
}

test.each([
  ['a page', () => 'changes'],
  ['a short page', () => 'changes?limit=3'],
  ['the page after it', async () => `changes?limit=3&after=${await nextCursor()}`],
  ['a snapshot of access', () => 'changes/snapshot?form=access'],
  ['a page of a snapshot of access', () => 'changes/snapshot?form=access&limit=2'],
  ['a page of a snapshot of events', () => 'changes/snapshot?limit=4'],
])('%s is answered as the API answers it', async (_, ask) => {
  const path = `/v1/accounts/${accountId}/${await ask()}`;
  const real = await api.operator('GET', path);
  const own = await simulated(new URL(path, 'http://api.simulated'), new AbortController().signal);
  expect([own.status, own.type]).toEqual([real.status, real.headers.get('content-type')]);
  expect(lasting(own.text)).toEqual(lasting(real.body));
});

test.each([
  ['an unknown account', 404, () => '/v1/accounts/acct_01ARZ3NDEKTSV4RRFFQ69G5FAV/changes?after=now'],
  ['a wrong cursor', 400, () => `/v1/accounts/${accountId}/changes?after=wrong`],
])('%s is refused as the API refuses it', async (_, status, path) => {
  const real = await api.operator('GET', path());
  const own = await simulated(new URL(path(), 'http://api.simulated'), new AbortController().signal);
  expect(real.status).toBe(status);
  expect([own.status, own.type]).toEqual([real.status, real.headers.get('content-type')]);
  expect((JSON.parse(own.text) as { code: string }).code).toBe((real.body as { code: string }).code);
});
