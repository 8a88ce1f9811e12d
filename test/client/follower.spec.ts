import { follow, type FeedHandler, type Follower, type FollowOptions } from '@rollbook/client';
import { eventually } from '../support/eventually.js';
import { MEMBER_REMOVED, ScriptedFeed } from '../support/streams/scripted-feed.js';

/** What guards, subscribers and the dashboard have in common. Time and chance are the test's. */

const PACING = { firstPauseMs: 100, maxPauseMs: 1_000, maxRetryAfterMs: () => 5_000 };
const followers: Follower[] = [];
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.close()));
});

function followed(feed: ScriptedFeed, options: Partial<FollowOptions> = {}) {
  const seen: string[] = [];
  const failures: unknown[] = [];
  const slept: number[] = [];
  let cursor: string | undefined;
  const handler: FeedHandler = {
    async readOn(signal) {
      const { page } = await follower.page(cursor, 20, signal);
      cursor = page.nextCursor;
      seen.push(...page.data.map(({ type }) => type));
      return { isLevel: page.upToDate };
    },
    beginAgain() {
      cursor = undefined;
      seen.push('again');
    },
    failed: (error) => failures.push(error) > 0,
  };
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    // A limit of time, not a pause.
    if (milliseconds > PACING.maxRetryAfterMs())
      return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    slept.push(milliseconds);
    await new Promise(setImmediate);
  };
  const clocks = { sleep, random: () => 1, now: () => 0, elapsed: () => 0 };
  const address = { baseUrl: 'http://feed.example', token: 'key', accountId: 'acct_1', fetch: feed.fetch };
  const follower = follow({ ...address, ...clocks, onNotice: () => {}, ...options }, handler, PACING);
  followers.push(follower);
  return { follower, seen, failures, slept };
}

test('the pauses grow up to their bound, by the given time and chance, and begin anew after a success', async () => {
  const feed = new ScriptedFeed();
  const { follower, slept, failures } = followed(feed);
  await follower.start();
  feed.fault = ScriptedFeed.away;
  follower.wake();
  await eventually('it has failed often', () => failures.length > 6);
  expect(slept.slice(0, 6)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  feed.fault = undefined;
  feed.events.push(MEMBER_REMOVED);
  await eventually('it works', () => follower.failures === 0);
  slept.length = 0;
  feed.fault = ScriptedFeed.away;
  follower.wake();
  await eventually('it fails again', () => slept.length > 0);
  expect(slept[0]).toBe(100);
});

test.each([
  [2, 2_000],
  [3_600, 5_000],
  [0, 100],
])('after Retry-After: %d, the next request is %d ms away', async (seconds, pauseMs) => {
  const feed = new ScriptedFeed();
  const { follower, slept } = followed(feed);
  await follower.start();
  feed.fault = ScriptedFeed.refusing(503, 'unavailable', { 'retry-after': String(seconds) });
  follower.wake();
  await eventually('it has paused', () => slept.length > 0);
  expect(slept[0]).toBe(pauseMs);
});

test('a feed that does not know the cursor is read from the beginning', async () => {
  const feed = new ScriptedFeed();
  const { follower, seen } = followed(feed);
  await follower.start();
  const before = [...seen];
  feed.fault = ScriptedFeed.refusing(400, 'invalid_cursor');
  follower.wake();
  await eventually('it begins again', () => seen.includes('again'));
  feed.fault = undefined;
  const types = () => seen.filter((type) => type !== 'again');
  await eventually('it is level', () => types().length > before.length);
  expect(types()).toEqual([...before, ...before]);
});

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'account_not_found'],
])('a %d ends a start, and no following after it', async (status, code) => {
  const feed = new ScriptedFeed();
  const { follower, seen, failures } = followed(feed);
  await follower.start();
  feed.fault = ScriptedFeed.refusing(status, code);
  follower.wake();
  await eventually('it was refused', () => failures.length > 1);
  feed.fault = undefined;
  feed.events.push(MEMBER_REMOVED);
  await eventually('it goes on', () => seen.includes(MEMBER_REMOVED.type));
  feed.fault = ScriptedFeed.refusing(status, code);
  const second = followed(feed);
  await expect(second.follower.start()).rejects.toMatchObject({ status, code });
  expect([second.failures, second.slept]).toEqual([[], []]);
});

test('what is woken reads on at once, and what is closed reads no more', async () => {
  const feed = new ScriptedFeed();
  const { follower, failures } = followed(feed);
  await follower.start();
  await eventually('it waits', () => feed.asked.length === 2);
  follower.wake();
  await eventually('it has read on', () => feed.asked.length === 3);
  await follower.close();
  await new Promise(setImmediate);
  expect([feed.asked.length, failures]).toEqual([3, []]);
});
