import { createClient, pagesOf } from '#libs/client';

/** How those who follow a feed treat an API that runs as functions. */

interface Reply {
  status?: number;
  body: object;
}

function feedAnswering(replies: Reply[]) {
  const asked: { limit: number; wait: number }[] = [];
  const fetching: typeof fetch = (input) => {
    const { searchParams } = new URL(new Request(input).url);
    asked.push({ limit: Number(searchParams.get('limit')), wait: Number(searchParams.get('wait')) });
    const { status = 200, body } = replies.shift() ?? { body: page() };
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };
  const options = {
    baseUrl: 'http://api.example',
    token: 'token',
    fetch: fetching,
    retries: { attempts: 1 },
  };
  return { asked, feed: { page: pagesOf(createClient(options), 'acct_1') } };
}

const page = (more: object = {}) => ({ data: [], nextCursor: 'next', upToDate: true, ...more });
const failed = (status: number): Reply => ({ status, body: { message: 'Internal Server Error' } });

test('an answer that was too large is asked for again with half as many events, and the number grows again', async () => {
  const { asked, feed } = feedAnswering([failed(500), failed(502)]);
  await feed.page('start', 0);
  for (let n = 0; n < 3; n += 1) await feed.page('next', 0);
  expect(asked.map(({ limit }) => limit)).toEqual([1_000, 500, 250, 500, 1_000, 1_000]);
});

test('an API that is away is not asked at once again, and one that fails for every page is given up', async () => {
  const away = feedAnswering([failed(503)]);
  await expect(away.feed.page('start', 0)).rejects.toMatchObject({ status: 503 });
  expect(away.asked).toHaveLength(1);
  const broken = feedAnswering(Array.from({ length: 20 }, () => failed(500)));
  await expect(broken.feed.page('start', 0)).rejects.toMatchObject({ status: 500 });
  expect(broken.asked.at(-1)).toMatchObject({ limit: 1 });
});

test('where the API does not wait, the next page is asked for when it says, and at once only without waiting', async () => {
  const { asked, feed } = feedAnswering([{ body: page({ askAgainAfterSeconds: 3_600 }) }]);
  await feed.page('start', 20);
  const stopping = new AbortController();
  const next = feed.page('next', 20, stopping.signal);
  await new Promise(setImmediate);
  expect(asked).toHaveLength(1);
  stopping.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  await feed.page('next', 0);
  expect(asked.map(({ wait }) => wait)).toEqual([20, 0]);
});
