import { get, type ServerResponse } from 'node:http';
import type { Directory } from '#libs/directory';
import { DIRECTORY } from '../../../apps/api/src/directory/directory.module.js';
import { costOf, expectProblem, startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { createAccount } from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

/** What one answer of the feed may take: bytes, reads and waiting places. */

const CHANGES = 40;
const PAGE_BYTES = 1_000_000;

let api: RunningApi;
let processor: ProcessorOfApi;
let path: string;
let feed: string;
let asOwner: Awaited<ReturnType<RunningApi['as']>>;

beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  const account = await createAccount(api);
  path = `/v1/accounts/${account.id}`;
  feed = `${path}/changes`;
  const { body } = await api.operator('POST', `${path}/users`, {
    name: 'Ada',
    email: 'ada@bounds.example',
    role: 'owner',
  });
  asOwner = await api.as({ id: (body as { id: string }).id, accountId: account.id });
  for (let n = 0; n < CHANGES; n += 1) await change(n);
  await eventually('all is fed', async () => (await readAll()).length === CHANGES + 2);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
});

/** Each event has the metadata before and after: 32 KB. */
async function change(n: number): Promise<void> {
  const headers = { 'if-match': '*', 'content-type': 'application/merge-patch+json' };
  const answer = await api.operator('PATCH', path, { metadata: { text: 'x'.repeat(16_000), n } }, headers);
  expect(answer).toMatchObject({ status: 200 });
}

interface Page {
  data: { id: string }[];
  nextCursor: string;
  upToDate: boolean;
}

async function readAll(query = 'limit=1000', check: (page: Page, answer: Answer) => void = () => {}) {
  const ids: string[] = [];
  let [after, upToDate] = ['', false];
  while (!upToDate) {
    const answer = await asOwner('GET', `${feed}?${query}${after}`);
    expect(answer).toMatchObject({ status: 200 });
    const page = answer.body as Page;
    check(page, answer);
    ids.push(...page.data.map(({ id }) => id));
    [after, upToDate] = [`&after=${page.nextCursor}`, page.upToDate];
  }
  return ids;
}

const end = async () => ((await asOwner('GET', `${feed}?after=now`)).body as Page).nextCursor;

test('a page of large events ends before a megabyte, and the pages have each event once', async () => {
  const sizes: number[] = [];
  const ids = await readAll('limit=1000', (page) => sizes.push(JSON.stringify(page).length));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(PAGE_BYTES + 1_000);
  expect(sizes.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(CHANGES + 2);
});

/** An event stream until it has what it is read for, or has ended. */
async function streamed(url: string, token: string, hasEnough: (text: string) => boolean): Promise<string> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  return new Promise<string>((resolve, reject) => {
    const request = get(url, { headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('end', () => resolve(text));
      answer.on('data', (piece: string) => {
        text += piece;
        if (!hasEnough(text)) return;
        request.destroy();
        resolve(text);
      });
    }).on('error', reject);
  });
}

test('an event stream sends the same in pieces, with a cursor behind the last event that was looked at', async () => {
  const token = await api.issuer.signOperatorToken({ subject: 'tester' });
  const isWhole = (text: string) => [...text.matchAll(/^data: /gm)].length >= CHANGES + 2;
  const text = await streamed(`${api.url}${feed}`, token, isWhole);
  // It read several pages, each of which says how far it went.
  expect([...text.matchAll(/^: read to here\nid: /gm)].length).toBeGreaterThan(2);
});

test('event streams of an account that are behind read one after the other', async () => {
  let [reading, most, pages] = [0, 0, 0];
  api.aroundCall = async (operation, input, send) => {
    // The events of a page.
    if (operation !== 'BatchGetItem' || !JSON.stringify(input).includes('"events:')) return send();
    pages += 1;
    most = Math.max(most, (reading += 1));
    return send().finally(() => (reading -= 1));
  };
  const token = await api.issuer.signOperatorToken({ subject: 'tester' });
  const hasEnough = (text: string) => [...text.matchAll(/^data: /gm)].length >= 12;
  await Promise.all(Array.from({ length: 4 }, () => streamed(`${api.url}${feed}`, token, hasEnough)));
  api.aroundCall = undefined;
  expect(pages).toBeGreaterThan(4 * 4);
  expect(most).toBe(1);
});

test('a reader whose filter nothing passes gets one page of reading, and is charged for all that was read', async () => {
  const units: number[] = [];
  const ids = await readAll('wait=1&limit=10&type=user.erased', (page, answer) => {
    expect(page.data).toEqual([]);
    units.push(costOf(answer).reads);
  });
  expect(ids).toEqual([]);
  expect(units.length).toBe(Math.ceil((CHANGES + 2) / 10));
  // Ten events of 33 KB, read consistently, take some 80. None is read that is not counted.
  expect(Math.max(...units)).toBeGreaterThan(60);
});

/** What those who wait read: the reads of events of this process. */
function countReads(): { reads: () => number; restore: () => void } {
  const { table } = api.app.get<Directory>(DIRECTORY);
  const observed = table.observed.bind(table);
  let reads = 0;
  table.observed = (onCall: Parameters<typeof observed>[0]) =>
    observed((report) => {
      if (report.operation === 'BatchGetItem') reads += 1;
      onCall(report);
    });
  return { reads: () => reads, restore: () => (table.observed = observed) };
}

test('64 answers of an account wait at once, whatever each wants, and what comes is read once for all', async () => {
  const after = await end();
  const count = countReads();
  let refused: Answer | undefined;
  let queries = 0;
  api.aroundCall = (operation, _input, send) =>
    send().finally(() => (queries += operation === 'Query' ? 1 : 0));
  const answers = Array.from({ length: 65 }, async (_, n) => {
    const query = `wait=20&limit=${n + 1}&after=${after}${n % 2 ? '&type=user.erased' : ''}`;
    const answer = await api.operator('GET', `${feed}?${query}`);
    if (answer.status === 429) refused = answer;
    return answer;
  });
  // Each has looked once before it waits.
  await eventually('one is refused, and the others wait', () => refused !== undefined && queries > 64);
  api.aroundCall = undefined;
  await expectProblem(refused!, 429, 'rate_limited');
  expect(refused!.headers.get('retry-after')).toBe('1');
  const before = count.reads();
  await change(CHANGES + 1);
  const given = (await Promise.all(answers)).filter((answer) => answer !== refused);
  expect(given.map(({ status }) => status)).toEqual(Array(64).fill(200));
  const pages = given.map(({ body }) => body as Page);
  // Of the change itself, too.
  expect(count.reads() - before).toBeLessThan(10);
  count.restore();
  // Of 65, every second one wants something else.
  expect([32, 33]).toContain(pages.filter(({ data }) => data.length > 0).length);
  // Those whom it is not for are told how far it is: the next answer begins behind it.
  for (const { nextCursor } of pages)
    expect((await asOwner('GET', `${feed}?after=${nextCursor}`)).body).toMatchObject({ data: [] });
});

test('an answer of which a client takes nothing for half a minute is ended', async () => {
  const server = api.app.getHttpServer();
  const limit = new Promise((resolve) =>
    server.once('request', (_request, { socket }: ServerResponse) =>
      setImmediate(() => resolve(socket!.timeout)),
    ),
  );
  await api.operator('GET', feed);
  expect(await limit).toBe(30_000);
});

test('an API that ends answers streams and those who wait at once, and reads nothing more for them', async () => {
  const ending = await startApi({
    table: api.configuration.table.name,
    masterKey: api.configuration.masterKey,
  });
  const { nextCursor } = (await ending.operator('GET', `${feed}?after=now`)).body as Page;
  const waiting = ending.operator('GET', `${feed}?wait=20&after=${nextCursor}`);
  const token = await ending.issuer.signOperatorToken({ subject: 'tester' });
  let hasBegun = false;
  const stream = streamed(`${ending.url}${feed}?after=${nextCursor}`, token, (text) => {
    hasBegun ||= text.includes('read to here');
    return false;
  });
  await eventually('the stream has begun', () => hasBegun);
  const { table } = ending.app.get<Directory>(DIRECTORY);
  let reads = 0;
  const observed = table.observed.bind(table);
  table.observed = (...asked: Parameters<typeof observed>) => {
    reads += 1;
    return observed(...asked);
  };
  const query = table.query.bind(table);
  table.query = ((...asked: Parameters<typeof query>) => {
    reads += 1;
    return query(...asked);
  }) as typeof query;
  const closed = ending.close();
  expect(await waiting).toMatchObject({ status: 200, body: { data: [], upToDate: true } });
  expect(await stream).toContain('read to here');
  await closed;
  expect(reads).toBeLessThan(5);
});
